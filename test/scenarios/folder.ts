import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import type { Section } from './format.ts';
import type { TypedCommand } from './typed.ts';

const noNewline = ', without a newline at its end';
const inBase64 = ', in base64';
const executable = ', executable';

/** Writes the files of a scenario. */
export function writeFiles(workspace: WorkspaceFolder, sections: readonly Section[]): void {
  for (const section of sections) {
    const [, link, to] = /^(\S+) -> (\S+)$/.exec(section.name) ?? [];
    if (link !== undefined && to !== undefined) {
      rmSync(join(workspace.path, link), { force: true });
      workspace.write(link, { to: to.replace('$WORK', workspace.path) });
      continue;
    }
    const { name, content } = contentOf(section, workspace.path);
    const isProgram = name.endsWith(executable);
    const path = isProgram ? name.slice(0, -executable.length) : name;
    workspace.write(path, content);
    if (isProgram) chmodSync(join(workspace.path, path), 0o755);
  }
}

/** The text or the bytes of a section, by what its name says of them, and the name without that. */
export function contentOf({ name, body }: Section, folder: string): { name: string; content: string | Uint8Array } {
  if (name.endsWith(inBase64)) return { name: name.slice(0, -inBase64.length), content: Buffer.from(body, 'base64') };
  const text = body.replaceAll('$WORK', folder);
  const isWhole = !name.endsWith(noNewline);
  return isWhole ? { name, content: text } : { name: bareName(name), content: text.slice(0, -1) };
}

/** A section with a text that may lack the newline at its end; none for no text. */
export function textSection(name: string, text: string): readonly Section[] {
  if (text === '') return [];
  return [text.endsWith('\n') ? { name, body: text } : { name: name + noNewline, body: `${text}\n` }];
}

/** The name of a section without what it says of its text. */
export function bareName(name: string): string {
  return name.replace(noNewline, '');
}

/**
 * Does what a step says besides running the program: `write`, `append`, `remove`, `same` and `git`. Gives the sections that the
 * step then has, or nothing where it is none of these.
 */
export function changeFolder(
  workspace: WorkspaceFolder,
  { cwd, words }: TypedCommand,
  sections: readonly Section[],
): readonly Section[] | undefined {
  const [verb, ...args] = words;
  if (verb === 'write') {
    writeFiles(workspace, sections);
    return sections;
  }
  if (verb === 'append') {
    const [path = '', times, text = ''] = args;
    appendFileSync(join(workspace.path, path), text.repeat(Number(times)));
    return [];
  }
  if (verb === 'remove') {
    for (const path of args) rmSync(join(workspace.path, path), { recursive: true });
    return [];
  }
  if (verb === 'same') {
    const [first, ...others] = args.map((path) => readFileSync(join(workspace.path, cwd, path), 'utf8'));
    if (others.length === 0 || others.some((text) => text !== first)) throw new Error(`${args} are not the same`);
    return [];
  }
  if (verb !== 'git') return undefined;
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const filled = args.map((arg) => arg.replaceAll('$WORK', workspace.path));
  const run = spawnSync('git', [...identity, ...filled], { cwd: join(workspace.path, cwd), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return textSection('stdout', run.stdout);
}

/** The texts below a folder, by path; not those of git. */
export function textsIn(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name !== '.git')
      .flatMap((entry): readonly (readonly [string, string])[] => {
        const path = join(folder, entry.name);
        if (entry.isFile()) return [[entry.name, readFileSync(path, 'utf8')]];
        return entry.isDirectory() ? [...textsIn(path)].map(([name, text]) => [`${entry.name}/${name}`, text]) : [];
      })
      .sort(),
  );
}

/** The URI of this source tree, which links to explanations lead into. */
const source = new URL('../../', import.meta.url).href.replace(/\/$/, '');

/** A text in which nothing differs from run to run or by where this tree lies: no temporary folder, port or time. */
export function normalized(text: string, folder: string): string {
  return text
    .replaceAll(source, '$SOURCE')
    .replaceAll(folder, '$WORK')
    .replaceAll(basename(folder), 'WORK')
    .replace(/\b(127\.0\.0\.1|localhost):\d{4,5}\b/g, '$1:PORT')
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC\b/g, 'TIME')
    .replace(/"fetched": "[^"]*"/g, '"fetched": "TIME"')
    .replace(/("name": ?"kubecompat",\s*"version": ?)"[^"]*"/g, '$1"VERSION"')
    .replace(/("catalogue": ?)"[^"]*"/g, '$1"VERSION"')
    .replace(/\(catalogue \d[\w.-]*\)/g, '(catalogue VERSION)')
    .replace(/("run": ?)"[0-9a-f]{16}"/g, '$1"RUN"');
}
