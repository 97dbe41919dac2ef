import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Files, Workspace } from '../cli/harness.ts';
import type { Section, Step } from './format.ts';
import { runIn } from './inProcess.ts';

const noNewline = ', without a newline at its end';
const inBase64 = ', in base64';

/** The files of a scenario in the form of the command line's tests. */
export function filesOf(sections: readonly Section[]): Files {
  return Object.fromEntries(
    sections
      .filter(({ name }) => name !== 'stdin')
      .map(({ name, body }) => {
        const [, link, to] = /^(\S+) -> (\S+)$/.exec(name) ?? [];
        if (link !== undefined && to !== undefined) return [link, { to }];
        if (name.endsWith(inBase64)) return [name.slice(0, -inBase64.length), Buffer.from(body, 'base64')];
        return name.endsWith(noNewline) ? [name.slice(0, -noNewline.length), body.slice(0, -1)] : [name, body];
      }),
  );
}

/** Runs the commands of a scenario one after the other, and gives each with what came of it. */
export async function runCommands(files: readonly Section[], steps: readonly Step[]): Promise<readonly Step[]> {
  const workspace = new Workspace(filesOf(files));
  const stdin = files.find(({ name }) => name === 'stdin')?.body;
  try {
    const done: Step[] = [];
    for (const { command } of steps) done.push({ command, results: await runCommand(workspace, command, stdin) });
    return done;
  } finally {
    workspace.remove();
  }
}

async function runCommand(workspace: Workspace, command: string, stdin = ''): Promise<readonly Section[]> {
  const [, cwd, settings = '', typed] = /^(?:cd (\S+); )?((?:[A-Z_]+=\S* )*)kubecompat(?: (.*))?$/.exec(command) ?? [];
  if (typed === undefined && !command.endsWith('kubecompat')) throw new Error(`$ ${command} is not a command`);
  const env = Object.fromEntries(
    settings
      .split(' ')
      .filter((setting) => setting !== '')
      .map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)]),
  );
  const before = textsIn(workspace.path);
  const run = await runIn(workspace, typed === undefined ? [] : typed.split(' '), {
    stdin,
    env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const shown = (text: string) => text.replaceAll(workspace.path, '$WORK').replaceAll(basename(workspace.path), 'WORK');
  const written = [...textsIn(workspace.path)].filter(([path, text]) => before.get(path) !== text);
  return [
    { name: `exit ${run.exit}`, body: '' },
    ...output('stdout', shown(run.stdout)),
    ...output('stderr', shown(run.stderr)),
    ...written.flatMap(([path, text]) => output(`wrote ${path}`, shown(text))),
  ];
}

function output(name: string, text: string): readonly Section[] {
  if (text === '') return [];
  return [text.endsWith('\n') ? { name, body: text } : { name: name + noNewline, body: `${text}\n` }];
}

/** The texts below a folder, by path; not those that only the program itself reads. */
function textsIn(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    paths
      .map((path) => [path, join(folder, path)] as const)
      .filter(([, whole]) => existsSync(whole) && statSync(whole).isFile())
      .map(([path, whole]) => [path, readFileSync(whole, 'utf8')]),
  );
}

/** Whether the results are those that a step expects: exactly, or as far as it says with `contains` and `never`. */
export function differences(expected: readonly Section[], actual: readonly Section[]): readonly string[] {
  const texts = new Map(actual.map(({ name, body }) => [name.replace(noNewline, ''), body]));
  const all = [...texts.values()].join('');
  const loose = (name: string) => expected.some((section) => section.name === `${name} contains`);
  const named = new Set(expected.map(({ name }) => name.replace(noNewline, '')));
  const unexpected = [...texts.keys()].filter((name) => !named.has(name) && !loose(name) && !loose('output'));
  return [
    ...unexpected.map((name) => `there is also ${name}:\n${texts.get(name) ?? ''}`),
    ...expected.flatMap(({ name, body }) => {
      const lines = body.split('\n').filter((line) => line !== '');
      if (name === 'never') return lines.filter((line) => has(all, line)).map((line) => `there is ${line}`);
      const [, part] = /^(.*) contains$/.exec(name) ?? [];
      if (part === undefined) {
        const text = texts.get(name.replace(noNewline, ''));
        return text === body ? [] : [`${name} is not as expected:\n${text ?? '(absent)'}`];
      }
      const text = texts.get(part) ?? '';
      return lines.filter((line) => !has(text, line)).map((line) => `${part} lacks ${line}:\n${text}`);
    }),
  ];
}

/** A line between slashes is a regular expression. */
function has(text: string, line: string): boolean {
  const [, pattern] = /^\/(.*)\/$/.exec(line) ?? [];
  return pattern === undefined ? text.includes(line) : new RegExp(pattern).test(text);
}

/** What a step expects after an update: new results, and what it says with `contains` and `never` as it was. */
export function updated(expected: readonly Section[], actual: readonly Section[]): readonly Section[] {
  const kept = expected.filter(({ name }) => name === 'never' || name.endsWith(' contains'));
  const loose = (name: string) => kept.some((section) => section.name === `${name.replace(noNewline, '')} contains`);
  return [...actual.filter(({ name }) => !loose(name)), ...kept];
}
