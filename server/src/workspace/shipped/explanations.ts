import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { embeddedFiles } from './embeddedFiles.ts';

/**
 * The documentation of a code as Markdown: its part of its check's README, or, if that covers many codes, its table row
 * followed by the common text. Undefined for an unknown code.
 */
export function explanationOf(code: string): string | undefined {
  const documentation = documented(code);
  return documentation && (documentation.chapters.get(code) ?? rowFirst(documentation.text, code));
}

/** The file with that documentation, for a program that can open it. */
export function explanationFile(code: string): URL | undefined {
  return documented(code)?.file;
}

interface Documentation {
  /** Undefined if it is embedded in the program. */
  readonly file: URL | undefined;
  readonly text: string;
  /** Its parts, by the codes that they are about. */
  readonly chapters: ReadonlyMap<string, string>;
}

let read: readonly Documentation[] | undefined;

function documented(code: string): Documentation | undefined {
  read ??= textsInside() ?? files().map((file) => documentation(file, readFileSync(file, 'utf8')));
  return read.find(({ chapters }) => chapters.has(code)) ?? read.find(({ text }) => text.includes(`\n| \`${code}\` `));
}

function textsInside(): readonly Documentation[] | undefined {
  const inside = embeddedFiles();
  return inside?.names('explain').map((name) => documentation(undefined, inside.text(`explain/${name}`) ?? ''));
}

function documentation(file: URL | undefined, text: string): Documentation {
  return { file, text, chapters: chaptersIn(text) };
}

/**
 * The build copies every README to `explain/` beside the bundle; in a source tree they are in the folders of their
 * checks.
 */
function files(): readonly URL[] {
  const moduleUrl = import.meta.url;
  if (!moduleUrl.endsWith('.ts')) {
    const folder = new URL('./explain/', moduleUrl);
    return readdirSync(folder).map((name) => new URL(name, folder));
  }
  const folder = new URL('../../checks/', moduleUrl);
  const checks = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    new URL('../../admission/README.md', moduleUrl),
    new URL('../../manifest/README.md', moduleUrl),
    new URL('../../helm/README.md', moduleUrl),
    new URL('../../suppress/README.md', moduleUrl),
    ...checks.map(({ name }) => new URL(`${name}/README.md`, folder)),
  ].filter((file) => existsSync(file));
}

/** The parts of a page by the codes that they are about: each begins with a heading that is its code. */
function chaptersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  let lines: string[] | undefined;
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isFenced = !isFenced;
    const code = isFenced ? undefined : /^# `?([a-z0-9-]+)`?$/.exec(line)?.[1];
    if (code !== undefined) {
      lines = [];
      found.set(code, lines);
    }
    lines?.push(line);
  }
  return new Map([...found].map(([code, lines]) => [code, `${lines.join('\n').trimEnd()}\n`]));
}

function rowFirst(text: string, code: string): string {
  const lines = text.split('\n');
  const row = lines.findIndex((line) => line.startsWith(`| \`${code}\``));
  const head = lines.findLastIndex((line, i) => i < row && /^\| *code /.test(line));
  const table = [lines[head], lines[head + 1], lines[row]].filter((line) => line !== undefined);
  return [`# ${code}`, '', ...table, '', ...lines.slice(1)].join('\n').replace(/\n{3,}/g, '\n\n');
}
