// An element with its properties and what is in it; other scripts use it too.
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// A button that copies what stands in an element, and then tells `done`.
const copier = (what, content, done = () => {}, text = () => content.textContent) => {
  const button = make("button", { type: "button", className: "copy", ariaLabel: `Copy: ${what}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      return getSelection().selectAllChildren(content); // where the browser keeps the clipboard from pages
    }
    button.textContent = "Copied";
    done();
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
};

// What can be scrolled sideways can be reached by keyboard; the two side bars have names.
const name = (selector, words) => document.querySelector(selector)?.setAttribute("aria-label", words);
const reach = () => document.querySelectorAll("pre, .table-wrapper, div.math, .output.text_html").forEach((box) => {
  box.toggleAttribute("tabindex", false);
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
});
addEventListener("load", () => {
  name(".sidebar-drawer", "Pages");
  name(".toc-drawer", "Sections of this page");
  reach();
});
addEventListener("resize", reach);
addEventListener("toggle", reach, true);
// Tabs are walked through by arrow keys; `choose` is told which has been reached.
const byArrows = (tabs, choose) => tabs.addEventListener("keydown", (event) => {
  const all = [...tabs.children], here = all.indexOf(event.target);
  const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length).focus();
  choose(all.at(to % all.length));
});

// There an arrow moves what is in the box, and does not turn the page.
addEventListener("keydown", (event) => {
  const { scrollWidth, clientWidth } = document.activeElement;
  const inside = scrollWidth > clientWidth || document.activeElement.closest("[data-question]");
  if (/^Arrow(Left|Right)$/.test(event.key) && inside) event.stopPropagation();
}, true);

// Paper cannot unfold: what is folded is printed open.
addEventListener("beforeprint", () => document.querySelectorAll("details:not([open])").forEach((fold) => {
  fold.open = fold.dataset.printed = true;
}));
addEventListener("afterprint", () => document.querySelectorAll("details[data-printed]").forEach((fold) => {
  fold.open = false;
  delete fold.dataset.printed;
}));

// One switch for all code of a chapter, kept for all of them: folded, open, or, if it is left alone, as the chapter has it.
// A line that asks for a bare value is its label, and stays. So does the title of code that stands below what it gives.
addEventListener("DOMContentLoaded", () => {
  const head = document.querySelector(".take-along"), key = "give-or-take/code";
  for (const input of document.querySelectorAll("article .cell:not(.tag_asks, .tag_hide-cell) > .cell_input")) {
    const code = input.textContent.trim(), value = input.nextElementSibling?.querySelector(".text_plain");
    if (value && !code.includes("\n")) continue;
    const words = input.closest(".tag_behind") ? "The code behind it" : "The code";
    const fold = make("details", { className: "lesson", open: true }, make("summary", {}, words));
    input.replaceWith(fold);
    fold.append(input);
    if (!value) continue;
    const asks = code.split("\n").findLast((line) => /^[^\s)]/.test(line));
    fold.firstChild.append(": ", make("code", { textContent: asks }));
  }
  const folds = [...document.querySelectorAll("article details:is(.set-up, .lesson)")];
  if (!head || !folds.length) return;
  const buttons = ["folded", "open"].map((textContent) => make("button", { type: "button", textContent, onclick: () => {
    const chosen = document.documentElement.dataset.code === textContent ? "" : textContent; // again: as it was
    set(chosen);
    try { localStorage.setItem(key, chosen); } catch { /* it holds for this page */ }
  } }));
  const box = make("span", { className: "code", role: "group", ariaLabel: "All code" }, "Code:", ...buttons);
  const set = (chosen) => {
    document.documentElement.dataset.code = chosen;
    for (const fold of folds) fold.open = chosen === "open" || (!chosen && fold.matches(".lesson"));
    for (const button of buttons) button.ariaPressed = button.textContent === chosen;
  };
  head.append(box);
  try { set(localStorage.getItem(key) ?? ""); } catch { set(""); }
  // Who has not met it meets it at the first code in sight.
  const first = folds.find((fold) => fold.matches(".lesson"));
  if (!first || document.documentElement.dataset.code) return;
  const here = make("button", { type: "button", textContent: "Fold all code", onclick: () => buttons[0].click() });
  box.addEventListener("click", () => {
    here.textContent = document.documentElement.dataset.code === "folded" ? "Show it again" : "Fold all code";
  });
  first.after(make("p", { className: "code-hint" }, "Here for the pictures? ", here));
});
