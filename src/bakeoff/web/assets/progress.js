// How far a request is, within the first second, and a way to stop it.
import { $, say } from "./dom.js";
import { get } from "./requests.js";
import { elapsed, stageText } from "./words.js";

const FIRST_LOOK = 250, SECOND_LOOK = 900, NEXT_LOOK = 300; // milliseconds: what is answered sooner shows nothing
const showSending = (box, bar) => { // the server may be busy with reading what was sent: a busy page looks dead otherwise
  $("p-stage").textContent = "Sending the table…";
  $("p-elapsed").textContent = "";
  bar.removeAttribute("value");
  box.hidden = false;
};
export const watchJob = (job, cancel) => {
  const box = $("p-progress"), bar = $("p-share-done"), button = $("p-cancel"), began = performance.now();
  let timer = setTimeout(() => look(), FIRST_LOOK), over = false, looks = 0, wasSaid = false;
  const look = async () => {
    let news = null;
    looks += 1;
    if (looks === 1) showSending(box, bar);
    try { news = await get(`/api/progress?job=${encodeURIComponent(job)}`); } catch { /* the request itself says what is wrong */ }
    if (over) return;
    if (news) {
      $("p-stage").textContent = stageText(news);
      $("p-elapsed").textContent = elapsed((performance.now() - began) / 1000);
      if (news.share === null) bar.removeAttribute("value"); else bar.value = news.share;
      if (looks > 1 && !wasSaid && !$("p-status").textContent) say(stageText(news)); // a verdict that was said is not talked over
      wasSaid = looks > 1;
      box.hidden = false;
    }
    timer = setTimeout(look, looks === 1 ? SECOND_LOOK - FIRST_LOOK : NEXT_LOOK);
  };
  button.addEventListener("click", cancel, { once: true });
  const end = () => {
    over = true;
    clearTimeout(timer);
    button.removeEventListener("click", cancel);
    const hadFocus = box.contains(document.activeElement);
    box.hidden = true;
    if (hadFocus) $("content").focus({ preventScroll: true });
  };
  return { end };
};
