import { readManifest } from '../../manifest/read/readManifest.ts';
import { describeClusters } from '../../sources/describeClusters.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag } from '../../sources/description.ts';
import { mayDescribe } from '../../sources/mayDescribe.ts';
import type { Span } from '../../text/span.ts';

/** What a description would have at a place if something stood there. */
export type SettingSlot = { readonly cluster: DescribedCluster; readonly component: DescribedComponent } & (
  | { readonly kind: 'version' }
  | { readonly kind: 'flag-name'; readonly flag: WrittenFlag }
  | { readonly kind: 'flag-value'; readonly flag: WrittenFlag }
  | { readonly kind: 'setting-key'; readonly flag: WrittenFlag }
  | { readonly kind: 'setting-value'; readonly flag: WrittenFlag; readonly key: string }
);

/** A place where something of a component can be written, and the word that it takes the place of. */
export interface OpenPlace {
  readonly slot: SettingSlot;
  readonly word: Span;
  /** How the word becomes a setting: as it stands, as the key of an entry, or as a name beside its value. */
  readonly form: Form;
}

type Form = 'word' | 'key' | 'name';

/** A word that nobody writes, and that every format lets through as a name, a value, a tag or a version. */
const stand = 'kubecompatstandin';

/** Beyond this nothing is looked for while somebody types. */
const mostText = 200_000;

/**
 * Finds what can be written at an offset by asking what the file would describe if a word stood there: as a value, as a
 * key, or as the name of an argument that has its value yet to come. So every format that is read is completed.
 */
export function settingSlot(text: string, path: string, offset: number): OpenPlace | undefined {
  if (text.length > mostText || !mayDescribe(text)) return undefined;
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
  // Alone on its line it is the key of an entry, if it can be one.
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

/** The piece of a flag, a key or a version that an offset is in; `--` in front of a flag is no part of it. */
function wordAround(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /[\w./-]/.test(text.charAt(start - 1)) && offset - start < 200) start--;
  let end = offset;
  while (/[\w./-]/.test(text.charAt(end)) && end - offset < 200) end++;
  while (start < offset && text.charAt(start) === '-') start++;
  return { start, end };
}
