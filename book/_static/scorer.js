// How search ranks what it finds: chapters first, what to look up next, the pages for instructors last. The scores are
// Sphinx's own.
var Scorer = {
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  score: ([page, , , , score]) => score * (/^\d\d-/.test(page) ? 4 : page.startsWith("teach/") ? 0.4 : 1),
};
