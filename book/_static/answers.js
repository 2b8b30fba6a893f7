// Predictions, calls and exercises answer a click or a key. The questions come from tools/answers.py; the replies are
// those of `reveal` and `note` (classroom/predict.py) and of `check` (classroom/exercises/__init__.py).
"use strict";

// --- What is replied, and how a number is read

const GiveOrTakeAnswers = (() => {
  const isClose = (a, b, share, within) =>
    a === b || Math.abs(a - b) <= Math.max(share * Math.max(Math.abs(a), Math.abs(b)), within);
  const same = (given, wanted, share, within = 0) => given.length === wanted.length && given.every((g, i) =>
    isClose(g, wanted[i], share, wanted[i] ? within : Math.max(share, within)));

  function toNumbers({ wanted, mistakes, hint, why, whole, share, within }, given, { close, near }) {
    const pair = wanted.length === 2;
    if (!given.every(Number.isFinite)) {
      return `That is not a finite number; something was divided by zero or went missing. ${hint}`;
    }
    if (same(given, wanted, whole ? 0 : share, within)) return `Right. ${why}`;
    const exact = whole ? 1e-9 : within ? 1e-3 : 0.01;
    for (const scale of pair ? [1, 100] : [1]) {
      const scaled = given.map((x) => scale * x);
      const mistake = mistakes.find(([wrong]) => same(scaled, wrong, exact, within));
      if (mistake) return `Not yet. ${mistake[1]}`;
    }
    for (const [factor, slip] of [[100, "a hundred times too large"], [0.01, "a hundred times too small"]]) {
      if (same(given, wanted.map((x) => factor * x), pair ? close : near)) {
        return `Nearly: the digits look right, the unit is not. That is ${slip}: a percentage, points or a fraction?`;
      }
    }
    if (pair && same([given[1], given[0]], wanted, close)) {
      return "Nearly: both ends are right, and the lower one comes first.";
    }
    if (same(given.map((x) => -x), wanted, close)) return "Nearly: the size is right, the sign is not.";
    if (!same(given, wanted, Math.max(near, 3 * share))) return `Not yet. ${hint}`;
    if (share > close) return "Close, but not there. Try a little higher, or a little lower.";
    const how = whole ? "round up, and only at the end" : "round at the end only, and keep three digits";
    return `Close, but not there. Look again at each number that you put in; ${how}.`;
  }

  function toRange({ truth, unit, because }, given) {
    const [low, high] = [...given].sort((a, b) => a - b);
    const verdict = low <= truth && truth <= high ? "holds it" : "misses it, as one honest 90% range in ten should";
    return `The result is ${truth}${unit}. ${because} Your range, ${low} to ${high}, ${verdict}.`;
  }

  function toLetter({ kind, letters, right, because, why }, letter) {
    if (kind === "choice") return letter === right ? `Right. ${why}` : `Not yet. ${letters[letter]}`;
    return `You said "${letter}"${letter === right ? ", and so it is." : `. ${letters[letter]}`} ${because}`;
  }

  // A number as people type it: 84%, 1,600, 1 600, 0,84, −3.6 points. NaN if it might be something else.
  const UNIT = "%|percent|(?:percentage )?points?|pp|items?|questions?|groups?";
  const NUMBER = new RegExp(`^[≈~=±]?\\s*([+-]?)\\s*([\\d.,'’\\s]*\\d\\.?)(e[+-]?\\d+)?\\s*(?:${UNIT})?$`, "i");
  const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d+)?$/;
  function parse(text) {
    const [, sign, body, power = ""] = text.trim().replace(/[−–‒]/g, "-").match(NUMBER) ?? ["", "", "?"];
    const digits = GROUPED.test(body) ? body.replace(/[\s'’]|,(?=\d{3}(\D|$))/g, "") : body;
    return Number(sign + digits.replace(",", ".") + power);
  }

  return { toNumbers, toRange, toLetter, parse };
})();

// --- What is remembered in this browser, for all chapters: {id: {mark, letter, settled} or {mark, fields}}

const KEY = "give-or-take/answers/1";
const remembered = () => { try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; } };
const remember = (entries) => { // whether they could be kept
  try { localStorage.setItem(KEY, JSON.stringify(entries)); return true; } catch { return false; }
};

// --- The page: each question gets a box with `data-question`, and `shows[id]`, which shows an answer to it or none

addEventListener("DOMContentLoaded", () => {
  const encoded = document.getElementById("questions")?.textContent;
  if (!encoded) return;
  const data = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))));
  const article = document.querySelector("article"), shows = {};

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const all = (selector, within = article) => [...within.querySelectorAll(selector)];
  const starting = (selector, words) => all(selector).find((element) => element.textContent.trim().startsWith(words));
  const source = (cell) => cell.querySelector(".cell_input")?.textContent.trim() ?? "";
  const isBlank = (element) => element.matches("div.cell") && /^(guess|answer) = \.\.\./.test(source(element));
  const calling = (name, id) => all("div.cell").find((cell) => source(cell).includes(`${name}("${id}"`));
  const ask = (id, box, name = `Exercise ${id}`) => {
    box.dataset.question = id;
    box.append(make("p", { className: "reply", role: "status" }));
    return Object.assign(box, { role: "group", ariaLabel: name });
  };

  // What a box replies: plain words, with `code` and *emphasis* set as in a chapter.
  const say = (box, words, read = "") => {
    const parts = words.split(/(`[^`]+`|\*\w[^*]*\*)/).map((part, i) =>
      i % 2 ? make(part[0] === "`" ? "code" : "em", { textContent: part.slice(1, -1) }) : part);
    box.dataset.verdict = /^$|^Right\.|, and so it is\.|^\d+[A-Z]+: |^In chapter 0/.test(words) ? "" : "wrong";
    if (words.startsWith("Right.")) parts.push(" ", solution(box.dataset.question));
    box.querySelector(".reply").replaceChildren(...(read ? [make("em", { textContent: read }), " "] : []), ...parts);
  };
  const solution = (id) => {
    const fold = all("details > summary").find((summary) => summary.textContent === `Solution ${id}`)?.parentElement;
    if (!fold) return "";
    fold.id = `solution-${id}`;
    return make("a", { href: `#${fold.id}`, textContent: `Solution ${id}`, onclick: () => { fold.open = true; } });
  };
  // An answer unfolds the result, as far as the next heading, and puts away what `reveal` prints without a guess.
  const settle = (box, settled) => {
    const before = box.dataset.settled, cell = calling("reveal", box.dataset.question);
    box.dataset.settled = settled ? "yes" : "";
    let next = box;
    while ((next = next.nextElementSibling) && !next.matches("section, .predict")) {
      const folds = next === cell ? [] : next.matches("details") ? [next] : all("details", next);
      if (settled || before) folds.forEach((fold) => { fold.open = settled; });
    }
    const ids = cell ? [...source(cell).matchAll(/reveal\("(\w+)"/g)].map((found) => found[1]) : [];
    const isSettled = (id) => article.querySelector(`[data-question="${id}"]`)?.dataset.settled;
    if (cell) cell.hidden = "replaced" in cell.dataset || ids.every(isSettled);
  };
  const answer = (id, given) => {
    const entry = { mark: data.questions[id].mark, ...given };
    shows[id](entry, remember({ ...remembered(), [id]: entry }));
  };

  // Letters: {letter: button}, which are keys, too. `waits` for a second word if the letter is from chapter 0.
  function byLetter(id, box, buttons, waits = false) {
    const question = data.questions[id], noted = data.noted.includes(id);
    for (const [letter, button] of Object.entries(buttons)) {
      button.onclick = () => answer(id, { letter, settled: !noted });
    }
    box.onkeydown = (event) => {
      const button = buttons[event.key.toLowerCase()];
      if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
      button.focus();
      button.click();
    };
    shows[id] = (entry, kept = true) => {
      const letter = entry?.letter, settled = Boolean(letter && !noted && (entry.settled || !waits));
      for (const [key, button] of Object.entries(buttons)) button.ariaPressed = key === letter;
      if (!letter) say(box, "");
      else if (noted) say(box, `${id}: "${letter}"${kept ? ", noted." : ". (This browser does not keep it.)"}`);
      else if (settled) say(box, GiveOrTakeAnswers.toLetter(question, letter));
      else say(box, `In chapter 0 you said "${letter}". Say it again, or another letter, and see.`);
      if (question.kind === "prediction" && !noted) settle(box, settled);
    };
  }
  const options = (list) => {
    list.classList.add("letters");
    return Object.fromEntries([...list.children].map((item) => {
      const button = make("button", { type: "button" }, ...(item.querySelector("p") ?? item).childNodes);
      item.replaceChildren(button);
      return [button.querySelector("strong").textContent.trim(), button];
    }));
  };

  // One number or two. A pair may stand in the first field, as Python prints it.
  function byNumber(id, box, names, reply) {
    const fields = names.map(() => make("input", { type: "text", autocomplete: "off", spellcheck: false }));
    const form = make("form", {}, ...fields.map((field, i) => make("label", {}, names[i], field)));
    form.append(make("button", { textContent: "Check" }));
    box.querySelector(".reply").before(form);
    form.onsubmit = (event) => {
      event.preventDefault();
      const pair = fields[0].value.trim().replace(/^\((.*)\)$/, "$1").split(/,\s+|;|\s+to\s+/);
      if (pair.length === fields.length && !fields.at(-1).value) pair.forEach((text, i) => { fields[i].value = text; });
      answer(id, { fields: fields.map((field) => field.value.trim()) });
    };
    shows[id] = (entry) => {
      const texts = entry?.fields ?? [], given = texts.map(GiveOrTakeAnswers.parse);
      const unread = texts.find((text, i) => text && Number.isNaN(given[i]));
      const usable = entry && !texts.includes("") && unread === undefined;
      fields.forEach((field, i) => { field.value = texts[i] ?? ""; });
      if (!entry) say(box, "");
      else if (unread) say(box, `"${unread}" does not read as a number. Write one like 0.5, 1,600 or -3.6.`);
      else if (!usable) say(box, "Blank so far. A wrong try gets you a hint.");
      else say(box, reply(given), given.join() === texts.join() ? "" : `Read as ${given.join(" and ")}.`);
      if (data.questions[id].kind === "range") settle(box, usable);
    };
  }

  function prediction(id, question) {
    const box = starting("div.predict", `Predict ${id}.`);
    if (box) {
      ask(id, box, `Prediction ${id}`);
      const toRange = (given) => GiveOrTakeAnswers.toRange(question, given);
      if (question.kind === "range") byNumber(id, box, ["low", "high"], toRange);
      else byLetter(id, box, options(box.querySelector("ul")));
      if (isBlank(box.nextElementSibling)) box.nextElementSibling.hidden = true;
      return;
    }
    const cell = calling("reveal", id); // a call of chapter 0; its options stand in the text
    if (!cell) return;
    const blank = [...cell.parentElement.children].find(isBlank), item = starting("li", `${id} `);
    const name = make("strong", { textContent: `Call ${id}` }), row = make("div", { className: "predict call" }, name);
    const buttons = Object.fromEntries(Object.entries(question.says).map(([letter, title]) =>
      [letter, make("button", { type: "button", textContent: letter, title, ariaLabel: `${letter}: ${title}` })]));
    row.append(...Object.values(buttons));
    ask(id, row, name.textContent);
    if (item) item.append(row);
    else (blank ?? cell).before(row);
    if (blank) blank.hidden = true; else cell.dataset.replaced = ""; // with no experiment in between, nothing is left
    byLetter(id, row, buttons, Boolean(blank));
  }

  function exercise(id, question) {
    const section = starting("section > h3", `Exercise ${id} `)?.parentElement, cell = calling("check", id);
    if (!section?.contains(cell)) return;
    const list = all("ul", section).findLast((ul) => ul.querySelector("li strong")?.textContent === "a");
    const box = make("div", { className: "exercise" });
    if (question.kind === "function") {
      cell.after(make("p", { className: "in-lab" }, "This one asks for code. In JupyterLab, ",
        make("code", { textContent: "check" }), " tries it on cases of its own. ", solution(id)));
    } else if (question.kind === "choice") {
      list.before(box);
      box.append(list);
      byLetter(id, ask(id, box), options(list));
    } else {
      const named = all("code", section).map((code) => code.textContent.match(/^\((\w+), (\w+)\)$/)).find(Boolean);
      const names = question.wanted.length === 1 ? ["Your answer"] : named?.slice(1) ?? ["low", "high"];
      cell.before(ask(id, box));
      byNumber(id, box, names, (given) => GiveOrTakeAnswers.toNumbers(question, given, data));
    }
    if (isBlank(cell)) cell.hidden = true;
  }

  for (const [id, question] of Object.entries(data.questions)) {
    (["prediction", "range"].includes(question.kind) ? prediction : exercise)(id, question);
  }
  const show = () => {
    const entries = remembered();
    for (const id in shows) shows[id](entries[id]?.mark === data.questions[id].mark ? entries[id] : undefined);
  };
  show();
  addEventListener("pageshow", (event) => event.persisted && show());
  const lab = starting("p.in-lab", "Answer these in JupyterLab");
  if (lab) lab.textContent = "Answer here, by a letter or a number. The solutions are folded at the end.";
  if (!Object.keys(shows).length) return;
  const status = make("span", { role: "status" });
  const forget = (textContent, kept) => make("button", { type: "button", textContent, onclick: () => {
    remember(Object.fromEntries(Object.entries(remembered()).filter(kept)));
    show();
    status.textContent = "Forgotten.";
  } });
  article.append(make("p", { className: "forget" }, "Your answers stay in this browser. ",
    forget("Forget this chapter's", ([id]) => !(id in shows)), " ", forget("Forget all", () => false), " ", status));
});
