// Sharing: copies the link (where the browser lets it), and after a minute without anybody new opens the usual reasons.
(() => {
  "use strict";
  const MINUTE = 60000;
  const phones = () => document.getElementById("presence")?.textContent ?? "";

  const attend = () => {
    const help = document.querySelector("[data-share-help]");
    if (!help || help.dataset.waits) return;
    help.dataset.waits = "yes";
    const before = phones();
    setTimeout(() => {
      if (help.isConnected && phones() === before) help.open = true;
    }, MINUTE);
  };
  attend();
  document.addEventListener("vigilia:sheet", attend);

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    const words = button.querySelector("[data-copy-words]") ?? button;
    let copied = false;
    try {
      await navigator.clipboard.writeText(field.value);
      copied = true;
    } catch {
      // No clipboard over plain http: the link stands in its field, selected, for the phone's own menu.
      field.focus();
      field.select();
      field.setSelectionRange(0, field.value.length);
    }
    words.textContent = copied ? button.dataset.done : button.dataset.selected;
    window.vigilia?.say?.(words.textContent);
  });
})();
