import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import type { Section } from './format.ts';
import { piped } from './pipes.ts';
import { contentOf, textSection } from './sectionText.ts';
import type { TypedCommand } from './typed.ts';

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

/**
 * Runs a step that is not the program, such as `write`, `show` and `git`. Returns the sections with its results, or
 * undefined for other steps.
 */
export function changeFolder(
  workspace: WorkspaceFolder,
  { cwd, words, pipes }: TypedCommand,
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
  if (verb === 'replace') {
    const [path = '', text = '', replacement = ''] = args;
    const before = readFileSync(join(workspace.path, path), 'utf8');
    if (!before.includes(text)) throw new Error(`${path} does not contain ${text}`);
    writeFileSync(join(workspace.path, path), before.replaceAll(text, replacement));
    return [];
  }
  if (verb === 'cut') {
    const [path = '', bytes] = args;
    const file = join(workspace.path, path);
    truncateSync(file, statSync(file).size - Number(bytes));
    return [];
  }
  if (verb === 'pipe') {
    const [pipe = '', source] = args;
    execFileSync('mkfifo', [join(workspace.path, pipe)]);
    const write = `cat '${source}' > '${pipe}'`;
    if (source !== undefined) spawn('sh', ['-c', write], { cwd: workspace.path, stdio: 'ignore' });
    return [];
  }
  if (verb === 'show') {
    const text = readFileSync(join(workspace.path, cwd, args[0] ?? ''), 'utf8');
    return textSection('stdout', normalized(pipes.reduce(piped, text), workspace.path));
  }
  if (verb === 'absent') {
    for (const path of args) if (existsSync(join(workspace.path, path))) throw new Error(`${path} exists`);
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
  if (verb === 'differ') {
    const texts = args.map((path) => readFileSync(join(workspace.path, cwd, path), 'utf8'));
    if (new Set(texts).size < 2) throw new Error(`${args} do not differ`);
    return [];
  }
  if (verb !== 'git') return undefined;
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const filled = args.map((arg) => arg.replaceAll('$WORK', workspace.path));
  const run = spawnSync('git', [...identity, ...filled], { cwd: join(workspace.path, cwd), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`);
  return textSection('stdout', run.stdout);
}

/** The texts below a folder, by path, without `.git`. */
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

/** The URI of this source tree, which links to explanations contain. */
const source = new URL('../../', import.meta.url).href.replace(/\/$/, '');

/** A text that is the same in every run and location of this tree: without temporary folders, ports and times. */
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
