import { readManifest } from '../../manifest/read/readManifest.ts';
import { describeClusters } from '../../sources/describeClusters.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag } from '../../sources/description.ts';
import { mayDescribe } from '../../sources/mayDescribe.ts';
import type { Span } from '../../text/span.ts';

/** The described part if a word were at a position. */
export type SettingSlot = { readonly cluster: DescribedCluster; readonly component: DescribedComponent } & (
  | { readonly kind: 'version' }
  | { readonly kind: 'flag-name'; readonly flag: WrittenFlag }
  | { readonly kind: 'flag-value'; readonly flag: WrittenFlag }
  | { readonly kind: 'setting-key'; readonly flag: WrittenFlag }
  | { readonly kind: 'setting-value'; readonly flag: WrittenFlag; readonly key: string }
);

/** A position for a part of a component, with the word that it replaces. */
export interface OpenSlot {
  readonly slot: SettingSlot;
  readonly word: Span;
  /** How the word becomes a setting: unchanged, as the key of an entry, or as a name with its value. */
  readonly form: Form;
}

type Form = 'word' | 'key' | 'name';

/** A unique word that every format accepts as a name, a value, a tag or a version. */
const stand = 'kubecompatstandin';

/** Longer texts are not searched during typing. */
const maxText = 200_000;

/**
 * Finds the possible completions at an offset by describing the file with a word inserted: as a value, as a key, or as
 * an argument name without its value. This covers every supported format.
 */
export function settingSlot(text: string, path: string, offset: number): OpenSlot | undefined {
  if (text.length > maxText || !mayDescribe(text)) return undefined;
  const word = wordAround(text, offset);
  const before = text.slice(0, word.start);
  const after = text.slice(word.end);
  const restOfLine = /^[^\r\n]*/.exec(after)?.[0] ?? '';
  const isLast = restOfLine.trim() === '' || restOfLine.trimStart().startsWith('#');
  const lineStart = before.lastIndexOf('\n') + 1;
  const column = /^(?: |- )*/.exec(before.slice(lineStart))?.[0].length ?? 0;
  const written: Readonly<Record<Form, string>> = {
    word: stand,
    key: `${stand}: "true"`,
    name: `${stand}\n${' '.repeat(column)}value: "true"`,
  };
  // Alone on its line it may be the key of an entry.
  const forms: readonly Form[] = column === before.length - lineStart ? ['key', 'word'] : ['word', 'key', 'name'];
  for (const form of isLast ? forms : (['word'] as const)) {
    const slot = find(describeClusters(readManifest(`${before}${written[form]}${after}`), path));
    if (slot !== undefined) return { slot, word, form };
  }
  return undefined;
}

function find(clusters: readonly DescribedCluster[]): SettingSlot | undefined {
  for (const cluster of clusters) {
    for (const component of cluster.components) {
      const common = { cluster, component };
      if (component.version?.text.includes(stand)) return { ...common, kind: 'version' };
      for (const flag of component.flags) {
        if (flag.flag === stand) return { ...common, kind: 'flag-name', flag };
        const setting = flag.settings.find(({ key, value }) => key.endsWith(stand) || value === stand);
        if (setting?.value === stand) return { ...common, kind: 'setting-value', flag, key: setting.key };
        if (setting !== undefined) return { ...common, kind: 'setting-key', flag };
        if (flag.value === stand || flag.value === `kube=${stand}`) return { ...common, kind: 'flag-value', flag };
      }
    }
  }
  return undefined;
}

/** The part of a flag, key or version at an offset; without a leading `--`. */
function wordAround(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /[\w./-]/.test(text.charAt(start - 1)) && offset - start < 200) start--;
  let end = offset;
  while (/[\w./-]/.test(text.charAt(end)) && end - offset < 200) end++;
  while (start < offset && text.charAt(start) === '-') start++;
  return { start, end };
}
