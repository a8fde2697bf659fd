// A figure shown twice (for who sits across from a phone in the middle): the second says what the first says, also while it is tapped.
(() => {
  "use strict";
  const place = document.getElementById("content");
  if (!place) return;

  const draw = () => {
    for (const twin of place.querySelectorAll("[data-twin]")) {
      const first = document.getElementById(twin.dataset.twin);
      if (!first || twin.textContent === first.textContent) continue;
      twin.textContent = first.textContent;
      for (const name of ["len", "value"]) if (name in first.dataset) twin.dataset[name] = first.dataset[name];
    }
  };
  new MutationObserver(draw).observe(place, { subtree: true, childList: true, characterData: true });
  draw();
})();
