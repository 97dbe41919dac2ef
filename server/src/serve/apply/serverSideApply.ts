import { mergedMap } from '../../checks/policies/merge.ts';
import { patchProblem } from '../../checks/policies/patchErrors.ts';
import type { MergeShape } from '../../checks/policies/shape.ts';
import { isValueMap, nodeOfValue, plainValue, sameValue, type ValueMap } from '../../conversion/value.ts';
import type { MapNode, Node } from '../../manifest/node.ts';
import { notImplemented, Refusal } from '../transport/answer.ts';
import {
  difference,
  type FieldSet,
  intersection,
  isEmptySet,
  isSameSet,
  noFields,
  pathsIn,
  union,
} from './fieldSet.ts';
import { isSameManager, type ManagedEntry, type ManagedType, type Manager, managersOf } from './managers.ts';
import { comparedFields, fieldsOf, ownable, withoutFields, withoutManagers } from './typedFields.ts';

/** The result of an apply, before admission. */
export interface Applied {
  readonly object: ValueMap;
  readonly managers: readonly ManagedEntry[];
}

/** An apply. */
export interface ApplyRequest {
  readonly config: ValueMap;
  readonly manager: Manager;
  readonly isForced: boolean;
  readonly time: string;
}

/**
 * Applies a configuration to an object. Throws a Refusal for a conflict, or a configuration that does not fit the type.
 * Source: sigs.k8s.io/structured-merge-diff merge/update.go, Updater.Apply.
 *
 * @param live undefined if it does not exist yet.
 */
export function serverSideApplied(
  live: ValueMap | undefined,
  { config, manager, isForced, time }: ApplyRequest,
  { shape, served }: ManagedType,
): Applied {
  const patch = nodeOf(config);
  const problem = patchProblem(patch, shape);
  if (problem !== undefined && problem !== 'unknown') throw unmergeable(problem.error, config);
  const before = withoutManagers(live ?? { apiVersion: config['apiVersion'] ?? '', kind: config['kind'] ?? '' });
  const root = mergedMap(nodeOf(before), patch, shape);
  if (root === undefined) throw notImplemented('this apply: the merge of its values is not known');
  const mergedValue = plainValue(root);
  const merged = isValueMap(mergedValue) ? mergedValue : before;
  const entries = live === undefined ? [] : managersOf(live);
  const own = entries.find((entry) => isSameManager(entry, manager));
  const others = entries.filter((entry) => entry !== own);
  const applied = ownable(fieldsOf(config, shape), manager.subresource, served);
  const object = pruned(merged, shape, difference(own?.fields ?? noFields, applied), [
    applied,
    ...others.map(({ fields }) => fields),
  ]);
  const { changed, removed } = comparedFields(before, object, shape);
  const conflicts = others
    .map((entry) => ({ entry, fields: intersection(intersection(entry.fields, changed), applied) }))
    .filter(({ fields }) => !isEmptySet(fields));
  if (conflicts.length > 0 && !isForced) throw conflict(conflicts);
  const lost = union(intersection(changed, applied), removed);
  const isUnchanged = own !== undefined && sameValue(before, object) && isSameSet(applied, own.fields);
  const managers = others.map((entry) => ({ ...entry, fields: difference(entry.fields, lost) }));
  return { object, managers: [...managers, { ...manager, time: isUnchanged ? own.time : time, fields: applied }] };
}

/** What the manager no longer applies goes, unless another one owns it. */
function pruned(object: ValueMap, shape: MergeShape, left: FieldSet, owned: readonly FieldSet[]): ValueMap {
  const removed = owned.reduce(difference, left);
  if (isEmptySet(removed)) return object;
  const value = withoutFields(object, shape, removed);
  return isValueMap(value) ? value : object;
}

function nodeOf(value: ValueMap): MapNode {
  const node: Node = nodeOfValue(value, { start: 0, end: 0 });
  return node.kind === 'map' ? node : { kind: 'map', entries: [], flow: false, start: 0, end: 0 };
}

interface Conflict {
  readonly entry: ManagedEntry;
  readonly fields: FieldSet;
}

/** Source: k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go, NewConflictError. */
function conflict(conflicts: readonly Conflict[]): Refusal {
  const causes = conflicts.flatMap(({ entry, fields }) =>
    pathsIn(fields).map((field) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${describe(entry)}`,
      field,
    })),
  );
  return new Refusal(409, 'Conflict', messageOf(conflicts), { causes });
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [only, ...others] = conflicts;
  const paths = conflicts.flatMap(({ fields }) => pathsIn(fields));
  const noun = `Apply failed with ${paths.length} conflict${paths.length === 1 ? '' : 's'}`;
  if (only !== undefined && others.length === 0) {
    const own = pathsIn(only.fields);
    const where = own.length === 1 ? `: ${own[0]}` : `:\n${own.map((path) => `- ${path}`).join('\n')}`;
    return `${noun}: conflict${own.length === 1 ? '' : 's'} with ${describe(only.entry)}${where}`;
  }
  const lines = conflicts.flatMap(({ entry, fields }) => [
    `conflicts with ${describe(entry)}:`,
    ...pathsIn(fields).map((path) => `- ${path}`),
  ]);
  return `${noun}: ${lines.join('\n')}`;
}

function describe({ name, operation, apiVersion, subresource }: ManagedEntry): string {
  const through = subresource === '' ? '' : ` with subresource "${subresource}"`;
  return operation === 'Update' ? `"${name}"${through} using ${apiVersion}` : `"${name}"${through}`;
}

/** The type of an object as `schema.GroupVersionKind` prints itself. */
export function goKind({ apiVersion, kind }: ValueMap): string {
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  return `${version.includes('/') || version === '' ? version || '/' : `/${version}`}, Kind=${typeof kind === 'string' ? kind : ''}`;
}

/** Source: k8s.io/apimachinery pkg/util/managedfields/internal/structuredmerge.go, Apply. */
function unmergeable(error: string, config: ValueMap): Refusal {
  return new Refusal(500, '', `failed to create typed patch object (${typedName(config)}): ${error}`);
}

/** The refusal of an applied object that cannot be decoded. Source: the same. */
export function unconvertible(config: ValueMap, why: string, warnings: readonly string[]): Refusal {
  const message = `failed to convert new object (${typedName(config)}) to proper version: unable to convert unstructured object to ${goKind(config)}: ${why}`;
  return new Refusal(500, '', message, undefined, warnings);
}

/** The namespace, name and type of an object, as errors of the server name it. */
function typedName(config: ValueMap): string {
  const { metadata } = config;
  const [name, namespace] = isValueMap(metadata) ? [metadata['name'], metadata['namespace']] : [];
  return `${typeof namespace === 'string' ? namespace : ''}/${typeof name === 'string' ? name : ''}; ${goKind(config)}`;
}
