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

/** How to move a resource to another version. */
export interface PreparedConversion {
  readonly to: GroupVersionKind;
  readonly edits: readonly TextEdit[];
  /** Defaults that the target has differently and that the edits write down. */
  readonly pinned: readonly WrittenDefault[];
  /** Defaults left to the target although it has others; only on request. */
  readonly changed: readonly Remark[];
  /** Values that the target refuses, with their replacements. */
  readonly forced: readonly Remark[];
  /** Values that the target cannot express and the edits remove. */
  readonly lost: readonly Remark[];
  /**
   * What the author must still do or decide. If this, `forced` and `lost` are empty, the new text has exactly the old
   * meaning.
   */
  readonly left: readonly string[];
}

/**
 * Prepares the conversion of a resource to another version of its kind. Undefined when the two do not convert into each other, or
 * when the edit is not safe to give the converted object (anchors, repeated keys, merges).
 */
export function prepareConversion(
  resource: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
  defaults: Defaults = 'keep',
): PreparedConversion | undefined {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  if (groupVersion === undefined) return undefined;
  const from = { ...groupVersion, kind: resource.kind };
  const pair = versionPair(from, to, surface);
  if (pair === undefined) return undefined;
  const { types } = pair;
  const { root } = resource;
  const draft = new DraftMap(root);
  const part = resource.part !== undefined;
  const done = convertDraft(draft, pair.from, pair.to, part ? 'none' : defaults);
  draft.set('apiVersion', scalarDraft(formatGroupVersion(to)));
  let fit = newMismatches(root, draft, pair, part);
  let lost: readonly Remark[] = done.lost;
  if (fit.unknown.length > 0 && types.to !== undefined) {
    const reason = `does not exist in ${formatGroupVersion(to)}`;
    lost = [...lost, ...dropUnknown(draft, types.to, unknownEntriesOf(new DraftMap(root), types.from), reason)];
    fit = newMismatches(root, draft, pair, part);
  }
  const edits = reconcile(text, root, draft);
  if (edits === undefined) return undefined;
  const judged = part ? undefined : refusals(root, draft, from, to, surface);
  const { pinned, changed, forced } = done;
  const decides = part && [pair.from, pair.to].some(({ steps }) => steps.some(({ step }) => step === 'code'));
  const left = [
    ...(decides ? [ofAPart] : []),
    ...done.left.map(formatRemark),
    ...describe(judged === undefined ? fit : { ...fit, undecodable: [], missing: [] }, to, types.to !== undefined),
    ...(judged ?? []),
  ];
  return { to, edits, pinned, changed, forced, lost, left };
}

const ofAPart = 'this is part of an object: check what the change means for the whole';

/** Type mismatches that a conversion causes, and fields that take effect only after it. */
interface NewMismatches extends TypeMismatches {
  readonly nowKnown: readonly string[];
}

/** New errors against the new type; and fields that only the new type knows, which would take effect. */
function newMismatches(
  root: MapNode,
  draft: DraftMap,
  { types, addsFields }: VersionPair,
  part: boolean,
): NewMismatches {
  if (types.to === undefined) return { ...noMismatches, nowKnown: [] };
  const now = typeMismatches(draft, types.to, types.from);
  const mayTakeEffect = addsFields && types.from !== undefined && !knowsAllFields(root, types.from);
  if (!mayTakeEffect && now.unknown.length + now.undecodable.length + now.missing.length === 0)
    return { ...now, nowKnown: [] };
  const old = types.from === undefined ? noMismatches : typeMismatches(new DraftMap(root), types.from);
  const fresh = (paths: readonly string[], known: readonly string[]) => paths.filter((path) => !known.includes(path));
  const { nowKnown, stillUnknown } = classifyUnknown(unknownEntriesOf(new DraftMap(root), types.from), draft, types.to);
  return {
    unknown: now.unknown.filter((path) => !stillUnknown.has(path)),
    undecodable: fresh(now.undecodable, old.undecodable),
    missing: part ? [] : fresh(now.missing, old.missing),
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
