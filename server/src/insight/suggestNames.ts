import authored from '../../data/authored/name-references.json' with { type: 'json' };
import type { ApiSurface } from '../catalog/surface.ts';
import { plainOrQuoted, quoted } from '../manifest/edit/write.ts';
import { entryFor, type Node } from '../manifest/node.ts';
import { nodesAt, scalarTextsAt } from '../manifest/nodesAt.ts';
import { grouped } from '../text/grouped.ts';
import { isOfKind, referredKindAt } from './nameReference.ts';
import { chainOf, type Outline, type OutlinePosition } from './outline.ts';
import type { Suggestion } from './suggestion.ts';
import { type TypeAtPosition, typeAt } from './typeAt.ts';

/** A named object of the workspace. */
export interface NameableObject {
  readonly kind: string;
  readonly group: string | undefined;
  readonly name: string;
  readonly namespace: string | undefined;
  /** The names of its ports or listeners. */
  readonly parts: readonly string[];
}

/** Where names are suggested. */
export interface NameContext {
  readonly isJson: boolean;
  /** The document, as far as it can be read. */
  readonly root: Node | undefined;
  /** The namespace of the object; undefined without one. */
  readonly namespace: string | undefined;
  /** The objects of the workspace; read only for a field that names one. */
  readonly objects: () => Promise<readonly NameableObject[]>;
}

const within: ReadonlyMap<string, readonly (typeof authored.within)[number][]> = grouped(
  authored.within.map((row): [string, typeof row] => [`${row.type}.${row.field}`, row]),
);
const parts: ReadonlyMap<string, (typeof authored.partReferences)[number]> = new Map(
  authored.partReferences.map((row) => [`${row.type}.${row.field}`, row]),
);
const partPaths: ReadonlyMap<string, readonly string[]> = new Map(
  authored.parts.map((row): [string, readonly string[]] => [row.kind, row.paths]),
);

/** The names of the parts of an object that others may name: `spec.ports[].name` of a Service. */
export function partsOf(root: Node, kind: string, group: string): readonly string[] {
  return (partPaths.get(`${kind}.${group}`) ?? []).flatMap((path) => scalarTextsAt(root, path));
}

/** The names that a value may have: of objects of the workspace, of their parts, and of parts of the same object. */
export async function suggestNames(
  position: OutlinePosition,
  surfaces: readonly ApiSurface[],
  context: NameContext,
): Promise<readonly Suggestion[]> {
  if (position.slot !== 'value' || position.key === undefined) return [];
  const referred = referredKindAt(position, surfaces);
  const wanted = referred?.namespace ?? context.namespace;
  const isNear = ({ namespace }: NameableObject) => (namespace ?? wanted ?? '') === (wanted ?? '');
  if (referred !== undefined) {
    const objects = (await context.objects()).filter((object) => isOfKind(object, referred) && isNear(object));
    return suggestions(
      objects.map(({ name }) => name),
      referred.kind,
      position,
      context.isJson,
    );
  }
  const [at] = surfaces.flatMap((surface) => typeAt(position.container, surface) ?? []);
  const field = at === undefined ? '' : `${structName(at)}.${position.key}`;
  const local = (within.get(field) ?? []).flatMap(({ list, name }) =>
    namesAbove(position.container, context, list, name),
  );
  if (local.length > 0) return suggestions(local, 'of this object', position, context.isJson);
  const part = parts.get(field);
  if (part === undefined) return [];
  const named = nameBeside(position.container, part.named);
  const objects = (await context.objects()).filter(
    (object) =>
      part.kinds.includes(`${object.kind}.${object.group}`) &&
      isNear(object) &&
      (named === '' || object.name === named),
  );
  const detail = objects.length === 1 ? `of ${objects[0]?.kind} ${objects[0]?.name}` : 'of the workspace';
  return suggestions(
    objects.flatMap((object) => object.parts),
    detail,
    position,
    context.isJson,
  );
}

/** Whether the values of a field are names that {@link suggestNames} may know. */
export function namesParts(type: string, field: string): boolean {
  return within.has(`${type}.${field}`) || parts.has(`${type}.${field}`);
}

function structName({ type }: TypeAtPosition): string {
  return type?.kind === 'object' ? type.type.name : '';
}

/** The names in a list of the nearest object around a position that has it. */
function namesAbove(container: Outline, { root }: NameContext, list: string, name: string): readonly string[] {
  const nodes: Node[] = root === undefined ? [] : [root];
  for (const { step } of chainOf(container).slice(1)) {
    const above = nodes.at(-1);
    const next =
      above?.kind === 'list'
        ? above.items[Number(step)]
        : above?.kind === 'map'
          ? entryFor(above, String(step))?.value
          : undefined;
    if (next === undefined) break;
    nodes.push(next);
  }
  const holder = nodes.findLast((node) => node.kind === 'map' && entryFor(node, list) !== undefined);
  if (holder === undefined) return [];
  return nodesAt(holder, `${list}[]`).flatMap(({ node }) => scalarTextsAt(node, name));
}

/** The name that decides which object has the part: beside the field, or beside its parent (`../name`). */
function nameBeside(container: Outline, named: string): string {
  const holder = named.startsWith('../') ? container.parent : container;
  return holder?.entries.get(named.replace('../', '')) ?? '';
}

function suggestions(
  names: readonly string[],
  detail: string,
  { word, touchesColon, flow }: OutlinePosition,
  isJson: boolean,
): readonly Suggestion[] {
  const space = touchesColon && !flow ? ' ' : '';
  return [...new Set(names)].sort().map((label) => {
    const written = isJson ? quoted(label) : plainOrQuoted(label);
    const pieces = [`${space}${word.quote === '' ? written : label}`];
    return { label, kind: 'name', pieces, detail, note: detail, deprecated: false, rank: 0 };
  });
}
