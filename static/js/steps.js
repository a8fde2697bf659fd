// Steppers: − and + beside a number field; what listens to the field hears it as if typed.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-step]");
    const field = key?.closest("[data-stepper]")?.querySelector("input");
    if (!field) return;
    const least = field.min === "" ? -9999 : Number(field.min);
    const most = field.max === "" ? 9999 : Number(field.max);
    const now = field.value === "" ? Number(field.placeholder) || 0 : Number(field.value);
    field.value = Math.min(most, Math.max(least, now + Number(key.dataset.step)));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
