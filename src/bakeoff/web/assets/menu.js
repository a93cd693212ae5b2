// A menu closes by Escape, by a click elsewhere, and by what is done at once.
addEventListener("click", (event) => { for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target) || event.target.closest("[data-at-once]")) menu.open = false; });
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" ? document.querySelector(".menu[open]") : null;
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
