// What can be scrolled sideways can be reached by keyboard; the two side bars have names.
const name = (selector, words) => document.querySelector(selector)?.setAttribute("aria-label", words);
const reach = () => document.querySelectorAll("pre, .table-wrapper, div.math").forEach((box) => {
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
// There an arrow moves what is in the box, and does not turn the page.
addEventListener("keydown", (event) => {
  const { scrollWidth, clientWidth } = document.activeElement;
  if (/^Arrow(Left|Right)$/.test(event.key) && scrollWidth > clientWidth) event.stopPropagation();
}, true);

// Paper cannot unfold: what is folded is printed open.
addEventListener("beforeprint", () => document.querySelectorAll("details:not([open])").forEach((fold) => {
  fold.open = fold.dataset.printed = true;
}));
addEventListener("afterprint", () => document.querySelectorAll("details[data-printed]").forEach((fold) => {
  fold.open = false;
  delete fold.dataset.printed;
}));
