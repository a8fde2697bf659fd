// The table's own matters: whose this phone is, and for a moment what somebody did to a chair or to the host's role.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const SHOWN = 6000;
  const mesa = document.getElementById("mesa");

  // «¿Quién eres?» is answered: by a chair, or by none.
  const answered = () => {
    const who = document.getElementById("who");
    const had = who?.contains(document.activeElement);
    who?.remove();
    if (had) document.getElementById("content")?.focus({ preventScroll: true });
  };
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.request.method === "POST" && ctx.response?.headers?.has?.("Vigilia-Mine")) answered();
  });

  // Somebody else took the chair, or it was taken in another tab.
  document.getElementById("live")?.addEventListener("htmx:sse:before:message", ({ detail: { message } }) => {
    if (message.event !== "mine") return;
    mesa.dataset.mine = message.data;
    if (message.data) answered();
  });

  let timer = null;
  let shown = "";
  document.addEventListener("htmx:after:swap", () => {
    const news = document.getElementById("news");
    const text = news?.textContent ?? "";
    if (text === shown) return;
    shown = text;
    clearTimeout(timer);
    if (!text) return;
    vigilia.tell?.("house", text);
    timer = setTimeout(() => {
      shown = "";
      news.replaceChildren();
    }, SHOWN);
  });
})();
