import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { imageParts } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { ToolNote, WrittenFlag } from './description.ts';
import { flagOfValue } from './flags.ts';
import type { ReadFlags } from './kubeadmArguments.ts';

const { listsSince, installer, source } = sources.talos;

/**
 * `extraArgs` of Talos: each a text, or, since a patch release, a list of texts that are passed one after the other. An empty
 * text is not passed (github.com/siderolabs/talos/pkg/machinery/config/types/v1alpha1, `Args.ToMap`).
 *
 * @param root the machine configuration, which names the release that it installs.
 */
export function flagsOfTalos(written: Cursor, root: Cursor): ReadFlags {
  const notes: ToolNote[] = [];
  const flags = written.entries().flatMap((entry): readonly WrittenFlag[] => {
    if (entry.node.kind === 'scalar') return entry.scalar() === '' ? [] : flagOfValue(entry.key, entry);
    const items = entry.items();
    const note = noteOn(entry, items, root);
    if (note !== undefined) notes.push(note);
    return items.flatMap((item) => flagOfValue(entry.key, item, { whole: item, nameSpan: entry.keySpan }));
  });
  return { flags, notes };
}

function noteOn(entry: Cursor, items: readonly Cursor[], root: Cursor): ToolNote | undefined {
  const position = { span: entry.keySpan, path: entry.path, source };
  const why = `Talos reads lists of values from ${listsSince} on, although older schemas have them.`;
  if (entry.node.kind === 'map' || items.some(({ node }) => node.kind !== 'scalar')) {
    const message = `Talos refuses the value of ${entry.key}: it is neither a text nor a list of texts`;
    return { ...position, effect: 'refused', message, why, remedy: 'write one text, or a list of texts' };
  }
  const image = root.string(installer);
  const installed = image === undefined ? undefined : releaseOf(imageParts(image).tag ?? '');
  const first = releaseOf(listsSince);
  if (installed !== undefined && first !== undefined && installed >= first) return undefined;
  if (installed !== undefined) {
    const message = `Talos ${imageParts(image ?? '').tag} refuses this list: it reads a single text`;
    return { ...position, effect: 'refused', message, why, remedy: `write one text, or install Talos ${listsSince}` };
  }
  const message = `Talos reads this list only from ${listsSince} on, and the file does not name the release`;
  return {
    ...position,
    effect: 'conditional',
    message,
    why,
    remedy: 'write one text, if an older release may read it',
  };
}

/** A number by which releases are compared; undefined for other texts. */
function releaseOf(tag: string): number | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(tag) ?? [];
  return patch === undefined ? undefined : (Number(major) * 1000 + Number(minor)) * 1000 + Number(patch);
}
