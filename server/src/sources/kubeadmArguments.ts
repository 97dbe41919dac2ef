import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import type { Node } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import type { Cursor } from './cursor.ts';
import type { ToolNote, WrittenFlag } from './description.ts';
import { flagOfValue, flagsOfExtraArgs } from './flags.ts';

/** The flags in a part of a file, and what its tool does not do as written. */
export interface ReadFlags {
  readonly flags: readonly WrittenFlag[];
  readonly notes: readonly ToolNote[];
}

/** An argument with the way in which kubeadm merges it with its own value. */
interface Argument {
  readonly name: string;
  readonly flags: readonly WrittenFlag[];
  readonly method: string;
  readonly item: Cursor;
}

const { merging, source, bases } = sources.kubeadm;

/**
 * `extraArgs` of kubeadm: up to v1beta3 a map of strings, since then a list of `name` and `value`, and `mergeMethod` from
 * v1 on (k8s.io/kubernetes/cmd/kubeadm/app/util/arguments.go, `ArgumentsToCommand`).
 *
 * @param root the configuration, which sets the value that kubeadm has for some flags.
 */
export function flagsOfKubeadm(written: Cursor, isList: boolean, component: string, root: Cursor): ReadFlags {
  const { kind } = written.node;
  if (kind !== (isList ? 'list' : 'map')) {
    const [is, write] = isList ? ['a list', 'a list of name and value'] : ['a map', 'a map of names and values'];
    return {
      flags: flagsOfExtraArgs(written),
      notes: [refusal(written, `extraArgs is ${is} in this version, not a ${kind}`, `write ${write}`)],
    };
  }
  const notes: ToolNote[] = [];
  const all = isList
    ? written.items().map((item) => argumentOf(item.string('name') ?? '', fieldOf(item, 'value'), item, notes))
    : written.entries().map((entry) => argumentOf(entry.key, entry, entry, notes));
  const last = new Map(all.map((argument) => [argument.name, argument]));
  // kubeadm's own values come first, and only the last of a name is merged with them.
  const merged = all
    .filter(({ method }) => method !== '')
    .flatMap((argument) => mergedFlag(argument, last.get(argument.name) === argument, component, root, notes));
  const others = all.filter(({ method }) => method === '').flatMap(({ flags }) => flags);
  return { flags: [...merged, ...others], notes };
}

function argumentOf(name: string, value: Cursor | undefined, item: Cursor, notes: ToolNote[]): Argument {
  const nameSpan = item.at('name')?.node ?? item.keySpan;
  const isEmpty = value === undefined || isNull(value.node);
  if (name === '') notes.push(refusal(item, 'kubeadm refuses this argument: it has no name', 'write a name'));
  if (!isEmpty && (value.node.kind !== 'scalar' || typeof value.node.value !== 'string')) {
    notes.push(refusal(value, `kubeadm refuses the value of ${name}: it is not a string`, 'write it in quotes'));
  }
  const flags =
    value === undefined
      ? []
      : isEmpty
        ? [emptyFlag(name, value, nameSpan)]
        : flagOfValue(name, value, { whole: item, nameSpan });
  return { name, flags, method: item.string('mergeMethod') ?? '', item };
}

/** kubeadm decodes null as an empty string, and passes it. */
function emptyFlag(flag: string, { span, path }: Cursor, nameSpan: Span): WrittenFlag {
  const noEdits = () => undefined;
  return { flag, nameSpan, value: '', span, path, settings: [], rewrite: noEdits, remove: noEdits };
}

/** The value of kubeadm with another before or behind it; nothing if kubeadm has none. */
function mergedFlag(
  argument: Argument,
  isLast: boolean,
  component: string,
  root: Cursor,
  notes: ToolNote[],
): readonly WrittenFlag[] {
  const { name, flags, method, item } = argument;
  if (!merging.methods.includes(method)) {
    const at = item.at('mergeMethod') ?? item;
    notes.push(refusal(at, `kubeadm refuses the merge method ${method}`, `write ${merging.methods.join(' or ')}`));
    return [];
  }
  if (!isLast) return [];
  const own = basesOf(component).find((base) => base.flag === name);
  if (own === undefined) {
    const at = item.at('mergeMethod') ?? item;
    const isKnown = name === '' || basesOf(component).length === 0;
    if (!isKnown) {
      notes.push({
        effect: 'ignored',
        span: at.keySpan,
        path: at.path,
        message: `kubeadm ignores this argument: it sets no --${name} that this could be merged with`,
        why: 'An argument with a merge method extends the value that kubeadm sets itself, and is dropped if there is none.',
        remedy: 'remove mergeMethod',
        source,
      });
    }
    return [];
  }
  const base = (own.at === undefined ? undefined : root.string(own.at)) ?? own.value ?? '';
  return flags.map((flag) => ({
    ...flag,
    // The texts are glued together as they are, without a comma.
    value: method === 'append' ? `${base}${flag.value}` : `${flag.value}${base}`,
    settings: [],
    rewrite: () => undefined,
  }));
}

interface Base {
  readonly flag: string;
  readonly value?: string | undefined;
  readonly at?: string | undefined;
}

function basesOf(component: string): readonly Base[] {
  return basesByComponent.get(component) ?? [];
}

const basesByComponent: ReadonlyMap<string, readonly Base[]> = new Map(Object.entries(bases));

function refusal(at: Cursor, message: string, remedy: string): ToolNote {
  const why = 'kubeadm decodes the file into its own types and stops at the first value of another type.';
  return { effect: 'refused', span: at.keySpan, path: at.path, message, why, remedy, source };
}

function fieldOf(item: Cursor, name: string): Cursor | undefined {
  return item.entries().find(({ key }) => key === name);
}

function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}
