import { type MapNode, mapFor, type Node, stringFor, valueFor } from '../../manifest/node.ts';
import { type FieldPath, fieldOf, formatPath, itemOf } from '../../text/fieldPath.ts';
import { grouped } from '../../text/grouped.ts';
import { type Json, jsonOf, jsonText } from '../schema/json.ts';
import type { ConvertedObject, ReviewProblem } from './judgeReviews.ts';

/** Whether conversions in the samples round-trip. */
export interface RoundTrips {
  readonly problems: readonly ReviewProblem[];
  /** Conversions whose result another sample converts back. */
  readonly followed: number;
  /** The number of conversions without a reverse one in any sample. */
  readonly oneWay: number;
}

/**
 * Follows objects through the samples: one that was converted from A to B, and whose result another sample takes back to
 * A, must come back as it went. Of the metadata, labels and annotations count; the rest is the server's.
 */
export function roundTrips(converted: readonly ConvertedObject[]): RoundTrips {
  const byInput = grouped(
    converted.map((convertedObject) => [jsonText(comparable(convertedObject.original)), convertedObject]),
  );
  const problems: ReviewProblem[] = [];
  let [followed, oneWay] = [0, 0];
  for (const forward of converted) {
    const from = stringFor(forward.original, 'apiVersion');
    const back = byInput
      .get(jsonText(comparable(forward.converted)))
      ?.find((convertedObject) => stringFor(convertedObject.converted, 'apiVersion') === from);
    if (back === undefined) {
      oneWay++;
      continue;
    }
    followed++;
    const [before, after] = [comparable(forward.original), comparable(back.converted)];
    const differing = difference(before, after, undefined);
    if (differing === undefined) continue;
    const name = stringFor(mapFor(forward.original, 'metadata') ?? forward.original, 'name') ?? '';
    const via = stringFor(forward.converted, 'apiVersion') ?? '';
    problems.push({
      severity: 'error',
      file: back.response.file,
      span: innermost(back.converted, differing.path),
      message: `${stringFor(forward.original, 'kind')} ${name} does not survive the round trip to ${via}: ${formatPath(differing.path).replace(/^\./, '')} changed from ${differing.before} to ${differing.after}`,
    });
  }
  return { problems, followed, oneWay };
}

/** An object reduced to what a webhook decides. */
function comparable(object: MapNode): Json {
  const entries = new Map<string, Json>();
  for (const { key, value } of object.entries) {
    if (key !== 'metadata') entries.set(key, jsonOf(value, value));
  }
  const metadata = mapFor(object, 'metadata');
  for (const key of ['name', 'namespace', 'labels', 'annotations']) {
    const value = metadata === undefined ? undefined : valueFor(metadata, key);
    const isEmpty = value === undefined || (value.kind === 'map' && value.entries.length === 0);
    if (!isEmpty) entries.set(`metadata.${key}`, jsonOf(value, value));
  }
  return { kind: 'map', entries, span: object };
}

interface Difference {
  readonly path: FieldPath;
  readonly before: string;
  readonly after: string;
}

function difference(left: Json | undefined, right: Json | undefined, path: FieldPath): Difference | undefined {
  if (left?.kind === 'map' && right?.kind === 'map') {
    for (const key of new Set([...left.entries.keys(), ...right.entries.keys()])) {
      const found = difference(left.entries.get(key), right.entries.get(key), fieldOf(path, key));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (left?.kind === 'list' && right?.kind === 'list' && left.items.length === right.items.length) {
    for (const [i, item] of left.items.entries()) {
      const found = difference(item, right.items[i], itemOf(path, i));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const [before, after] = [shown(left), shown(right)];
  return before === after ? undefined : { path, before, after };
}

const longest = 60;

function shown(json: Json | undefined): string {
  const text = json === undefined ? 'absent' : jsonText(json);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The deepest existing node of a path in an object. */
function innermost(object: MapNode, path: FieldPath): { readonly start: number; readonly end: number } {
  const steps: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    steps.unshift(...(typeof at.name === 'string' ? at.name.split(/(?<=^metadata)\./) : [at.name]));
  }
  let node: Node = object;
  for (const step of steps) {
    const next: Node | undefined =
      node.kind === 'map' && typeof step === 'string'
        ? valueFor(node, step)
        : node.kind === 'list' && typeof step === 'number'
          ? node.items[step]
          : undefined;
    if (next === undefined) break;
    node = next;
  }
  return { start: node.start, end: node.end };
}
