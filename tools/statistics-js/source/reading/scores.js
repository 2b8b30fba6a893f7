// Columns of 1 and 0, a row an item or an answer.

import { whole } from "../results.js";
import { headed, transposed } from "./cells.js";
import { ofSystems, sums } from "./counts.js";
import {
  AVERAGE, count, GOOD, inside, ITEM, MEANS, NOT_SCORES, number, numeric, ofTruth, quoted, roleOf, RUN,
  score, spelled, SYSTEM, TIMES, TOTAL, TRY, turned, wayOf,
} from "./words.js";

const ANSWER = /\b(answer|output|response|choice)s?\b/i;
const inTurn = (column) => column.every((cell, k) => count(cell) === k + count(column[0])); // 0, 1, 2
const ofAnswers = (head) => ofTruth([head]) || ANSWER.test(spelled(head));

/** The table with a column such as "correct" last. What stands behind it may name groups and goes before; answers, and decimals such as seconds, do not. */
function resultsLast([heads, ...rows]) {
  const column = (i) => rows.map((row) => row[i]);
  const scored = (i) => column(i).filter((cell) => score(cell) >= 0).length > rows.length / 2;
  const at = heads.findLastIndex((head, i) => scored(i) && GOOD.test(spelled(head)) && !NOT_SCORES.test(head));
  const behind = [...heads.keys()].slice(at + 1);
  if (at < 0 || behind.some(scored)) return [heads, ...rows];
  const names = behind.filter((i) => !ofAnswers(heads[i]) && !column(i).some((cell) => numeric(cell) && !Number.isInteger(count(cell))));
  return [heads, ...rows].map((row) => [...names.map((i) => row[i]), ...row.slice(0, at + 1)]);
}

/** 1 and 0 beside a column that says how often each row stands: read if nothing else stands there, each row once; else refused. */
export function weighted([heads, ...rows]) {
  const column = (i) => rows.map((row) => row[i]);
  const at = heads.findIndex((head, i) => TIMES.test(spelled(head).trim()) && column(i).every((cell) => Number.isInteger(count(cell))) && column(i).some((cell) => count(cell) > 1) && !inTurn(column(i)));
  const results = heads.flatMap((head, i) => (head && i !== at && !NOT_SCORES.test(head) && column(i).every((cell) => score(cell) >= 0) ? [i] : []));
  const labels = rows.map((row) => row.filter((_, i) => heads[i] && i !== at && !results.includes(i)).join("\0"));
  const groups = results.length === 1 && roleOf(heads[results[0]]) === "right" && new Set(labels).size === rows.length; // 1 of 3, 0 of 2
  if (at < 0 || rows.length < 2 || !results.length || groups) return undefined;
  const kinds = new Map(rows.map((row) => [results.map((i) => score(row[i])).join(""), count(row[at])]));
  if (results.length < 3 && !labels.some(Boolean) && kinds.size === rows.length) {
    const called = results.map((i) => heads[i]);
    const [both, first, second, neither, right, wrong] = ["11", "10", "01", "00", "1", "0"].map((kind) => kinds.get(kind) ?? 0);
    const refused = notSystems(called);
    if (refused || results.length === 1) return refused ?? { kind: "counts", counts: [[right, right + wrong]], names: [] };
    const four = [both, first, second, neither];
    const read = `By ${quoted(heads[at])}, ${rows.length} rows stand for ${whole(sums(four.map((x) => [x]))[0])} items: ${whole(both + first)} and ${whole(both + second)} right.`;
    return ofTruth(called) ? { kind: "square", counts: four, truth: true } : { kind: "pairs", counts: four, names: called, read };
  }
  return { refused: `Does ${quoted(heads[at])} say how many items each row stands for? Then add them up and type the counts. If not, leave that column out.` };
}

/** A row for each answer, and a column that names its system: counts of two; or pairs, if each answered each item once. */
export function answers(given) {
  const table = resultsLast(given);
  const [heads, ...rows] = table;
  const at = heads.findIndex((head) => SYSTEM.test(head));
  const last = heads.findLastIndex((_, i) => i !== at);
  const scored = rows.every((row) => score(row[at]) >= 0); // then "control, variant" are two systems
  const several = heads.filter((head, i) => i !== at && !NOT_SCORES.test(head) && rows.every((row) => score(row[i]) >= 0)).length > 1;
  if (at < 0 || last < 0 || several || (scored && !GOOD.test(spelled(heads[last])))) return undefined;
  const found = scores(table.map((row, i) => [i ? row[at] : "group", row[last]]));
  if (!found?.groups) return found;
  const values = (column) => [...new Set(rows.map((row) => row[column]))];
  const names = values(at);
  if (names.length === 1) return scores(table.map((row) => row.toSpliced(at, 1)));
  const read = ofSystems({ kind: "counts", counts: found.groups, names }, heads[at]);
  const ids = heads.flatMap((_, i) => (i !== at && i !== last && values(i).length > 1 && values(i).length < rows.length ? [i] : []));
  if (read.refused || !ids.length) return read;
  const items = values(ids[0]);
  const cell = (item, name) => rows.filter((row) => row[ids[0]] === item && row[at] === name).map((row) => row[last]);
  if (ids.length > 1 || items.some((item) => names.some((name) => cell(item, name).length !== 1))) {
    return { refused: "Here each system must answer each item once. Paste one row an item, one column a system." };
  }
  const pairs = scores([["item", ...names], ...items.map((item) => [item, ...names.flatMap((name) => cell(item, name))])]);
  return pairs.refused ? pairs : { ...pairs, read: pairs.read.replace(" rows", " items"), systems: true };
}

/** Refused: headings of scores that say wrong, that name no score, or that may be facts of one system. */
function notSystems(called) {
  const good = called.map((name) => spelled(name).match(GOOD)?.[1].toLowerCase());
  const wrong = turned(called);
  if (wrong || !called.length) return wrong;
  if (good[0] !== good.at(-1)) return { refused: `Are ${called.map(quoted).join(" and ")} two systems? Then name the columns after them. Else paste ${quoted(called[good.findIndex(Boolean)])} alone.` };
  const answer = called.length === 1 && !good[0] && ofAnswers(called[0]);
  return answer ? { refused: `${quoted(called[0])} is no score: paste a column that says which items were right.` } : undefined;
}

/** Refused: a last row that is of all items, or a cell of the scores that is none. */
function notScored(rows, first) {
  const last = rows.at(-1);
  if (first && ([TOTAL, AVERAGE, /^$/].some((words) => words.test(last[0])) || (last[0].length > 1 && roleOf(last[0])))) return { refused: `The last row, ${quoted(last.join(" "))}, is of all items: leave it out.` };
  const at = rows.findIndex((row) => row.slice(first).some((cell) => score(cell) < 0));
  const odd = rows[at]?.slice(first).find((cell) => score(cell) < 0);
  if (at < 0) return undefined;
  if (!Number.isNaN(number(odd, ""))) return { refused: last.length - first > 1 ? `${MEANS} Or paste the column of 1 and 0 alone.` : MEANS };
  return { refused: `Row ${whole(at + 1)} of ${whole(rows.length)} has ${quoted(odd)} where 1 or 0 belongs. Score it, or leave the row out, and say so.` };
}

/** Refused: two columns that are scored in different words, such as 1 and yes: one of them may be no result. */
function notAlike(rows, first) {
  const [one, other] = [0, 1].map((k) => rows.map((row) => row[first + k]));
  const ways = new Set(one.map(wayOf));
  return other.some((cell) => ways.has(wayOf(cell))) ? undefined : { refused: `${quoted(one[0])} and ${quoted(other[0])}: are these two systems? Then score both in the same words. Else paste the column of results alone.` };
}

/** Columns of 1 and 0, one row an item, last in the table; before them what names the items, or their groups. */
export function scores(given) {
  const lying = given.length < 3 && given[0].length > 2 && given.flat().every((cell) => score(cell) >= 0 || inside(cell) || !cell);
  const table = resultsLast(lying ? transposed(given) : given);
  const names = headed(table) ? table[0] : [];
  const rows = table.slice(names.length ? 1 : 0);
  if (rows.length === 2 && rows.every((row) => score(row.at(-1)) >= 0)) return { refused: "Scores need three rows or more, one row an item." };
  if (rows.length < 3) return undefined;
  const scored = (i) => (rows.filter((row) => score(row[i]) >= 0).length > rows.length / 2 && !inTurn(rows.map((row) => row[i]))) || rows.every((row) => score(row[i]) >= 0 || inside(row[i]));
  const first = table[0].findLastIndex((_, i) => !scored(i) || NOT_SCORES.test(names[i] ?? "")) + 1;
  const many = table[0].length - first;
  if (!many && first === 2 && scored(0) && new Set(rows.map((row) => row[1])).size < rows.length) {
    return { refused: "Is the first column the score of an item, and the second its group? Put the group first. Or name the columns right and items." };
  }
  if (!many) return undefined;
  if (table[0].some((_, i) => i < first && scored(i) && !NOT_SCORES.test(names[i] ?? ""))) return { refused: "Scores stand on both sides of another column. Paste one column of them, or the two that you compare." };
  const called = names.slice(first);
  const tries = many > 2 && called.length > 0 && called.every((name) => TRY.test(name));
  if (many > 2 && !tries) return { refused: `These are ${many} columns of scores: paste one, or the two that you compare. If they are tries of one system, call them try 1, try 2, and so on.` };
  const refused = notScored(rows, first) ?? (tries ? undefined : (notSystems(called) ?? (many === 2 ? notAlike(rows, first) : undefined)));
  if (refused) return refused;
  if (tries) return triedAgain(rows, first, names);
  const rowsRead = `Read ${whole(rows.length)} rows${called.length ? ` of ${called.join(" and ")}` : ""}`;
  const held = repetition(rows, first, names);
  if (!held.note) return held;
  const these = (...wanted) => rows.filter((row) => wanted.every((one, k) => score(row[first + k]) === one)).length;
  if (many === 1) return { kind: "scores", counts: [these(1), rows.length], read: `${rowsRead}: ${whole(these(1))} right.`, ...held };
  const four = [these(1, 1), these(1, 0), these(0, 1), these(0, 0)];
  if (ofTruth(called)) return { kind: "square", counts: four, truth: true, read: `${rowsRead}.` };
  const read = `${rowsRead}: ${whole(four[0] + four[1])} and ${whole(four[0] + four[2])} right.`;
  return { kind: "pairs", counts: four, names: called, read, ...held, groups: undefined, refused: undefined };
}

/** What names the rows of scores more than once: {groups, by, repeats, hang, note}, or {refused}. */
function repetition(rows, first, names) {
  const named = (column) => new Set(rows.map((row) => row[column])).size;
  const told = names.length ? [...names.slice(0, first).keys()].filter((i) => named(i) > 1) : [];
  const run = told.find((i) => RUN.test(names[i]));
  const others = told.filter((i) => !RUN.test(names[i]) && !/^fold$/i.test(names[i]));
  const repeating = others.filter((i) => named(i) < rows.length);
  if (repeating.length > 1) {
    return { refused: `Which is the group: ${repeating.map((i) => quoted(names[i])).join(" or ")}? Paste that column and the scores alone, or the column of 1 and 0 alone.` };
  }
  const at = repeating[0] ?? others.find((i) => ITEM.test(names[i])) ?? run ?? 0;
  const groups = new Map();
  for (const row of first ? rows : []) {
    const [k, n] = groups.get(row[at]) ?? [0, 0];
    groups.set(row[at], [k + score(row[first]), n + 1]);
  }
  const [by, repeats] = [names[at], groups.size > 1 && groups.size < rows.length ? groups.size : 0];
  const lone = repeats > 0 && at === run; // nothing says which answers are of one item
  const hang = !repeats ? "no" : lone || ITEM.test(by) ? "runs" : "groups";
  const [n, k] = [rows.length, repeats].map(whole);
  const times = [...groups.values()].every(([, of]) => of * repeats === rows.length) ? whole(rows.length / repeats) : "several";
  const note = lone ? `${n} rows are ${k} runs by ${quoted(by)}: if each asked the same, they are not ${n} items. Paste the question of each answer too`
    : hang === "runs" ? `${n} rows are ${k} questions asked ${times} times, not ${n} items: each question is a group`
    : `${by ? quoted(by) : "A column"} has ${k} names for them. If these are groups, or items asked several times, this interval is too narrow`;
  return { groups: first && !lone ? [...groups.values()] : undefined, by, repeats, hang, note, refused: lone && `${note}.` };
}

/** A row for each question, a column for each try of one system: each question is a group. */
function triedAgain(rows, first, names) {
  const groups = rows.map((row) => [row.slice(first).filter((cell) => score(cell) > 0).length, row.length - first]);
  const [all, questions, times] = [sums(groups)[1], rows.length, rows[0].length - first].map(whole);
  const note = `${all} answers are ${questions} questions asked ${times} times, not ${all} items: each question is a group`;
  return { kind: "scores", counts: sums(groups), groups, by: first ? names[0] : undefined, read: `Read ${questions} rows of ${times} tries.`, repeats: rows.length, hang: "runs", note };
}
