// For ears: one polite region, at most one sentence every 3 s; what happens meanwhile is summed into the next.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const PAUSE = 3000;
  const waiting = new Map(); // about what → the sentence, or what makes it when its time comes
  let timer = null;

  const aloud = (text) => {
    const region = document.getElementById("say");
    if (!region || !text) return;
    // The same words twice would be no change, and no change is not read.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  };

  const next = () => {
    timer = null;
    const sentences = [...waiting.values()].map((one) => (typeof one === "function" ? one() : one)).filter(Boolean);
    waiting.clear();
    if (sentences.length === 0) return;
    aloud(sentences.join(". "));
    timer = setTimeout(next, PAUSE);
  };

  vigilia.tell = (about, sentence) => {
    waiting.delete(about);
    waiting.set(about, sentence);
    if (!timer) next();
  };
  vigilia.say = (text) => vigilia.tell(text, text);
  vigilia.fill = (sentence, fields) => sentence.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

  const heard = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

  // Whose turn it is, the deity's mood, the principal: what [data-tell] stands for, in its own words or in the attribute's.
  vigilia.moment = () => Array.from(document.querySelectorAll("[data-tell]"), (one) => one.dataset.tell || heard(one)).filter(Boolean);

  // «Leer la mesa»: what the page says of the moment, then each person in one sentence.
  const sentence = (row) => {
    const count = row.querySelector("[data-spoken]");
    const n = heard(row.querySelector("[data-value], .figure"));
    const said = n && count ? vigilia.fill(count.dataset.spoken, { n }) : "";
    const marks = Array.from(row.querySelectorAll(".mark, .pips > .sr"), heard);
    return [row.dataset.name, said, ...marks].filter(Boolean).join(", ");
  };
  vigilia.read = () => {
    const rows = Array.from(document.querySelectorAll("[data-spoken]"), (count) => sentence(count.closest("[data-name]") ?? count));
    return [...vigilia.moment(), ...rows].filter(Boolean).join(". ");
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-read]");
    if (!button) return;
    const text = vigilia.read();
    waiting.clear();
    aloud(text);
    const shown = button.parentElement.querySelector("[data-readout]") ?? document.createElement("p");
    shown.className = "small";
    shown.dataset.readout = "";
    shown.textContent = text;
    button.after(shown);
  });
})();
