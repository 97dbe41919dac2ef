import { parseArgs } from 'node:util';
import { nearest } from '../../text/nearest.ts';

/** A flag that a command knows. */
export interface FlagSpec {
  readonly name: string;
  /** The letter that kubectl has for it: `-f`. */
  readonly short?: string;
  /** Another long name, kubectl's. */
  readonly alias?: string;
  /** The name of its value in the help; without it the flag is a switch, which also accepts `=true`. */
  readonly value?: string;
  /** The values it may have, if they are few. */
  readonly choices?: readonly string[];
  /** The syntax of its value, which is refused otherwise, whether the run uses it or not. */
  readonly form?: FlagForm;
  readonly help: string;
}

/** The syntax of a flag's value. */
export interface FlagForm {
  /** What a value is: `a date`. */
  readonly title: string;
  /** How to write it. */
  readonly remedy: string;
  /** Whether a value has the form, to its last character. */
  matches(value: string): boolean;
}

/** A command line after parsing. */
export interface ParsedArguments {
  readonly positionals: readonly string[];
  /** Every flag as written, in order; a switch without a value has ''. */
  readonly flags: readonly ParsedFlag[];
  /** The clusters that the flags name by a context, as read for this run. */
  readonly clusters?: ReadClusters;
}

/** The locations of cluster copies read for one run, by context. */
export type ReadClusters = ReadonlyMap<string, { readonly folder: string; readonly name: string }>;

/** One flag of a command line. */
export interface ParsedFlag {
  readonly name: string;
  readonly value: string;
}

/** A usage error with its remedy. */
export class UsageError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'UsageError';
    this.remedy = remedy;
  }
}

/**
 * Parses `--flag value`, `--flag=value`, switches and the letters of `specs`; `--` ends the flags and `-` is a positional.
 * Throws a {@link UsageError} for a flag that `specs` does not have, a missing value or one that is not a choice.
 */
export function parseArguments(args: readonly string[], specs: readonly FlagSpec[]): ParsedArguments {
  const byName = new Map(specs.flatMap((spec) => [spec.name, spec.alias ?? spec.name].map((name) => [name, spec])));
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      [...byName].map(([name, { value, short, alias }]) => [
        name,
        {
          type: value === undefined ? 'boolean' : 'string',
          multiple: true,
          ...(short === undefined || name === alias ? {} : { short }),
        },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const flags: ParsedFlag[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = byName.get(token.name);
    const isShort = !token.rawName.startsWith('--');
    if (spec === undefined || (isShort && token.rawName !== `-${spec.short}`)) {
      throw unknownFlag(token.rawName, [...byName.keys()]);
    }
    // kubectl takes -o=json for -o json; the parser keeps the equals sign.
    const value = isShort && token.inlineValue === true ? token.value?.replace(/^=/, '') : token.value;
    flags.push({ name: spec.name, value: flagValue(spec, value, token.inlineValue === true) });
  }
  return { positionals, flags };
}

function unknownFlag(rawName: string, names: readonly string[]): UsageError {
  const close = nearest(rawName.replace(/^-+/, ''), names, 1)[0];
  const remedy = close === undefined ? 'see --help for the flags of this command' : `did you mean --${close}?`;
  return new UsageError(`unknown flag ${rawName}`, remedy);
}

function flagValue(spec: FlagSpec, value: string | undefined, inline: boolean): string {
  const { name, choices, form } = spec;
  if (spec.value === undefined) return value ?? '';
  if (value === undefined || (!inline && value.startsWith('--'))) {
    throw new UsageError(`--${name} needs a value`, `write --${name}=${spec.value}`);
  }
  if (choices !== undefined && !choices.includes(value)) {
    const close = nearest(value, choices, 1)[0];
    const hint = close === undefined ? '' : ` (did you mean ${close}?)`;
    throw new UsageError(`--${name}=${value} is not valid${hint}`, `--${name} takes ${choices.join(', ')}`);
  }
  if (form?.matches(value) === false) throw new UsageError(`--${name}=${value} is not ${form.title}`, form.remedy);
  return value;
}

/** The values of a flag in the order written; empty when it is absent. */
export function valuesOf({ flags }: ParsedArguments, name: string): readonly string[] {
  return flags.filter((flag) => flag.name === name).map(({ value }) => value);
}

/** The value of a flag that counts when it is written several times: the last. */
export function lastValue(parsed: ParsedArguments, name: string): string | undefined {
  return valuesOf(parsed, name).at(-1);
}

/** The paths of a command, `-` for standard input. Throws a {@link UsageError} without any. @param action as in `check`. */
export function pathsFor(action: string, { positionals }: ParsedArguments): readonly string[] {
  if (positionals.length > 0) return positionals;
  throw new UsageError(`no path to ${action}`, 'name files or folders, or - for standard input');
}

/** Whether a switch is on. Throws a {@link UsageError} where its value is neither `true` nor `false`. */
export function isOn(parsed: ParsedArguments, name: string): boolean {
  const value = lastValue(parsed, name);
  if (value === undefined || value === 'false') return false;
  if (value === '' || value === 'true') return true;
  throw new UsageError(`--${name}=${value} is not valid`, `write --${name} or --${name}=false`);
}
