import { createHash } from 'node:crypto';
import type { ApiType } from '../../server/src/catalog/types.ts';
import { convertDraft } from '../../server/src/conversion/convert.ts';
import { dataOf, draftFrom } from '../../server/src/conversion/draftValue.ts';
import { familiesOfKubernetes } from '../../server/src/conversion/families.ts';
import type { Family, FamilyVersion } from '../../server/src/conversion/family.ts';
import { dropUnknown } from '../../server/src/conversion/losses.ts';
import type { Value } from '../../server/src/conversion/value.ts';
import { DraftMap } from '../../server/src/manifest/reconcile/draft.ts';
import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { generateObject } from '../support/generateObject.ts';

/** Kubernetes' verdict on a generated object and its conversion. */
export interface RecordedConversion {
  /** `Deployment extensions/v1beta1 -> apps/v1`. */
  readonly pair: string;
  readonly seed: number;
  readonly digest: string;
  /** `same`, `differs`, or `unreadable` if no available release has code for one of the two versions. */
  readonly verdict: 'same' | 'differs' | 'unreadable';
}

/** The number of objects of each pair of versions that the recorded verdicts are about. */
export const recordedObjects = 6;

/** A generated object of one version, and its conversion to another. */
export interface GeneratedConversion {
  readonly pair: string;
  readonly seed: number;
  readonly old: string;
  readonly converted: string;
  /** Whether something was reported as lost, forced or left. */
  readonly remarked: boolean;
}

const catalog = readCatalog();

/** Objects of every version of every kind, converted to every other version: `count` for each pair. */
export function* generatedConversions(count: number): Generator<GeneratedConversion> {
  for (const family of familiesOfKubernetes(catalog)) {
    for (const from of family.versions) {
      for (const to of family.versions) {
        if (from === to) continue;
        for (let i = 0; i < count; i++) yield generate(family, from, to, i * 7919 + 13);
      }
    }
  }
}

/** A digest of both objects, so that changes of either are detected. */
export function generatedDigest({ old, converted }: GeneratedConversion): string {
  return createHash('sha256').update(`${old}\0${converted}`).digest('hex').slice(0, 16);
}

function generate(family: Family, from: FamilyVersion, to: FamilyVersion, seed: number): GeneratedConversion {
  const object = {
    apiVersion: formatGroupVersion(from),
    kind: family.kind,
    ...generateObject(typeOf(family, from), randomFrom(seed), fieldWordsOf(family)),
  };
  const draft = draftFrom(object);
  if (!(draft instanceof DraftMap)) throw new TypeError('an object makes a map');
  const { left, forced, lost } = convertDraft(draft, from, to, 'keep');
  const unknown = dropUnknown(draft, typeOf(family, to), new Set(), 'is gone');
  const converted = { ...fields(dataOf(draft)), apiVersion: formatGroupVersion(to) };
  return {
    pair: `${family.kind} ${formatGroupVersion(from)} -> ${formatGroupVersion(to)}`,
    seed,
    old: JSON.stringify(object),
    converted: JSON.stringify(converted),
    remarked: left.length + forced.length + lost.length + unknown.length > 0,
  };
}

/** The words in a family's steps: fields that generated objects should have often. */
export function fieldWordsOf(family: Family): ReadonlySet<string> {
  const words = JSON.stringify(family.versions.map(({ steps }) => steps)).match(/[A-Za-z]\w+/g) ?? [];
  return new Set(['metadata', 'spec', 'labels', 'annotations', 'template', ...words]);
}

/** The type of a version in the last binary that has it. */
export function typeOf({ kind }: Family, { group, version }: FamilyVersion): ApiType {
  const gvk = { group, version, kind };
  const type = catalog.rootType(catalog.kind(gvk)?.served.at(-1)?.last ?? catalog.newest, gvk);
  if (type === undefined) throw new Error(`${kind} ${formatGroupVersion(gvk)} has no type`);
  return type;
}

function fields(value: Value): Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
