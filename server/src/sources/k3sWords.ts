import type { Cursor } from './cursor.ts';
import type { WrittenFlag } from './description.ts';
import { flagOfArgument } from './flags.ts';
import { scalarText } from './scalarText.ts';
import { itemWord, shellCommands, type Word } from './words.ts';

/** The flags of a component among words for k3s or RKE2: `--kube-apiserver-arg=feature-gates=A=true`, in one word or two. */
export function flagsOfStarter(component: string, items: readonly Cursor[]): readonly WrittenFlag[] {
  const [only] = items;
  const source = items.length === 1 && only !== undefined ? scalarText(only) : undefined;
  // One text is a command line: `server --kube-apiserver-arg=…`.
  const words =
    source !== undefined && /\s/.test(source.value)
      ? shellCommands(source).flat()
      : items.flatMap((item) => itemWord(item) ?? []);
  const option = `--${component}-arg`;
  return words.flatMap((word, at): readonly WrittenFlag[] => {
    if (word.text.startsWith(`${option}=`)) return flagOfArgument(behind(word, option.length + 1));
    const previous = words[at - 1];
    return previous?.text === option ? flagOfArgument(word) : [];
  });
}

/** A word from its character `from` on. */
function behind(word: Word, from: number): Word {
  const { text, source, start, end, offsets, item } = word;
  const rest = { text: text.slice(from), source, end, ...(item === undefined ? {} : { item }) };
  if (offsets === undefined) return { ...rest, start: start + from };
  return { ...rest, start: offsets[from] ?? start, offsets: offsets.slice(from) };
}
