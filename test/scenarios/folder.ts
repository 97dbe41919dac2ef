import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import type { Section } from './format.ts';
import type { Typed } from './typed.ts';

const noNewline = ', without a newline at its end';
const inBase64 = ', in base64';
const executable = ', executable';

/** Writes the files of a scenario; a section says in its name what its text is. */
export function writeFiles(workspace: WorkspaceFolder, sections: readonly Section[]): void {
  for (const { name, body } of sections) {
    const [, link, to] = /^(\S+) -> (\S+)$/.exec(name) ?? [];
    if (link !== undefined && to !== undefined) {
      rmSync(join(workspace.path, link), { force: true });
      workspace.write(link, { to: to.replace('$WORK', workspace.path) });
    } else if (name.endsWith(inBase64)) {
      workspace.write(name.slice(0, -inBase64.length), Buffer.from(body, 'base64'));
    } else if (name.endsWith(executable)) {
      workspace.write(name.slice(0, -executable.length), body);
      chmodSync(join(workspace.path, name.slice(0, -executable.length)), 0o755);
    } else if (name.endsWith(noNewline)) workspace.write(name.slice(0, -noNewline.length), body.slice(0, -1));
    else workspace.write(name, body);
  }
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
 * Does what a step says besides running the program: `write`, `remove`, `rename` and `git`. Gives the sections that the
 * step then has, or nothing where it is none of these.
 */
export function changeFolder(
  workspace: WorkspaceFolder,
  { cwd, words }: Typed,
  sections: readonly Section[],
): readonly Section[] | undefined {
  const [verb, ...args] = words;
  if (verb === 'write') {
    writeFiles(workspace, sections);
    return sections;
  }
  if (verb === 'remove') {
    for (const path of args) rmSync(join(workspace.path, path), { recursive: true });
    return [];
  }
  if (verb !== 'git') return undefined;
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const run = spawnSync('git', [...identity, ...args], { cwd: join(workspace.path, cwd), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return textSection('stdout', run.stdout);
}

/** The texts below a folder, by path; not those of git. */
export function textsIn(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    paths
      .filter((path) => !/(^|\/)\.git\//.test(path.replaceAll('\\', '/')))
      .map((path) => [path, join(folder, path)] as const)
      .filter(([, whole]) => lstatSync(whole).isFile())
      .map(([path, whole]) => [path, readFileSync(whole, 'utf8')]),
  );
}

/** A text in which nothing differs from run to run: no temporary folder, port, time or commit. */
export function steady(text: string, folder: string): string {
  return text
    .replaceAll(folder, '$WORK')
    .replaceAll(basename(folder), 'WORK')
    .replace(/\b(127\.0\.0\.1|localhost):\d{4,5}\b/g, '$1:PORT')
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC\b/g, 'TIME')
    .replace(/"fetched": "[^"]*"/g, '"fetched": "TIME"');
}
