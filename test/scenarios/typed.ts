/** A command line: the folder, the variables, the arguments, and where standard output goes. */
export interface TypedCommand {
  /** Relative to the folder of the scenario. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** The filters of standard output, each with its arguments. */
  readonly pipes: readonly (readonly string[])[];
  /** The file for standard output. */
  readonly into: string | undefined;
}

/** Reads `cd FOLDER; NAME=value PROGRAM ARGUMENT 'AN ARGUMENT' | PROGRAM … > FILE`. */
export function readCommand(command: string): TypedCommand {
  const [, cwd = '.', rest = ''] = /^(?:cd (\S+); )?(.*)$/.exec(command) ?? [];
  const words = rest.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  const parts = split(words, '|');
  const [first = [], ...pipes] = parts;
  const last = parts.at(-1) ?? [];
  const redirected = last.at(-2) === '>' ? last.at(-1) : undefined;
  const plain = (all: readonly string[]) =>
    all.slice(0, redirected !== undefined && all === last ? -2 : undefined).map((word) => word.replaceAll("'", ''));
  const set = plain(first).findIndex((word) => !/^[A-Za-z_]+=/.test(word));
  return {
    cwd,
    env: Object.fromEntries(
      plain(first)
        .slice(0, set)
        .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
    ),
    words: plain(first).slice(set),
    pipes: pipes.map(plain),
    into: redirected,
  };
}

function split(words: readonly string[], at: string): readonly (readonly string[])[] {
  const end = words.indexOf(at);
  return end < 0 ? [words] : [words.slice(0, end), ...split(words.slice(end + 1), at)];
}
