import { convertDraft } from '../../conversion/convert.ts';
import { plainOf } from '../../conversion/defined.ts';
import { dataOf } from '../../conversion/draftValue.ts';
import { isValueList, isValueMap, type Value } from '../../conversion/value.ts';
import { versionPair } from '../../conversion/versionPair.ts';
import { installedVersion } from '../../crd/installed.ts';
import { type JsonMap, jsonOf, jsonText } from '../../crd/schema/json.ts';
import { prune } from '../../crd/schema/prune.ts';
import type { JsonSchema } from '../../crd/schema/schema.ts';
import { type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import { DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { formatGroupVersion, type GroupVersion } from '../../targets/groupVersion.ts';
import type { Span } from '../../text/span.ts';
import { type AdmittedObject, readObject } from './admittedObjects.ts';
import { completedObject } from './completion.ts';

/**
 * An object in another version that a target serves; undefined if the conversion is uncertain, such as by a webhook.
 * Source: k8s.io/apiserver pkg/admission/conversion.go.
 */
export function convertedObject(object: AdmittedObject, { group, version }: GroupVersion): AdmittedObject | undefined {
  const { served, surface, resource, isShared, completion } = object;
  if (served.group === group && served.version === version) return object;
  if (completion !== undefined) {
    const sent = convertedObject(completion.sent, { group, version });
    return sent && completedObject(sent, completion.writers);
  }
  const availability = surface.availability({ group, version, kind: served.kind });
  if (availability.state !== 'served') return undefined;
  const to = availability.resource;
  const root = served.custom === undefined ? convertedRoot(object, to) : undefined;
  const apiVersion = formatGroupVersion(to);
  if (root !== undefined) {
    const read = readObject({ ...resource, apiVersion, root }, to, surface);
    return read && { ...read, isShared };
  }
  const json = convertedJson(object, apiVersion);
  const node = json && nodeFrom(plainOf(json), resource.kindSpan);
  if (json === undefined || node?.kind !== 'map') return undefined;
  return { resource: { ...resource, apiVersion, root: node }, served: to, surface, custom: json, isShared };
}

function convertedRoot({ resource, served, surface }: AdmittedObject, to: GroupVersion): MapNode | undefined {
  const { kind } = served;
  const pair = versionPair(served, { group: to.group, version: to.version, kind }, surface);
  if (pair === undefined) return undefined;
  const draft = new DraftMap(resource.root);
  const { lost, left, forced } = convertDraft(draft, pair.from, pair.to, 'keep');
  if (lost.length + left.length + forced.length > 0) return undefined;
  draft.set('apiVersion', scalarDraft(formatGroupVersion(to)));
  const node = nodeFrom(dataOf(draft), resource.kindSpan);
  return node.kind === 'map' ? node : undefined;
}

/**
 * With the strategy None the server changes the apiVersion only: it neither prunes nor defaults by the other schema.
 * Source: k8s.io/apiextensions-apiserver pkg/apiserver/conversion/nop_converter.go.
 */
function convertedJson({ custom, served }: AdmittedObject, apiVersion: string): JsonMap | undefined {
  const version = custom?.entries.get('apiVersion');
  if (custom === undefined || version === undefined) return undefined;
  if (installedVersion(served)?.definition.conversion !== 'None') return undefined;
  const { span } = version;
  return {
    ...custom,
    entries: new Map([...custom.entries, ['apiVersion', { kind: 'scalar', value: apiVersion, span }]]),
  };
}

/** A custom resource without the fields that a schema lacks. */
export function prunedRoot(root: MapNode, schema: JsonSchema): MapNode | undefined {
  const { value, fields } = prune(root, root, schema, true);
  const node = fields.length === 0 ? root : nodeFrom(plainOf(value), root);
  return node.kind === 'map' ? node : undefined;
}

/** A value as nodes, all at one place. */
export function nodeFrom(value: Value, span: Span): Node {
  const { start, end } = span;
  if (isValueList(value)) {
    return { kind: 'list', items: value.map((item) => nodeFrom(item, span)), flow: false, start, end };
  }
  if (!isValueMap(value)) return { kind: 'scalar', value, style: 'plain', start, end };
  const entries = Object.entries(value).map(([key, each]) => ({
    key,
    keySpan: { start, end },
    value: nodeFrom(each, span),
  }));
  return { kind: 'map', entries, flow: false, start, end };
}

/** A value with the nodes of an earlier one wherever both are equal, so that these keep their places. */
export function withNodesOf(before: MapNode, after: MapNode): MapNode {
  const node = reused(before, after);
  return node.kind === 'map' ? node : after;
}

function reused(before: Node | undefined, after: Node): Node {
  if (before === undefined || before.kind !== after.kind) return after;
  if (jsonText(jsonOf(before, before)) === jsonText(jsonOf(after, after))) return before;
  const { start, end } = before;
  if (before.kind === 'list' && after.kind === 'list') {
    return { ...after, start, end, items: after.items.map((item, index) => reused(before.items[index], item)) };
  }
  if (before.kind !== 'map' || after.kind !== 'map') return { ...after, start, end };
  const entries = after.entries.map((entry) => {
    const original = before.entries.findLast(({ key }) => key === entry.key);
    return {
      ...entry,
      keySpan: original?.keySpan ?? entry.keySpan,
      value: reused(valueFor(before, entry.key), entry.value),
    };
  });
  return { ...after, start, end, entries };
}
