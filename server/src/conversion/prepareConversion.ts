import type { ApiSurface } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode } from '../manifest/node.ts';
import { DraftMap, scalarDraft } from '../manifest/reconcile/draft.ts';
import { reconcile } from '../manifest/reconcile/reconcile.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import type { TextEdit } from '../text/edit.ts';
import { convertDraft, type Defaults, type WrittenDefault } from './convert.ts';
import { classifyUnknown, dropUnknown, unknownEntriesOf } from './losses.ts';
import { refusals } from './refusals.ts';
import { formatRemark, type Remark } from './remarks.ts';
import { knowsAllFields, noMismatches, type TypeMismatches, typeMismatches } from './typeMismatches.ts';
import { type VersionPair, versionPair } from './versionPair.ts';

/** The conversion of a resource to another version, as edits. */
export interface PreparedConversion {
  readonly to: GroupVersionKind;
  readonly edits: readonly TextEdit[];
  /** Defaults of the old version that the edits write, because the new version has others. */
  readonly pinned: readonly WrittenDefault[];
  /** Defaults that change; empty unless requested (`take`). */
  readonly changed: readonly Remark[];
  /** Values that the new version refuses, with their replacements. */
  readonly forced: readonly Remark[];
  /** Values that the new version cannot express; the edits remove them. */
  readonly lost: readonly Remark[];
  /**
   * The changes and decisions that remain to the author. Without these, `forced` and `lost`, the meaning is the same.
   */
  readonly left: readonly string[];
}

/**
 * Prepares the conversion of a resource to another version of its kind, for an item of a typed list with all of the
 * list. Undefined if the two do not convert into each other, if the text cannot be edited safely (anchors, duplicate
 * keys, merges), or if the conversion belongs to another item of the list.
 */
export function prepareConversion(
  resource: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
  defaults: Defaults = 'keep',
): PreparedConversion | undefined {
  const { inheriting } = resource;
  if (inheriting === undefined) return prepareObject(resource, text, to, surface, defaults);
  if (inheriting[0]?.item !== resource.item && inheriting.length > 0) return undefined;
  const items = inheriting.map((item) => prepareObject(item, text, to, surface, defaults));
  const known = items.filter((item) => item !== undefined);
  if (known.length < items.length) return undefined;
  const quote = /^["']?/.exec(text.slice(resource.apiVersionSpan.start))?.[0] ?? '';
  const version = { span: resource.apiVersionSpan, newText: `${quote}${formatGroupVersion(to)}${quote}` };
  return {
    to,
    edits: [version, ...known.flatMap(({ edits }) => edits)],
    pinned: known.flatMap(({ pinned }) => pinned),
    changed: known.flatMap(({ changed }) => changed),
    forced: known.flatMap(({ forced }) => forced),
    lost: known.flatMap(({ lost }) => lost),
    left: [...new Set(known.flatMap(({ left }) => left))],
  };
}

function prepareObject(
  resource: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
  defaults: Defaults,
): PreparedConversion | undefined {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  if (groupVersion === undefined) return undefined;
  const from = { ...groupVersion, kind: resource.kind };
  const pair = versionPair(from, to, surface);
  if (pair === undefined) return undefined;
  const { types } = pair;
  const { root } = resource;
  const draft = new DraftMap(root);
  const isPart = resource.part !== undefined;
  const conversion = convertDraft(draft, pair.from, pair.to, isPart ? 'none' : defaults);
  if (resource.inheriting === undefined) draft.set('apiVersion', scalarDraft(formatGroupVersion(to)));
  let mismatches = newMismatches(root, draft, pair, isPart);
  let lost: readonly Remark[] = conversion.lost;
  if (mismatches.unknown.length > 0 && types.to !== undefined) {
    const reason = `does not exist in ${formatGroupVersion(to)}`;
    lost = [...lost, ...dropUnknown(draft, types.to, unknownEntriesOf(new DraftMap(root), types.from), reason)];
    mismatches = newMismatches(root, draft, pair, isPart);
  }
  const edits = reconcile(text, root, draft);
  if (edits === undefined) return undefined;
  const refused = isPart ? undefined : refusals(root, draft, from, to, surface);
  const { pinned, changed, forced } = conversion;
  const skipsCode = isPart && [pair.from, pair.to].some(({ steps }) => steps.some(({ step }) => step === 'code'));
  // The schema reports wrong and missing values itself.
  const described = refused === undefined ? mismatches : { ...mismatches, undecodable: [], missing: [] };
  const left = [
    ...(skipsCode ? [partNote] : []),
    ...conversion.left.map(formatRemark),
    ...describe(described, to, types.to !== undefined),
    ...(refused ?? []),
  ];
  return { to, edits, pinned, changed, forced, lost, left };
}

const partNote = 'this is part of an object: check what the change means for the whole';

/** The type mismatches that a conversion causes, and the fields that take effect only after it (`nowKnown`). */
interface NewMismatches extends TypeMismatches {
  readonly nowKnown: readonly string[];
}

function newMismatches(
  root: MapNode,
  draft: DraftMap,
  { types, addsFields }: VersionPair,
  isPart: boolean,
): NewMismatches {
  if (types.to === undefined) return { ...noMismatches, nowKnown: [] };
  const now = typeMismatches(draft, types.to, types.from);
  const mayTakeEffect = addsFields && types.from !== undefined && !knowsAllFields(root, types.from);
  if (!mayTakeEffect && now.unknown.length + now.undecodable.length + now.missing.length === 0)
    return { ...now, nowKnown: [] };
  const old = types.from === undefined ? noMismatches : typeMismatches(new DraftMap(root), types.from);
  const added = (paths: readonly string[], known: readonly string[]) => paths.filter((path) => !known.includes(path));
  const { nowKnown, stillUnknown } = classifyUnknown(unknownEntriesOf(new DraftMap(root), types.from), draft, types.to);
  return {
    unknown: now.unknown.filter((path) => !stillUnknown.has(path)),
    undecodable: added(now.undecodable, old.undecodable),
    missing: isPart ? [] : added(now.missing, old.missing),
    nowKnown,
  };
}

function describe(
  { unknown, undecodable, missing, nowKnown }: NewMismatches,
  to: GroupVersionKind,
  known: boolean,
): readonly string[] {
  const version = formatGroupVersion(to);
  if (!known) return [`compare with the fields of ${version}, whose schema is not known`];
  return [
    ...unknown.map((path) => `${path} does not exist in ${version}`),
    ...undecodable.map((path) => `${path} has another type in ${version}`),
    ...missing.map((path) => `${path} is required in ${version}`),
    ...nowKnown.map((path) => `${path} was ignored before and takes effect in ${version}`),
  ];
}
