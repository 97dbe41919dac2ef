import { capital } from '../text/capital.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import type { FlagSpec } from './flags/arguments.ts';
import { pathFlags, takesPaths } from './flags/pathFlags.ts';
import { programName } from './output/programName.ts';
import { catalogueFlag } from './runs/catalogueOfRun.ts';
import { followLinksFlag } from './runs/confinementOfRun.ts';

/** The output of `kubecompat --help`. */
export function generalHelp(): string {
  return [
    'kubecompat shows what a given kube-apiserver would do with your manifests.',
    '',
    `usage: ${programName()} COMMAND [FLAGS] [PATHS...]`,
    '',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    `${programName()} COMMAND --help shows the flags of a command; --version prints the version.`,
    `Links out of the workspace are not followed; ${followLinksFlag}, with any command, follows them.`,
    `${catalogueFlag}=VERSION, with any command, uses an installed catalogue of Kubernetes releases.`,
    '',
  ].join('\n');
}

/** The output of `kubecompat COMMAND --help`. */
export function commandHelp(name: string, summary: string, command: Command): string {
  const { operands, flags, notes } = command;
  const all = [...flags, ...(takesPaths(command) ? pathFlags : [])];
  return [
    `usage: ${programName()} ${name} [FLAGS] ${operands}`.trimEnd(),
    '',
    `${capital(summary)}.`,
    '',
    ...table([...all.map((flag): [string, string] => [flagTitle(flag), flag.help]), ['--help', 'this help']]),
    ...(notes === undefined ? [] : ['', notes]),
    '',
  ].join('\n');
}

function flagTitle({ name, short, value }: FlagSpec): string {
  const long = value === undefined ? `--${name}` : `--${name}=${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(32, Math.max(...rows.map(([term]) => term.length)));
  return rows.flatMap(([term, description]) =>
    term.length > width
      ? [`  ${term}`, `  ${''.padEnd(width)}  ${description}`]
      : [`  ${term.padEnd(width)}  ${description}`],
  );
}
