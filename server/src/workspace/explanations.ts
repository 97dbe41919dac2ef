import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The documentation of a code as Markdown: the README of the check that finds it. Undefined for an unknown code. */
export function explanationOf(code: string): string | undefined {
  return documented(code)?.text;
}

/** The file with that documentation, for a program that can open it. */
export function explanationFile(code: string): URL | undefined {
  return documented(code)?.file;
}

interface Documentation {
  readonly file: URL;
  readonly text: string;
}

let read: readonly Documentation[] | undefined;

function documented(code: string): Documentation | undefined {
  read ??= files().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  return (
    read.find(({ text }) => headings(text).includes(code)) ?? read.find(({ text }) => text.includes(`\`${code}\``))
  );
}

/** The build copies every README to `explain/` beside the bundle; in a source tree they lie with their checks. */
function files(): readonly URL[] {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    const folder = new URL('./explain/', here);
    return readdirSync(folder).map((name) => new URL(name, folder));
  }
  const folder = new URL('../checks/', here);
  const checks = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    new URL('../manifest/README.md', here),
    new URL('../helm/README.md', here),
    new URL('../suppress/README.md', here),
    ...checks.map(({ name }) => new URL(`${name}/README.md`, folder)),
  ].filter((file) => existsSync(file));
}

function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ +`?([a-z0-9-]+)`?(?:[: ].*)?$/gm)].map(([, word = '']) => word);
}
