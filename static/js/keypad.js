// The keypad: digits append, the sum stands there as a sentence, nothing is sent before an action is chosen.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const pad = document.getElementById("keypad");
  if (!pad?.showModal) return;
  const MINUS = "\u2212";
  const words = pad.dataset;
  const part = Object.fromEntries(Array.from(pad.querySelectorAll("[data-pad]"), (element) => [element.dataset.pad, element]));
  const actions = Object.fromEntries(Array.from(pad.querySelectorAll("[data-do]"), (element) => [element.dataset.do, element]));
  const text = (n) => (n < 0 ? MINUS + -n : String(n));
  const fill = (sentence, fields) => sentence.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

  let of = null; // the pressed figure: { id, target, name, at, cause, mode, value }
  let typed = "";
  let fixing = false;
  let below = false; // a figure to be set below zero

  const amount = () => Number(typed || 0);
  const show = (element, visible) => {
    element.hidden = !visible;
  };

  const draw = () => {
    if (!of) return;
    const n = amount();
    const deity = of.target === "deity";
    const altar = of.mode === "altar";
    const wish = fixing ? (below ? -n : n) : n;
    part.from.textContent = text(of.value);
    part.sign.textContent = fixing ? "\u2192" : MINUS;
    part.typed.textContent = text(wish);
    part.typed.classList.toggle("sum-line__typed--empty", !typed);
    part.to.textContent = text(fixing ? wish : of.value - n);
    show(part.to, !fixing);
    show(part.to.previousElementSibling, !fixing);
    show(part.by, deity && !fixing);
    part.fix.setAttribute("aria-pressed", String(fixing));
    show(part.fix, !altar);
    show(actions.attack, deity && !altar && !fixing);
    show(actions.tactical, deity && !altar && !fixing);
    show(actions.minus, (!deity || altar) && !fixing);
    show(actions.set, fixing);
    show(actions.plus, !altar && !fixing);
    show(part.below, fixing);
    const less = n ? MINUS + n : "";
    actions.attack.textContent = `${less} ${words.wordsAttack}`.trim();
    actions.tactical.textContent = `${less} ${words.wordsTactical}`.trim();
    actions.minus.textContent = less || MINUS;
    actions.set.textContent = fill(words.wordsSet, { n: text(wish) });
    for (const action of Object.values(actions)) action.setAttribute("aria-disabled", String(!fixing && n === 0));
    if (fixing) actions.set.setAttribute("aria-disabled", String(!typed));
    const title = fixing ? words.wordsFix : altar ? words.wordsAltar : deity ? words.wordsDamage : words.wordsPerson;
    document.getElementById("keypad-title").textContent = fill(title, { name: of.name });
  };

  // Who may have done it: the people in the page, in their order; whose turn it is stands chosen.
  const authors = () => {
    part.authors.replaceChildren();
    for (const row of document.querySelectorAll("#people .person[data-person]:not(.person--out)")) {
      const chip = document.createElement("label");
      const input = document.createElement("input");
      const label = document.createElement("span");
      const name = document.createElement("span");
      chip.className = "chip chip--seat";
      input.type = "radio";
      input.name = "by";
      input.value = row.dataset.person;
      input.checked = row.hasAttribute("aria-current");
      label.className = "chip__label";
      name.className = "sr";
      name.textContent = row.dataset.name;
      const seat = row.querySelector(".seat")?.cloneNode(true);
      seat?.classList.replace("seat--m", "seat--s");
      label.append(...(seat ? [seat] : []), name);
      chip.append(input, label);
      part.authors.append(chip);
    }
  };

  const open = (figure) => {
    const { target, name, at, cause, mode, figure: id } = figure.dataset;
    const shown = document.getElementById(id ?? figure.id) ?? figure;
    of = { target, name, at, cause, mode, id: shown.id, value: Number(shown.dataset.value ?? 0) };
    typed = "";
    fixing = below = false;
    authors();
    draw();
    vigilia.clearNotice();
    vigilia.openDialog(pad);
    document.getElementById("keypad-title").focus({ preventScroll: true });
  };

  const press = (digit) => {
    if (typed.length < 4) typed = String(Number(typed + digit));
    if (typed === "0" && !fixing) typed = "";
    draw();
  };

  const act = (what) => {
    const n = amount();
    if (!of || (fixing ? !typed : n === 0)) return;
    const by = of.target === "deity" ? (part.authors.querySelector("input:checked")?.value ?? "") : "";
    const who = by ? { by } : {};
    const { at, id, target, cause } = of;
    const line = vigilia.key(); // typed amounts never merge with taps
    if (what === "set") vigilia.send(`${at}/correct`, { target, to: below ? -n : n }).catch(failed);
    else if (what === "plus" && target === "deity") vigilia.move(id, n, line, `${at}/gain-deity`, {});
    else if (what === "plus") vigilia.move(id, n, line, `${at}/gain`, { participant: target });
    else if (of.mode === "altar") vigilia.send(`${at}/altar-hand`, { esbirros: n, ...who }).catch(failed);
    else if (target === "deity") vigilia.move(id, -n, line, `${at}/damage-deity`, { kind: what, ...who });
    else vigilia.move(id, -n, line, `${at}/damage`, { participant: target, cause: cause || "other" });
    pad.close();
  };
  const failed = () => {
    const live = document.getElementById("live");
    if (live?.dataset.unsent) vigilia.warn(live.dataset.unsent);
  };

  document.addEventListener("click", (event) => {
    const figure = event.target.closest?.("[data-keypad]");
    if (!figure || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(figure);
  });
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.dataset.digit) press(key.dataset.digit);
    else if (key === part.clear) typed = "";
    else if (key === part.below) below = !below;
    else if (key === part.fix) fixing = !fixing;
    if (key.dataset.pad) draw();
  });
  part.form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.submitter?.dataset.do ?? (fixing ? "set" : of?.target === "deity" && of.mode !== "altar" ? "attack" : "minus"));
  });
  pad.addEventListener("keydown", (event) => {
    if (/^\d$/.test(event.key)) press(event.key);
    else if (event.key === "Enter" && !event.target.closest("button, input")) part.form.requestSubmit();
    else if (event.key === "Backspace") {
      typed = typed.slice(0, -1);
      draw();
    }
  });
  // Somebody else moves the figure meanwhile: the sum follows, what was typed stays.
  document.addEventListener("vigilia:drawn", () => {
    const figure = of && pad.open && document.getElementById(of.id);
    if (!figure) return;
    of.value = Number(figure.dataset.value ?? of.value);
    draw();
  });
})();
