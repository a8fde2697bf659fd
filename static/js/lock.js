// «Bloquear toques»: the table is seen but takes no touch until its key is held for two seconds.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const HOLD = 2000;
  const lock = document.getElementById("lock");
  const key = lock?.querySelector("[data-unlock]");
  if (!key) return;
  let timer = null;

  const rest = () => Array.from(document.body.children).filter((one) => one !== lock && one.id !== "say");

  const draw = () => {
    const locked = vigilia.own("locked");
    for (const one of rest()) one.inert = locked;
    if (locked) key.focus({ preventScroll: true });
  };

  const set = (locked) => {
    vigilia.own("locked", locked);
    draw();
    // Once the sheet that was open has given the voice back.
    setTimeout(() => vigilia.tell("lock", locked ? lock.dataset.locked : lock.dataset.open), 300);
    if (!locked) document.querySelector("#strip a, #content")?.focus({ preventScroll: true });
  };

  const release = () => {
    clearTimeout(timer);
    timer = null;
    key.removeAttribute("data-held");
  };
  const hold = () => {
    release();
    key.setAttribute("data-held", "");
    timer = setTimeout(() => {
      release();
      vigilia.buzz(30);
      set(false);
    }, HOLD);
  };

  key.addEventListener("pointerdown", (event) => event.button === 0 && hold());
  for (const end of ["pointerup", "pointercancel", "pointerleave", "blur", "keyup"]) key.addEventListener(end, release);
  key.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && !event.repeat && hold());
  lock.addEventListener("contextmenu", (event) => event.preventDefault());

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-lock]")) return;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    set(true);
  });
  draw();
})();
