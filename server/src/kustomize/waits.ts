import table from '../../data/authored/substitutions.json' with { type: 'json' };
import { type MapNode, stringFor } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { formatPath } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';

/** An object that has a folder applied when others are ready. */
export interface WaitingObject {
  readonly name: string;
  /** The names of the others. */
  readonly dependsOn: readonly string[];
}

/** One that an object waits for, with its place. */
export interface WaitReference {
  readonly name: string;
  readonly path: string;
  readonly span: Span;
}

/** The objects that an object which applies a folder waits for; empty for others. */
export function waitReferencesIn(root: MapNode): readonly WaitReference[] {
  const group = parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group;
  const form = table.appliers.find((applier) => applier.group === group && applier.kind === stringFor(root, 'kind'));
  if (form === undefined) return [];
  return nodesAt(root, form.waits).flatMap(({ node, path }): readonly WaitReference[] =>
    node.kind === 'scalar' && typeof node.value === 'string'
      ? [{ name: node.value, path: formatPath(path), span: { start: node.start, end: node.end } }]
      : [],
  );
}
