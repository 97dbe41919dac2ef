import { nearest } from '../text/nearest.ts';
import { type Confinement, confine } from '../workspace/disk/confinement.ts';
import { useCatalogue } from '../workspace/shipped/catalogueInUse.ts';
import { exitCode } from './command.ts';
import { type CommandEntry, commands } from './commands.ts';
import { parseArguments, UsageError } from './flags/arguments.ts';
import { contextsIn } from './flags/contextFlags.ts';
import { pathFlags, takesPaths, withFilenames } from './flags/pathFlags.ts';
import { commandHelp, generalHelp } from './help.ts';
import { processTerminal, type Terminal } from './output/terminal.ts';
import { toolVersion } from './output/toolVersion.ts';
import { cachedRun, cacheFolder } from './runs/cachedRun.ts';
import { chosenCatalogue, withoutCatalogue } from './runs/catalogueOfRun.ts';
import { confinementOfRun, followLinksFlag } from './runs/confinementOfRun.ts';
import { wantsWatch, watching } from './runs/watching.ts';

/**
 * Runs a command line and returns the exit code.
 *
 * @param reach its file access, by arguments and working folder.
 */
export async function main(
  args: readonly string[],
  terminal: Terminal,
  reach: (args: readonly string[], cwd: string) => Confinement | undefined = confinementOfRun,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(generalHelp());
    return exitCode.usage;
  }
  if (name === 'help' && rest[0] !== undefined) return main([rest[0], '--help'], terminal);
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.out([generalHelp()]);
    return exitCode.fine;
  }
  if (name === '--version') {
    terminal.out([`${toolVersion()}\n`]);
    return exitCode.fine;
  }
  const entry = commands.find((command) => command.name === name);
  if (entry === undefined) throw unknownCommand(name);
  confine(reach(rest, terminal.cwd));
  const { rest: others, named } = withoutCatalogue(rest);
  // Catalogue commands need none; tools for assistants use those of their roots.
  const needsNone = entry.name === 'catalogue' || entry.name === 'mcp';
  if (!needsNone || named !== undefined) applyCatalogue(named, terminal.cwd);
  const commandArgs = others.filter((arg) => arg !== followLinksFlag);
  const run = (at: Terminal) => runCommand(entry, commandArgs, at);
  if (entry.cachesRuns === true && wantsWatch(rest)) return watching(terminal, () => run(terminal));
  const folder = entry.cachesRuns === true ? cacheFolder(rest, terminal.cwd) : undefined;
  return folder === undefined ? run(terminal) : cachedRun(folder, args, terminal, run);
}

async function runCommand({ name, summary, load }: CommandEntry, rest: readonly string[], terminal: Terminal) {
  const command = await load();
  const flagsEnd = rest.indexOf('--');
  const flagArguments = flagsEnd < 0 ? rest : rest.slice(0, flagsEnd);
  if (flagArguments.some((arg) => arg === '--help' || arg === '-h')) {
    terminal.out([commandHelp(name, summary, command)]);
    return exitCode.fine;
  }
  const flags = takesPaths(command) ? [...command.flags, ...pathFlags] : command.flags;
  const parsed = withFilenames(parseArguments(rest, flags));
  const contexts = contextsIn(parsed, command);
  if (contexts.length === 0) return command.run(parsed, terminal);
  const { withClusters } = await import('./live/clustersOfRun.ts');
  return withClusters(contexts, parsed, terminal, (whole) => command.run(whole, terminal));
}

function applyCatalogue(named: string | undefined, cwd: string): void {
  const choice = chosenCatalogue(named, cwd);
  if (!choice.ok) throw new UsageError(`${choice.location}: ${choice.message}`, choice.remedy);
  useCatalogue(choice.folder, choice.by === 'name');
}

function unknownCommand(name: string): UsageError {
  const names = commands.map((command) => command.name);
  const close = nearest(name, names, 1)[0];
  const what = name.startsWith('-') ? `put flags after the command, not "${name}"` : `unknown command "${name}"`;
  const remedy = close === undefined ? `the commands are ${names.join(', ')}` : `did you mean ${close}?`;
  return new UsageError(what, remedy);
}

/** Runs a command line, reports usage errors and bugs, and returns the exit code. */
export async function runReportingErrors(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await main(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.problem(error.message, error.remedy);
    else {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      terminal.problem(`this is a bug in kubecompat: ${what}`, 'please report it');
    }
    return exitCode.usage;
  }
}

/** Runs the command line of this process, and ends it with its exit code. */
export async function runCommandLine(): Promise<void> {
  process.exitCode = await runReportingErrors(process.argv.slice(2), processTerminal());
  endProcess();
}

/**
 * Otherwise Node waits for V8's background compilation and garbage collection. Pending pipe output is still written.
 */
function endProcess(): void {
  const { stdout, stderr } = process;
  if (stdout.writableLength + stderr.writableLength === 0) process.exit();
}
