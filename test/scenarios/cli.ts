import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../cli/harness.ts';
import { ScenarioCluster } from './cluster.ts';
import { changeFolder, normalized, textsIn, writeFiles } from './folder.ts';
import type { Section, Step } from './format.ts';
import { holdersOf, listOfHolders, readableHolder } from './helmReleases.ts';
import { runIn } from './inProcess.ts';
import { piped } from './pipes.ts';
import { ScenarioPublisher } from './publisher.ts';
import { contentOf, textSection } from './sectionText.ts';
import { readCommand, type TypedCommand } from './typed.ts';

/** Runs the commands of a scenario in order, and returns each with its results. */
export async function runCommands(
  files: readonly Section[],
  steps: readonly Step[],
  programs: (name: string) => string,
): Promise<readonly Step[]> {
  const workspace = new Workspace({});
  const cluster = new ScenarioCluster();
  const publisher = new ScenarioPublisher();
  try {
    const isStdin = ({ name }: Section) => /^stdin(,|$)/.test(name);
    writeFiles(
      workspace,
      files.filter((section) => !isStdin(section)),
    );
    const input = files.find(isStdin);
    const stdin = input === undefined ? '' : contentOf(input, workspace.path).content.toString();
    const done: Step[] = [];
    for (const { command, results } of steps) {
      const typed = readCommand(command);
      const changed =
        exportReleases(workspace, typed, results) ??
        changeFolder(workspace, typed, results) ??
        (await cluster.step(typed.words, results)) ??
        (await publisher.step(typed.words, results));
      const env = { ...cluster.env, ...publisher.env };
      const surroundings = { stdin, env, programs, published: publisher.host };
      done.push({ command, results: changed ?? (await runCommand(workspace, typed, surroundings)) });
    }
    return done;
  } finally {
    await cluster.close();
    await publisher.close();
    workspace.remove();
  }
}

/** `releases FILE` writes the releases of the sections below it into one file of Secrets. */
function exportReleases(
  workspace: Workspace,
  { words: [verb, file = ''] }: TypedCommand,
  sections: readonly Section[],
): readonly Section[] | undefined {
  if (verb !== 'releases') return undefined;
  workspace.write(file, listOfHolders(holdersOf(sections)));
  return sections;
}

/** The options of a command. */
interface Surroundings {
  readonly stdin: string;
  /** Variables of the scenario; a command can set others. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of a program that is installed for tests. */
  readonly programs: (name: string) => string;
  /** The host of the registries. */
  readonly published: string;
}

async function runCommand(
  workspace: Workspace,
  typed: TypedCommand,
  { stdin, env: given, programs, published }: Surroundings,
): Promise<readonly Section[]> {
  const { cwd, words, pipes, into } = typed;
  const [first, ...args] = words[0] === 'interrupt' ? words.slice(1) : words;
  if (first !== 'kubecompat') throw new Error(`FORMAT.md does not have the command ${first}`);
  const filled = (text: string) =>
    text
      .replaceAll('$WORK', workspace.path)
      .replaceAll('$HELM', () => programs('helm'))
      .replaceAll('$KUBECTL', () => programs('kubectl'))
      .replaceAll('$HOME', () => given['HOME'] ?? '')
      .replaceAll('$PUBLISHED', () => published)
      .replaceAll('$PATH', () => process.env['PATH'] ?? '');
  const set = Object.entries(typed.env).map(([name, value]) => [name, filled(value)]);
  const env = { ...given, ...Object.fromEntries(set) };
  const before = textsIn(workspace.path);
  const isEnded = first !== words[0];
  const run = isEnded
    ? await workspace.interrupt(args.map(filled), { env, cwd })
    : await runIn(workspace, args.map(filled), { stdin, env, cwd });
  const after = textsIn(workspace.path);
  const shown = (text: string) => normalized(text, workspace.path);
  const stdout = pipes.reduce(piped, run.stdout);
  if (into !== undefined) writeFileSync(join(workspace.path, into), run.stdout);
  return [
    { name: `exit ${run.exit}`, body: '' },
    ...(into === undefined ? textSection('stdout', shown(stdout)) : []),
    ...textSection('stderr', shown(run.stderr)),
    ...[...after].flatMap(([path, text]) => {
      if (before.get(path) === text) return [];
      // The copy of a cluster is large, and contains the time when it was read.
      const isCopy = path.startsWith('.kubecompat/live/');
      if (isCopy) return [{ name: `wrote ${path}`, body: '' }];
      return textSection(`wrote ${path}`, shown(readableHolder(text) ?? text));
    }),
    ...[...before.keys()].flatMap((path) => (after.has(path) ? [] : [{ name: `removed ${path}`, body: '' }])),
  ];
}
