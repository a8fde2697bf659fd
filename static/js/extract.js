// Extracting: a key fills the next slot, a filled slot empties at a touch, the third sends. Also the helper for reveals.
(() => {
  "use strict";
  const SOMBRA = "sombra";
  let kept = { turn: null, names: ["", "", ""] }; // outlives a redraw of the page by somebody else's tap

  const plain = (name) => name.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ");
  const form = () => document.getElementById("extract");
  const fields = () => Array.from(form()?.querySelectorAll("[name=esbirros]") ?? []);
  const keys = () => Array.from(document.querySelectorAll("[data-keys] [data-esbirro]"));

  const keyOf = (name) => keys().find((one) => plain(one.dataset.esbirro) === plain(name));

  // A name typed just now gets its sign and its key at once; the server's own follow with the extraction.
  const local = () => {
    const box = document.querySelector("[data-keys]");
    const signs = document.querySelectorAll("[data-glyphs] svg");
    if (!box || signs.length === 0) return;
    for (const key of box.querySelectorAll("[data-local]")) if (!kept.names.includes(key.dataset.esbirro)) key.remove();
    for (const name of kept.names) {
      if (!name || keyOf(name)) continue;
      const key = document.createElement("button");
      const words = document.createElement("span");
      key.type = "button";
      key.className = "slot-key";
      key.dataset.esbirro = name;
      key.dataset.local = "";
      words.textContent = name;
      key.append(signs[(keys().length - 1) % signs.length].cloneNode(true), words);
      box.querySelector("[data-sombra]").before(key);
    }
  };

  const drawing = (name) => keyOf(name)?.querySelector("svg")?.innerHTML ?? "";

  const badge = (names) => {
    const plus = document.querySelector("[data-plus][data-decks]");
    if (!plus || !form()) return;
    const sombras = names.filter((name) => plain(name) === SOMBRA).length;
    const bonus = sombras === 3 ? Number(plus.dataset.three) : sombras;
    const words = plus.querySelector("[data-sombras]");
    plus.querySelector("#plus-total").textContent = `+${Number(plus.dataset.decks) + bonus}`;
    plus.querySelector("[data-sombras-bonus]").textContent = `+${bonus}`;
    words.textContent = words.dataset[sombras === 1 ? "one" : "many"].replace("{n}", sombras);
  };

  const draw = () => {
    const all = fields();
    if (all.length === 0) return;
    const turn = form().dataset.extract;
    if (kept.turn !== turn) kept = { turn, names: all.map((field) => field.value) };
    local();
    let next = true;
    all.forEach((field, n) => {
      const name = kept.names[n];
      const slot = field.closest(".slot");
      const typing = document.activeElement === field && !field.readOnly;
      if (!typing) {
        field.value = name;
        field.readOnly = true;
      }
      slot.classList.toggle("slot--filled", Boolean(name));
      slot.classList.toggle("slot--sombra", plain(name) === SOMBRA);
      slot.classList.toggle("slot--next", !name && next);
      slot.querySelector("[data-shown-name]").textContent = name || (next ? field.placeholder : "");
      if (!name) next = false;
      const icon = slot.querySelector(".icon");
      const lines = name ? drawing(name) : "";
      if (icon.innerHTML !== lines) icon.innerHTML = lines;
    });
    badge(kept.names);
  };

  const put = (n, name) => {
    kept.names[n] = name.trim();
    draw();
    if (kept.names.every(Boolean)) form().requestSubmit();
  };

  const type = (n) => {
    const field = fields()[n];
    if (!field) return;
    field.readOnly = false;
    field.focus();
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-keys] [data-esbirro]");
    if (key && form()) {
      const n = kept.names.findIndex((name) => !name);
      if (n >= 0) put(n, key.dataset.esbirro);
      return;
    }
    if (event.target.closest?.("[data-other]")) return type(kept.names.findIndex((name) => !name));
    const slot = event.target.closest?.("#extract .slot");
    if (!slot) return;
    const n = Number(slot.dataset.n) - 1;
    if (fields()[n] === document.activeElement && !fields()[n].readOnly) return;
    kept.names[n] = "";
    draw();
    if (keys().length < 2) type(n);
  });

  document.addEventListener("keydown", (event) => {
    const n = fields().indexOf(event.target);
    if (n < 0 || event.key !== "Enter") return;
    event.preventDefault();
    const name = event.target.value.trim();
    if (!name) return;
    event.target.readOnly = true;
    put(n, name);
    if (kept.names.some((one) => !one)) type(kept.names.findIndex((one) => !one));
  });

  document.addEventListener("focusout", (event) => {
    const n = fields().indexOf(event.target);
    if (n < 0 || event.target.readOnly) return;
    event.target.readOnly = true;
    kept.names[n] = event.target.value.trim();
    draw();
  });

  document.addEventListener("vigilia:drawn", draw);
  draw();

  // Reveals: a key fills the next empty field and makes another when all are full; empty ones are not sent.
  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-shown]");
    const list = key?.closest("form")?.querySelector("[data-reveals]");
    if (!list) return;
    let field = Array.from(list.querySelectorAll("input")).find((one) => !one.value);
    if (!field) {
      field = list.lastElementChild.cloneNode();
      field.placeholder = list.children.length + 1;
      list.append(field);
    }
    field.value = key.dataset.shown;
  });
  document.addEventListener("vigilia:sheet", ({ detail: { body } }) => {
    for (const field of body.querySelectorAll("[data-reveals] input ~ input")) field.required = false;
  });
  document.addEventListener(
    "submit",
    (event) => {
      if (!event.target.matches?.("[data-reveal]")) return;
      for (const field of event.target.querySelectorAll("[data-reveals] input")) field.disabled = !field.value.trim();
    },
    true,
  );
})();
