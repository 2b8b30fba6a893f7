// Predictions, calls and exercises answer a click or a key. The questions come from tools/site/answers.py; the replies are
// those of `reveal` and `note` (classroom/predict.py) and of `check` (classroom/exercises/__init__.py).
"use strict";

// --- What is replied, and how a number is read

const GiveOrTakeAnswers = (() => {
  const isClose = (a, b, share, within) =>
    a === b || Math.abs(a - b) <= Math.max(share * Math.max(Math.abs(a), Math.abs(b)), within);
  const same = (given, wanted, share, within = 0) => given.length === wanted.length && given.every((g, i) =>
    isClose(g, wanted[i], share, wanted[i] ? within : Math.max(share, within)));

  function toNumbers({ wanted, names, mistakes, hint, why, whole, share, within, rounded }, given, { close, near }) {
    const pair = wanted.length === 2;
    if (!given.every(Number.isFinite)) {
      return `That is not a finite number; something was divided by zero or went missing. ${hint}`;
    }
    const isWhole = (numbers) => numbers.every((x, i) => x === Math.round(wanted[i]));
    const right = (numbers) => same(numbers, wanted, whole ? 0 : share, within) || (rounded && isWhole(numbers));
    if (right(given)) return `Right. ${why}`;
    const exact = whole ? 1e-9 : within ? 1e-3 : 0.01;
    const isNear = same(given, wanted, Math.max(near, 3 * share), within * near / close);
    for (const [ofMistake, ofUnit] of pair || isNear ? [[exact, close]] : [[exact, close], [near, near]]) {
      for (const scale of pair ? [1, 100] : [1]) {
        const scaled = given.map((x) => scale * x);
        const mistake = mistakes.find(([wrong]) => same(scaled, wrong, ofMistake, within));
        if (mistake) return `Not yet. ${mistake[1]}`;
      }
      for (const [factor, slip] of [[100, "a hundred times too large"], [0.01, "a hundred times too small"]]) {
        if (same(given, wanted.map((x) => factor * x), ofUnit, factor * within)) {
          return `Nearly: the digits look right, the unit is not. That is ${slip}: a percentage, points or a fraction?`;
        }
      }
    }
    if (pair && right([given[1], given[0]])) {
      return `Nearly: both numbers are right. The first is ${names[0]}, the second ${names[1]}.`;
    }
    if (right(given.map((x) => -x))) return "Nearly: the size is right, the sign is not.";
    if (isWhole(given)) return "Nearly: as whole numbers that is right. Give one decimal.";
    if (!isNear) return `Not yet. ${hint}`;
    if (share > close) return "Close, but not there. Try a little higher, or a little lower.";
    const how = whole ? "; round up, and only at the end" : "; round at the end only, and keep three digits";
    const counted = !whole && [...given, ...wanted].every(Number.isInteger); // where nobody rounds
    const byRounding = !counted && same(given, wanted, close, 1);
    return `Close, but not there. Look again at each number that you put in${byRounding ? how : ""}.`;
  }

  function toLetter({ kind, letters, right, because, why }, letter) {
    if (kind === "choice") return letter === right ? `Right. ${why}` : `Not yet. ${letters[letter]}`;
    const verdict = letter === right ? ", and so it is." : `; it is "${right}". ${letters[letter]}`;
    return `You said "${letter}"${verdict} ${because}`;
  }

  // Of a text only some words and numbers are seen.
  function toText({ signs, hint, why }, text) {
    const lacking = signs.filter(([, pattern]) => !new RegExp(pattern, "i").test(text)).map(([what]) => what);
    return lacking.length ? `Not yet. ${hint} What I do not see: ${lacking.join("; ")}.` : `Right, as far as I can see. ${why}`;
  }

  // A number as people type it: 84%, 1,600, 1 600, 0,84, −3.6 points, 16/20. NaN if it might be something else.
  const UNIT = "%|percent|(?:percentage )?points?|pp|items?|questions?|groups?";
  const NUMBER = new RegExp(`^[≈~=±]?\\s*([+-]?)\\s*([\\d.,'’\\s]*\\d\\.?)(e[+-]?\\d+)?\\s*(?:${UNIT})?$`, "i");
  const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d+)?$/;
  function parse(text) {
    const [, over, under] = text.match(/^([^/]+)\/([^/]+)$/) ?? [];
    if (over) return parse(over) / parse(under);
    const [, sign, body, power = ""] = text.trim().replace(/[−–‒]/g, "-").match(NUMBER) ?? ["", "", "?"];
    const digits = GROUPED.test(body) ? body.replace(/[\s'’]|,(?=\d{3}(\D|$))/g, "") : body;
    const number = Number(sign + digits.replace(",", ".") + power);
    return Number.isFinite(number) ? number : NaN;
  }

  // Two numbers in one field: (58.4, 91.9), 58.4-91.9, 58.4 to 91.9, 58.4,91.9. Otherwise as many as there are.
  const BETWEEN = [/,\s+|;|\s+(?:to|and)\s+/, /(?<=[\d%])\s*[-−–—‒]\s*(?=[-−+.\d])/, /,/];
  function parts(text) {
    const bare = text.trim().replace(/^\((.*)\)$/, "$1");
    return BETWEEN.map((sign) => bare.split(sign)).find((split) => split.length === 2) ?? [bare];
  }

  return { toNumbers, toLetter, toText, parse, parts };
})();

// --- What is remembered in this browser, for all chapters, by id: {mark, fields}, or {mark, letter, settled, noted}, where
// `letter` is the first guess, `noted` whether chapter 0 had it, and `settled` has the last one of each chapter that showed the result. `chapter` is where that was
// said, and `done` whether nothing was left to say there; what was said last stands last.

const KEY = "give-or-take/answers/2";
const ROOM = "give-or-take/room"; // in a room that votes together, which an address with ?room behind it opens: the votes that were passed over, by id
if (new URLSearchParams(location.search).has("room")) try { localStorage[ROOM] ??= "[]"; } catch { /* then nothing is hidden */ }
const remembered = () => { try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; } };
const remember = (entries) => { // whether they could be kept
  try { localStorage.setItem(KEY, JSON.stringify(entries)); return true; } catch { return false; }
};
const add = (id, entry) => { const { [id]: old, ...rest } = remembered(); return remember({ ...rest, [id]: entry }); };

// --- The page: each question gets a box with `data-question`, and `shows[id]`, which shows an answer to it or none

// Where a reader is: chapters with an answer are marked, and the home page leads to the one answered last.
addEventListener("DOMContentLoaded", () => {
  const begun = new Set(Object.keys(remembered()).map((id) => parseInt(id, 10)));
  const [id, { chapter: last = parseInt(id, 10), done } = {}] = Object.entries(remembered()).at(-1) ?? [];
  const numbered = [...document.querySelectorAll(":is(.way, .sidebar-tree) a")].filter((a) => /^\d+( · |$)/.test(a.textContent));
  for (const link of numbered) {
    if (!begun.has(parseInt(link.textContent, 10))) continue;
    link.title = [link.title, "begun"].filter(Boolean).join(", ");
    link.classList.add("begun");
  }
  const start = document.querySelector(".start a");
  const chapters = numbered.filter((a) => a.closest(".sidebar-tree"));
  const place = chapters.findIndex((a) => parseInt(a.textContent, 10) === last);
  if (!start || place < 0) return;
  const chapter = (done && chapters[place + 1]) || chapters[place];
  start.href = chapter.href;
  start.textContent = `Go on with chapter ${parseInt(chapter.textContent, 10)}`;
  start.closest(".start").lastElementChild.textContent = `${chapter.firstChild.textContent.split(" · ")[1]}. Your answers are kept.`;
});

addEventListener("DOMContentLoaded", () => {
  const encoded = document.getElementById("questions")?.textContent;
  if (!encoded) return;
  const data = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))));
  const article = document.querySelector("article"), shows = {};

  const all = (selector, within = article) => [...within.querySelectorAll(selector)];

  // What can be taken back.
  const status = make("span", { role: "status" });
  const put = (entries, ...words) => {
    remember(entries);
    show();
    status.replaceChildren(...words);
  };
  const forget = (textContent, left, more = "") => make("button", { type: "button", textContent, onclick: () => {
    const before = remembered(), rest = Object.fromEntries(Object.entries(before).flatMap(left));
    const undo = make("button", { type: "button", textContent: "Undo", onclick: () => put(before, "They are back.") });
    const early = Object.entries(rest).some(([id, { noted }]) => shows[id] && noted);
    put(rest, `Forgotten. ${early ? more : ""}`, undo);
  } });
  // Of a call of chapter 0 that came back here the first guess is left.
  const elsewhere = ([id, entry]) => {
    const { [data.chapter]: here, ...settled } = entry.settled ?? {};
    const left = Object.keys(settled).length ? { ...entry, settled } : { ...entry, settled: undefined };
    if (parseInt(id, 10) === data.chapter || (here && !entry.noted && !left.settled)) return [];
    return [[id, here ? left : entry]];
  };

  const ask = (id, box, name = `Exercise ${id}`) => {
    box.dataset.question = id;
    const one = forget("Forget this one", (entry) => entry[0] === id ? elsewhere(entry) : [entry]);
    one.addEventListener("click", () => box.querySelector("button, input").focus());
    box.append(make("p", { className: "reply", role: "status" }), one);
    return Object.assign(box, { role: "group", ariaLabel: name });
  };

  // Plain words, with `code` and *emphasis* set as in a chapter.
  const set = (words) => words.split(/(`[^`]+`|\*\w[^*]*\*)/).map((part, i) =>
    i % 2 ? make(part[0] === "`" ? "code" : "em", { textContent: part.slice(1, -1) }) : part);
  const say = (box, words, { wrong = false, read = "" } = {}) => {
    const parts = set(words);
    box.dataset.verdict = wrong ? "wrong" : "";
    if (/^Right[.,]/.test(words)) parts.push(" ", solution(box.dataset.question));
    box.querySelector(".reply").replaceChildren(...(read ? [make("em", { textContent: read }), " "] : []), ...parts);
  };
  const solution = (id) => {
    const fold = all("details > summary").find(({ textContent }) => textContent === `Solution ${id}`)?.parentElement;
    if (!fold) return "";
    fold.id = `solution-${id}`;
    return make("a", { href: `#${fold.id}`, textContent: `Solution ${id}`, onclick: () => { fold.open = true; } });
  };
  // An answer unfolds what follows a guess, and puts away what is said without one.
  const settle = (box, settled) => {
    const fold = box.nextElementSibling;
    if (fold?.matches(".result")) {
      if (settled || box.dataset.settled) fold.open = settled;
      fold.querySelector(".unguessed").hidden = settled;
    }
    box.dataset.settled = settled ? "yes" : "";
  };
  const entryOf = (id, entry = remembered()[id]) => entry?.mark === data.questions[id].mark ? entry : undefined;
  const answer = (id, given) => {
    const done = Object.keys(shows).every((one) => one === id || entryOf(one)?.chapter === data.chapter);
    const entry = { mark: data.questions[id].mark, chapter: data.chapter, done, ...given };
    shows[id](entry, add(id, entry));
    veil();
    article.querySelector(`[data-question="${id}"] .reply`).scrollIntoView({ block: "nearest" });
  };

  // Keys go to the box that has the focus; a click anywhere in it gives it.
  const keys = new Map(); // {box: {letter: button}}
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
    const button = keys.get(document.activeElement?.closest("[data-question]"))?.[event.key.toLowerCase()];
    button?.focus({ preventScroll: true });
    button?.click();
  });

  // Letters: {letter: button}, which are keys, too. A first guess stays, once it has been settled; others can be tried.
  function byLetter(id, box, buttons) {
    const question = data.questions[id], noted = data.noted.includes(id), guessed = question.kind === "prediction";
    for (const [letter, button] of Object.entries(buttons)) {
      button.onclick = () => {
        const { letter: first = letter, settled, noted: early = noted } = (guessed && entryOf(id)) || {};
        if (noted) answer(id, { letter: settled ? first : letter, settled, noted: early });
        else answer(id, { letter: guessed ? first : letter, settled: { ...settled, [data.chapter]: letter }, noted: early });
      };
    }
    keys.set(box, buttons);
    box.tabIndex = -1;
    const hint = make("p", { className: "keys", textContent: `press a–${Object.keys(buttons).at(-1)}` });
    hint.prepend("or ", make("span", { textContent: "click here and " }));
    box.querySelector(".reply").before(hint);
    shows[id] = (entry, kept = true) => {
      const first = entry?.letter, last = entry?.settled?.[data.chapter], settled = Boolean(last && !noted);
      const letter = settled ? last : first;
      for (const [key, button] of Object.entries(buttons)) {
        button.ariaPressed = key === letter;
        button.classList.toggle("first", guessed && !noted && key === first);
        button.classList.toggle("right", settled && (guessed || key === letter) && key === question.right);
      }
      if (!letter) say(box, "");
      else if (noted) {
        const settles = entry.settled ? `says "${question.right}".` : "settles it.";
        if (entry.settled) say(box, `${id}: "${letter}" was your first guess, and it stays. `);
        else say(box, `${id}: "${letter}"${kept ? ", noted. " : ". (This browser will not remember it.) "}`);
        box.querySelector(".reply").append(chapterOf(id, question.settled), ` ${settles}`);
      }
      else if (settled) {
        const earlier = parseInt(id, 10) !== data.chapter && ![letter, question.right].includes(first);
        const before = earlier ? ` Your first guess was "${first}". ${question.letters[first]}` : "";
        say(box, GiveOrTakeAnswers.toLetter(question, letter) + before, { wrong: letter !== question.right });
      }
      else say(box, `Earlier you said "${letter}". Choose it again, or another letter, to see the result.`);
      if (guessed && !noted) settle(box, settled);
    };
  }
  // The chapter that settles a call, and leads to where it does.
  const chapterOf = (id, number) => {
    const way = [...document.querySelectorAll(".way a")].find(({ textContent }) => textContent === `${number}`);
    return way ? make("a", { href: `${way.href}#predict-${id.toLowerCase()}`, textContent: `Chapter ${number}` }) : `Chapter ${number}`;
  };
  const options = (list) => {
    list.classList.add("letters");
    return Object.fromEntries([...list.children].map((item) => {
      const button = make("button", { type: "button" }, ...(item.querySelector("p") ?? item).childNodes);
      item.replaceChildren(button);
      return [button.querySelector("strong").textContent.trim(), button];
    }));
  };

  const short = (x) => `${x}`.length > 12 ? Number(x.toPrecision(4)) : x; // 7/12
  // One number or two. A pair may stand in the first field, as Python prints it.
  function byNumber(id, box) {
    const question = data.questions[id], { form, names } = question, asks = form ? `This asks for ${form.words}.` : "";
    const fields = names.map(() => make("input", { type: "text", autocomplete: "off", spellcheck: false }));
    const line = make("form", {}, ...fields.map((field, i) => make("label", {}, form ? `${names[i]}, ${form.unit}` : names[i], field)));
    line.append(make("button", { textContent: "Check" }));
    box.querySelector(".reply").before(line);
    let second = ""; // what the second field has of a pair
    line.onsubmit = (event) => {
      event.preventDefault();
      const [first, last] = fields.map((field) => field.value), pair = GiveOrTakeAnswers.parts(first);
      if (fields.length === 2 && pair[1] && (["", second].includes(last) || Number.isNaN(GiveOrTakeAnswers.parse(first)))) {
        fields.forEach((field, i) => { field.value = pair[i].trim(); });
        second = fields[1].value;
      }
      answer(id, { fields: fields.map((field) => field.value.trim()) });
    };
    shows[id] = (entry) => {
      const texts = entry?.fields ?? [], given = texts.map(GiveOrTakeAnswers.parse);
      const unread = texts.find((text, i) => text && Number.isNaN(given[i]));
      const usable = entry && !texts.includes("") && unread === undefined;
      fields.forEach((field, i) => { field.value = texts[i] ?? ""; });
      const mend = (words, read) => say(box, words, { wrong: true, read });
      if (!entry) say(box, "");
      else if (unread) mend(`does not read as a number. ${asks || "Write one like 0.5, 1,600, -3.6 or 16/20."}`, `"${unread}"`);
      else if (texts.some(Boolean) && !usable) mend("One number so far; this asks for two.");
      else if (!usable) mend("Blank so far. A wrong try gets you a hint.");
      else if (given.some((x) => x < form?.least || x > form?.most)) mend(`"${texts.join(" to ")}" cannot be right. ${asks}`);
      else {
        const unit = texts.some((text) => /[%a-df-z]/i.test(text)) ? ", without the unit" : "";
        const words = GiveOrTakeAnswers.toNumbers(question, given, data), wrong = !words.startsWith("Right.");
        const read = given.join() === texts.join() ? "" : `Read as ${given.map(short).join(" and ")}${unit}.`;
        say(box, words, { wrong, read });
      }
    };
  }

  function byText(id, box) {
    const field = make("textarea", { rows: 8, spellcheck: true });
    const line = make("form", { className: "text" }, make("label", {}, "Your paragraph", field), make("button", { textContent: "Check" }));
    box.querySelector(".reply").before(line);
    line.onsubmit = (event) => {
      event.preventDefault();
      answer(id, { fields: [field.value.trim()] });
    };
    shows[id] = (entry) => {
      const text = field.value = entry?.fields?.[0] ?? "";
      const words = !text ? "Blank so far. A wrong try gets you a hint." : GiveOrTakeAnswers.toText(data.questions[id], text);
      say(box, entry ? words : "", { wrong: Boolean(entry) && !words.startsWith("Right") });
    };
  }

  function prediction(id, box) {
    ask(id, box, `${data.noted.includes(id) || parseInt(id, 10) !== data.chapter ? "Call" : "Prediction"} ${id}`);
    byLetter(id, box, options(box.querySelector("ul")));
  }

  function exercise(id, box, kind) {
    if (kind === "choice") { // its options stand above, and are taken in
      const list = all("ul", box.closest("section")).findLast((ul) => ul.querySelector("li strong")?.textContent === "a");
      list.before(box);
      box.append(list);
      byLetter(id, ask(id, box), options(list));
    } else (kind === "text" ? byText : byNumber)(id, ask(id, box));
  }

  for (const [id, { kind }] of Object.entries(data.questions)) {
    const box = document.getElementById(`predict-${id.toLowerCase()}`) ?? article.querySelector(`[data-exercise="${id}"]`);
    if (box && kind === "prediction") prediction(id, box);
    else if (box) exercise(id, box, kind);
  }
  for (const words of all("details.unguessed")) words.hidden = true; // of a call that is settled where it is asked
  // The opening's question is answered before anything is known, and the answer said again where the text comes back.
  const atStart = `${data.chapter} at the start`, opening = article.querySelector(".opening"), again = article.querySelector(".said");
  const words = JSON.parse(opening?.dataset.options ?? "[]").map((letter) =>
    make("button", { type: "button", textContent: letter, onclick: () => {
      add(atStart, { chapter: data.chapter, letter });
      show();
    } }));
  opening?.append(...words);
  Object.assign(opening ?? {}, { role: "group", ariaLabel: "Your answer" });

  // In a room a vote is cast blind: what follows is out of sight until it is cast, or passed over: by a button, its fold,
  // or a link into what follows. The browser's own search and paper see all of it.
  const room = () => { try { return JSON.parse(localStorage.getItem(ROOM)); } catch { return null; } };
  const passed = new Set(room());
  const pass = (...ids) => {
    for (const id of ids) passed.add(id);
    if (room()) localStorage[ROOM] = JSON.stringify([...passed]);
    veil();
  };
  const gates = all(".opening, [data-question]:has(+ .result)").map((vote) => vote === opening
    ? { id: atStart, end: vote, cast: () => remembered()[atStart] }
    : { id: vote.dataset.question, end: vote.nextElementSibling, cast: () => vote.dataset.settled === "yes" });
  for (const { id, end } of gates) end.addEventListener("toggle", () => end.open && !end.dataset.printed && !passed.has(id) && pass(id));
  const following = (part) => {
    const found = [];
    for (; part !== article; part = part.parentElement) {
      for (let next = part.nextElementSibling; next; next = next.nextElementSibling) found.push(next);
    }
    return found;
  };
  const hint = make("p", { className: "veil" }, "What follows gives the answer away. ",
    make("button", { type: "button", textContent: "I have no opinion: show it", onclick: () => pass(hint.dataset.of) }), " ",
    make("button", { type: "button", textContent: "Leave the room", onclick: () => { localStorage.removeItem(ROOM); veil(); } }));
  let veiled = [];
  const veil = (whole = !room()) => {
    for (const part of veiled) part.hidden = false;
    const gate = whole ? undefined : gates.find(({ id, cast }) => !passed.has(id) && !cast());
    hint.remove();
    gate?.end.after(hint);
    hint.dataset.of = gate?.id;
    veiled = gate ? following(hint).filter((part) => !part.hidden && !part.matches(".forget, .goals, script")) : [];
    for (const part of veiled) part.hidden = "until-found";
    dispatchEvent(new Event("resize")); // what is in sight now is measured anew
  };
  const lead = (to) => { // to a place that is out of sight
    if (!veiled.some((part) => part.contains(to))) return;
    pass(...gates.filter(({ end }) => end.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING).map(({ id }) => id));
    to.scrollIntoView();
  };
  const follow = () => lead(document.getElementById(decodeURIComponent(location.hash.slice(1))));
  article.addEventListener("beforematch", ({ target }) => lead(target));
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => veil(true));
  addEventListener("afterprint", () => veil());

  const show = () => {
    const entries = remembered(), said = entries[atStart]?.letter;
    for (const button of words) button.ariaPressed = button.textContent === said;
    if (again) again.textContent = said ? `You said "${said}" at the start. ` : "";
    for (const id in shows) shows[id](entryOf(id, entries[id] ?? null));
    veil();
  };
  show();
  follow();
  addEventListener("pageshow", (event) => event.persisted && show());
  const lab = article.querySelector(".write-down");
  if (lab) lab.textContent = "Answer here, with a letter or a number. The solutions are folded away at the end.";
  if (!Object.keys(shows).length) return;
  const ofChapter = forget("Forget this chapter's", elsewhere, data.chapter ? "Your first guesses in chapter 0 are kept. " : "");
  article.append(make("p", { className: "forget" }, "Your answers stay in this browser. ",
    article.querySelector(".way") ? ofChapter : "", " ", forget("Forget all", () => []), " ", status));
});
