import { Refusal } from './refusal.ts';
import type { CommandRun, ToolFileAccess } from './toolFileAccess.ts';

/** A text, or files and folders. */
interface What {
  readonly text?: string | undefined;
  readonly file?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

/**
 * Runs a command with a tool's input. Throws a {@link Refusal} without an input, with both a text and paths, for paths
 * outside of the roots, and for usage errors.
 *
 * @param flags each as `--name=value`, so that no value is parsed as a flag.
 */
export async function runOn(
  ground: ToolFileAccess,
  command: string,
  what: What,
  flags: readonly string[],
): Promise<CommandRun> {
  const { text, file, paths } = what;
  if ((text === undefined) === (paths === undefined)) {
    throw new Refusal('pass either text or paths', 'text for one manifest, paths for files below the roots');
  }
  if (text === undefined) return runCommand(ground, command, flags, paths ?? []);
  const named = file === undefined ? [] : [`--stdin-filename=${ground.hasRoots ? ground.path(file) : file}`];
  return settled(await ground.run([command, ...flags, ...named, '-'], text));
}

/** The same with only paths, or none. */
export async function runCommand(
  ground: ToolFileAccess,
  command: string,
  flags: readonly string[],
  paths: readonly string[] = [],
): Promise<CommandRun> {
  return runWords(
    ground,
    command,
    flags,
    paths.map((path) => ground.path(path)),
  );
}

/** The same with operands that are no paths. */
export async function runWords(
  ground: ToolFileAccess,
  command: string,
  flags: readonly string[],
  operands: readonly string[],
): Promise<CommandRun> {
  return settled(await ground.run([command, ...flags, '--', ...operands]));
}

/** Flags of the same name. */
export function repeated(name: string, values: readonly string[] | undefined): readonly string[] {
  return (values ?? []).map((value) => `--${name}=${value}`);
}

/** Wrong usage comes without a result. */
function settled(run: CommandRun): CommandRun {
  const [first] = run.problems;
  if (run.exit !== wrongUsage || run.out !== '') return run;
  throw new Refusal(first?.message ?? 'the command refuses these arguments', first?.remedy ?? 'pass other arguments');
}

const wrongUsage = 2;
