import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { type CommandWord, itemWord, shellCommands } from './commandWords.ts';
import type { Cursor } from './cursor.ts';
import type { WrittenFlag } from './description.ts';
import { flagOfArgument, flagOfText } from './flags.ts';
import { scalarText } from './scalarText.ts';

/** The flags of a component among words for k3s or RKE2: `--kube-apiserver-arg=feature-gates=A=true`, in one word or two. */
export function flagsOfK3s(component: string, items: readonly Cursor[]): readonly WrittenFlag[] {
  const [only] = items;
  const source = items.length === 1 && only !== undefined ? scalarText(only) : undefined;
  // One text is a command line: `server --kube-apiserver-arg=…`.
  const words =
    source !== undefined && /\s/.test(source.value)
      ? shellCommands(source).flat()
      : items.flatMap((item) => itemWord(item) ?? []);
  const option = `--${component}-arg`;
  const options = component === 'kube-apiserver' ? words.flatMap((word, at) => optionOf(word, words[at + 1])) : [];
  const passed = words.flatMap((word, at): readonly CommandWord[] => {
    if (word.text.startsWith(`${option}=`)) return [wordFrom(word, option.length + 1)];
    return words[at - 1]?.text === option ? [word] : [];
  });
  return [...options, ...flagsOfK3sArguments(passed)];
}

/**
 * The flags among the arguments for a component. `name+=value` and `name-=value` put a value behind or before the others
 * of the name, which k3s passes one after the other (github.com/k3s-io/k3s/pkg/util/args.go, `GetArgs`).
 */
export function flagsOfK3sArguments(words: readonly CommandWord[]): readonly WrittenFlag[] {
  const flags: WrittenFlag[] = [];
  for (const word of words) {
    const found = flagOfArgument(word, '[-+]?');
    if (/^[^=]*-=/.test(word.text)) flags.unshift(...found);
    else flags.push(...found);
  }
  return flags;
}

/** An option of the program that becomes a flag of the API server: `--service-cidr=10.43.0.0/16`, in one word or two. */
function optionOf(word: CommandWord, next: CommandWord | undefined): readonly WrittenFlag[] {
  const [, name = '', equals] = /^--([\w-]+)(=?)/.exec(word.text) ?? [];
  const flag = k3sOptions.get(name);
  if (flag === undefined) return [];
  const value = equals === '=' ? wordFrom(word, name.length + 3) : next;
  const source = value?.source;
  if (value === undefined || source === undefined) return [];
  const span = source.spanOf(value.start, value.end);
  return [flagOfText(flag, source.span, { ...source, value: value.text, span })];
}

const { about: _, ...optionFlags } = sources.k3s.flags;

/** Options of k3s and RKE2 and the flags of the API server that they become. */
export const k3sOptions: ReadonlyMap<string, string> = new Map(Object.entries(optionFlags));

/** The part of a word from an offset on. */
function wordFrom(word: CommandWord, from: number): CommandWord {
  const { text, source, start, end, offsets, item } = word;
  const base = { text: text.slice(from), source, end, ...(item === undefined ? {} : { item }) };
  if (offsets === undefined) return { ...base, start: start + from };
  return { ...base, start: offsets[from] ?? start, offsets: offsets.slice(from) };
}
