// Steppers: − and + beside a number field; what listens to the field hears it as if typed.
(() => {
  "use strict";
  const field = (key) => key.closest("[data-stepper]")?.querySelector("input");
  const now = (key) => {
    const one = field(key);
    return one.value === "" ? Number(one.placeholder) || 0 : Number(one.value);
  };

  const move = (key, by) => {
    const one = field(key);
    if (!one) return;
    const least = one.min === "" ? -9999 : Number(one.min);
    const most = one.max === "" ? 9999 : Number(one.max);
    one.value = Math.min(most, Math.max(least, now(key) + by));
    one.dispatchEvent(new Event("input", { bubbles: true }));
    one.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const by = (key) => Number(key.dataset.step);
  window.vigilia.keys({ selector: "[data-step]", by, now, move });
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-step]");
    if (key) move(key, by(key));
  });
})();
