// Bundles source/ and what it takes of @stdlib into the file that the site serves (or into the file that is named),
// and collects the licences of what is in it.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const versions = Object.entries(JSON.parse(readFileSync(here("package.json"), "utf8")).devDependencies)
  .filter(([name]) => name.startsWith("@stdlib/"))
  .map(([name, version]) => `${name.slice(8)} ${version}`);

const { metafile } = await build({
  absWorkingDir: here("."),
  entryPoints: ["source/index.js"],
  outfile: process.argv[2] ?? here("../../book/_static/statistics.js"),
  bundle: true,
  alias: { debug: "./source/quiet.cjs" },
  minify: true,
  format: "iife",
  globalName: "GiveOrTakeStatistics",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  banner: {
    js:
      "/*! Made by tools/statistics-js; do not edit. MIT. Contains functions of @stdlib (Apache-2.0, in parts after " +
      `Boost, Cephes and FreeBSD): licences in tools/statistics-js/licences.txt. ${versions.join(", ")} */`,
  },
});

// The Apache licence once, and each of the other texts once, with the packages that it belongs to.
const packages = new Set(Object.keys(metafile.inputs).map((path) => path.match(/@stdlib\/[^/]+/)?.[0]).filter(Boolean));
const END = "END OF TERMS AND CONDITIONS";
const texts = {};
for (const name of [...packages].sort()) {
  const [notice, licence] = ["NOTICE", "LICENSE"].map((file) => readFileSync(here(`node_modules/${name}/${file}`), "utf8"));
  const [apache, more] = licence.split(END);
  (texts[`${apache.trim()}\n\n   ${END}`] ??= new Set()).add("all");
  (texts[`${notice.trim()}\n\n${more.trim()}`.trim()] ??= new Set()).add(name);
}
const all = Object.entries(texts).map(([text, names]) => `${[...names].join("\n")}\n\n${text}\n`);
writeFileSync(here("licences.txt"), all.join(`\n${"-".repeat(80)}\n\n`));
