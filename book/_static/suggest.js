// The search box of the side bar: while one types, it offers the pages, sections and terms that are called so. The names
// are those of the index in which the search page looks, which is loaded with the first letter.
addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector(".sidebar-search"), root = document.documentElement.dataset.content_root;
  if (!box || document.getElementById("search-results")) return; // the search page answers itself
  const list = make("ul", { className: "suggested", hidden: true, ariaLabel: "Suggestions" });
  box.form.after(list);
  let names = null, asked = false;
  window.Search = {
    setIndex({ docnames, titles, alltitles, indexentries }) {
      const pages = Object.entries({ ...indexentries, ...alltitles }).filter(([, places]) => places.length < 4); // no "Exercises"
      names = pages.flatMap(([name, places]) => places.map(([page, anchor]) => ({
        name: name.replace(/ \(.*\)$/, ""), low: name.toLowerCase(), of: anchor && titles[page] !== name ? titles[page] : "",
        href: `${root}${docnames[page]}.html${anchor ? `#${anchor}` : ""}`,
      })));
      offer();
    },
  };

  function offer() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const begins = ({ low }) => low.split(/[\s_·“"(-]+/).some((word) => word.startsWith(words[0]));
    const found = !names || box.value.trim().length < 2 ? [] : names.filter((one) => begins(one) && words.every((word) => one.low.includes(word)));
    const rank = ({ low, of }) => 2 * Boolean(of) + !low.startsWith(words[0]); // pages first
    found.sort((one, other) => rank(one) - rank(other) || one.low.length - other.low.length);
    list.hidden = !found.length;
    list.replaceChildren(...found.slice(0, 6).map(({ name, of, href }) => make("li", {}, make("a", { href }, name, make("small", {}, of)))));
  }

  box.autocomplete = "off";
  box.addEventListener("input", () => {
    if (names) return offer();
    if (!asked) document.head.append(make("script", { src: `${root}searchindex.js` }));
    asked = true;
  });
  box.form.parentElement.addEventListener("keydown", ({ key }) => key === "Escape" && (list.hidden = true));
});
