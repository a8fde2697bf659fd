// Sheets: what a link with data-sheet points to opens over the page; Esc, the scrim, ✕ and «back» close it again.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const sheet = document.getElementById("sheet");
  const body = document.getElementById("sheet-body");
  if (!sheet?.showModal) return;

  let opener = null;
  let leads = null; // where the opener led: after a redraw another link may stand for it
  let home = null; // where the notice stands while no sheet is open

  // Behind an open dialog neither the notice could be seen nor what is said for ears be heard: they move in, and out again.
  const say = document.getElementById("say");
  const noticeInto = (dialog) => {
    if (say) dialog.append(say);
    const notice = vigilia.notice?.();
    if (!notice) return;
    home ??= notice.previousElementSibling;
    dialog.firstElementChild.prepend(notice);
  };
  const noticeHome = () => {
    if (say) document.body.append(say);
    const notice = vigilia.notice?.();
    if (!notice || !home) return;
    home.after(notice);
    home = null;
  };

  vigilia.openDialog = (dialog) => {
    if (dialog.open) return;
    opener = document.activeElement;
    leads = opener?.getAttribute("href");
    dialog.showModal();
    noticeInto(dialog);
    history.scrollRestoration = "manual"; // the way back out of a sheet must not move the page under the next finger
    history.pushState({ dialog: dialog.id }, "");
  };

  const closed = (dialog) => {
    noticeHome();
    if (history.state?.dialog === dialog.id) history.back();
    if (!document.activeElement || document.activeElement === document.body) {
      const again = opener?.isConnected ? opener : Array.from(document.links).find((link) => leads && link.getAttribute("href") === leads);
      (again ?? document.getElementById("content"))?.focus({ preventScroll: true });
    }
    document.dispatchEvent(new CustomEvent("vigilia:closed", { detail: { dialog } }));
  };

  for (const dialog of document.querySelectorAll("dialog.sheet")) {
    dialog.addEventListener("close", () => closed(dialog));
    dialog.addEventListener("click", (event) => {
      const closes = event.target === dialog || event.target.closest("[data-close]");
      if (!closes) return;
      event.preventDefault();
      dialog.close();
    });
  }
  window.addEventListener("popstate", (event) => {
    if (!event.state?.dialog) history.scrollRestoration = "auto";
    for (const dialog of document.querySelectorAll("dialog.sheet[open]")) dialog.close();
  });

  const fill = (html) => {
    const notice = sheet.contains(vigilia.notice?.() ?? null) ? vigilia.notice() : null;
    notice?.remove();
    body.innerHTML = html;
    if (notice) body.prepend(notice);
    window.htmx.process(body);
    body.scrollTop = 0;
    (body.querySelector("[autofocus]") ?? body.querySelector("#sheet-title"))?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("vigilia:sheet", { detail: { body } }));
  };

  let asked = 0;
  vigilia.openSheet = async (url, pressed) => {
    const mine = ++asked;
    let html = null;
    vigilia.sends(pressed);
    try {
      const answer = await fetch(url, { headers: { "HX-Request": "true", Accept: "text/html" }, credentials: "same-origin" });
      if (answer.ok) html = await answer.text();
    } catch {
      html = null;
    }
    vigilia.rests(pressed);
    if (mine !== asked) return; // another one was asked for meanwhile
    if (html === null) return vigilia.warn(body.dataset.failed);
    if (document.getElementById("keypad")?.open) document.getElementById("keypad").close();
    vigilia.openDialog(sheet);
    fill(html);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-sheet]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // What was refused before has nothing to do with another sheet; its own reason keeps it.
    if (!link.closest("#notice, dialog")) vigilia.clearNotice();
    vigilia.openSheet(link.href, link);
  });

  // A form that only asks (method=get) opens its answer as a sheet, too.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches?.("form[data-sheet]")) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    vigilia.openSheet(`${form.action.split("?")[0]}?${fields}`, event.submitter);
  });

  // A command given in a sheet is done: back to the table, unless its form says that the sheet goes on.
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const form = ctx.request.form;
    if (ctx.response?.status !== 204 || !form || !sheet.contains(form)) return;
    if (form.dataset.then) vigilia.openSheet(form.dataset.then);
    else sheet.close();
  });
})();
