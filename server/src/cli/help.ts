import type { Command } from './command.ts';
import { commands } from './commands.ts';
import type { FlagSpec } from './flags/arguments.ts';
import { programName } from './output/programName.ts';
import { catalogueFlag } from './runs/catalogueOfRun.ts';
import { followLinksFlag } from './runs/reachOfRun.ts';

/** What `kubecompat --help` prints. */
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

/** What `kubecompat COMMAND --help` prints. */
export function commandHelp(name: string, summary: string, { operands, flags, notes }: Command): string {
  return [
    `usage: ${programName()} ${name} [FLAGS] ${operands}`.trimEnd(),
    '',
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    '',
    ...table([...flags.map((flag): [string, string] => [flagTitle(flag), flag.help]), ['--help', 'this help']]),
    ...(notes === undefined ? [] : ['', notes]),
    '',
  ].join('\n');
}

function flagTitle({ name, value }: FlagSpec): string {
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(32, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) =>
    left.length > width ? [`  ${left}`, `  ${''.padEnd(width)}  ${right}`] : [`  ${left.padEnd(width)}  ${right}`],
  );
}
