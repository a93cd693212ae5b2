// Whoever comes with the token gets the key of a session: it is kept for pages of this origin, and the token leaves the address.
import { keepKey } from "./requests.js";

keepKey(document.querySelector("meta[name=bakeoff-key]").content);
location.replace(document.getElementById("go").href + location.hash);
