import { createRequire } from 'node:module';
import { getAsset } from 'node:sea';
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { expectShortRun } from '../cli/runs/engine.ts';
import type { EmbeddedFiles } from '../workspace/shipped/embeddedFiles.ts';
import type { ThreadRole } from './role.ts';

/*
 * The program as a single file, with Node.js, the program and the shipped files. Its threads run the same code, with
 * their role as first argument.
 */

const roles: readonly ThreadRole[] = ['assistant thread', 'judging thread', 'language server thread'];

const names: readonly string[] = JSON.parse(getAsset('names.json', 'utf8'));
const known = new Set(names);

const inside: EmbeddedFiles = {
  text: (name) => (known.has(name) ? getAsset(name, 'utf8') : undefined),
  names: (folder) => names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1)),
  threadCode: getAsset('single.cjs', 'utf8'),
};

/** Names in stack traces only. */
const nameOf = (file: string) => `${process.execPath}/${file}`;
const builtIn = createRequire(process.execPath);

/** The modules that the program requires: those of Node.js, and its own rarely used parts. */
function load(id: string): unknown {
  if (!id.startsWith('./')) return builtIn(id);
  const file = id.slice('./'.length);
  const text = inside.text(file);
  if (text === undefined) throw new Error(`${file} is missing`);
  const wrapped = `(function (exports, require, module, __filename) {${text}\n})`;
  const run: unknown = new Script(wrapped, { filename: nameOf(file) }).runInThisContext();
  const module = { exports: {} };
  if (typeof run === 'function') run(module.exports, load, module, nameOf(file));
  return module.exports;
}

function start(role: ThreadRole): void {
  const script = new Script(inside.text('program.cjs') ?? '', { filename: nameOf('program.cjs') });
  const program: unknown = script.runInThisContext();
  if (typeof program === 'function') program(load, nameOf('program.cjs'), role, inside);
}

if (!isMainThread) {
  const role = roles.find((known) => known === process.argv[2]);
  if (role !== undefined) start(role);
} else {
  // Node names the program twice in its arguments, as it names itself and a script.
  if (process.argv[2] !== 'lsp' && process.argv[2] !== 'mcp') expectShortRun();
  start('command line');
}
