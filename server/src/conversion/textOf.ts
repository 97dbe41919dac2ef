import { fillNull, insertFields, type Move, moveFields, replaceScalar } from '../manifest/edit.ts';
import { entryFor, isNull, type MapEntry, type MapNode, valueFor } from '../manifest/node.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Change, InsertChange } from './change.ts';
import { nodeAt, type PlaceStep } from './locate.ts';
import { isValueMap, type Value, type ValueMap } from './value.ts';

/** The edits that carry out changes in the text; undefined when the place of one of them is not certain. */
export function editsFor(text: string, root: MapNode, changes: readonly Change[]): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const change of changes) {
    if (change.change === 'insert') continue;
    const made = change.change === 'set' ? setEdit(root, change.place, change.value) : moveEdits(text, root, change);
    if (made === undefined) return undefined;
    edits.push(...made);
  }
  const inserted = insertEdits(
    text,
    root,
    changes.filter((change) => change.change === 'insert'),
  );
  return inserted === undefined ? undefined : [...edits, ...inserted];
}

function setEdit(root: MapNode, place: readonly string[], value: string): readonly TextEdit[] | undefined {
  const owner = nodeAt(root, place.slice(0, -1));
  const entry = owner?.kind === 'map' ? entryFor(owner, place.at(-1) ?? '') : undefined;
  if (entry === undefined || entry.alias !== undefined || entry.merged || entry.value.kind !== 'scalar') {
    return undefined;
  }
  const edit = replaceScalar(entry.value, value);
  return edit === undefined ? undefined : [edit];
}

function moveEdits(
  text: string,
  root: MapNode,
  change: Extract<Change, { readonly change: 'move' }>,
): readonly TextEdit[] | undefined {
  const map = nodeAt(root, change.place);
  if (map?.kind !== 'map') return undefined;
  const moves: Move[] = [];
  for (const { from, to } of change.moves) {
    const entry = entryFor(map, from);
    const [head, ...inner] = to;
    if (entry === undefined || head === undefined) return undefined;
    moves.push({ entry, to: [head, ...inner] });
  }
  return moveFields(text, map, moves);
}

/** What is added to one map, or in place of a `null`, in one go. */
interface Addition {
  readonly owner: MapNode;
  readonly instead: MapEntry | undefined;
  readonly after: string | undefined;
  fields: ValueMap;
}

function insertEdits(text: string, root: MapNode, inserts: readonly InsertChange[]): readonly TextEdit[] | undefined {
  const additions: Addition[] = [];
  for (const { place, value, after } of inserts) {
    const at = deepest(root, place);
    const [head, ...inner] = place.slice(at.depth);
    if (typeof head !== 'string') return undefined;
    const written = entryFor(at.map, head);
    if (written?.value.kind === 'map' && written.value.entries.length === 0 && isValueMap(value)) {
      if (inner.length > 0 || written.alias !== undefined) return undefined;
      additions.push({ owner: written.value, instead: undefined, after, fields: value });
      continue;
    }
    const instead = written !== undefined && isNull(written.value) ? written : undefined;
    if (written !== undefined && instead === undefined) return undefined;
    if (instead !== undefined && inner.length === 0) return undefined;
    const fields = nest(instead === undefined ? [head, ...inner] : inner, value);
    if (fields === undefined) return undefined;
    const known = additions.find((one) => one.owner === at.map && one.instead === instead && one.after === after);
    if (known === undefined) additions.push({ owner: at.map, instead, after, fields });
    else known.fields = merge(known.fields, fields);
  }
  const edits: TextEdit[] = [];
  for (const { owner, instead, after, fields } of additions) {
    const edit = instead === undefined ? insertFields(text, owner, fields, after) : fillNull(instead, fields);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  return edits;
}

/** The innermost map on the way to a place that is there, and how many steps lead to it. */
function deepest(root: MapNode, place: readonly PlaceStep[]): { readonly map: MapNode; readonly depth: number } {
  let map = root;
  let depth = 0;
  let at = nodeAt(root, []);
  for (const [i, step] of place.slice(0, -1).entries()) {
    if (at?.kind === 'map' && typeof step === 'string') at = valueFor(at, step);
    else if (at?.kind === 'list' && typeof step === 'number') at = at.items[step];
    else break;
    if (at?.kind === 'map') {
      map = at;
      depth = i + 1;
    }
  }
  return { map, depth };
}

function nest(place: readonly PlaceStep[], value: Value): ValueMap | undefined {
  let nested = value;
  for (const step of [...place].reverse()) {
    if (typeof step !== 'string') return undefined;
    nested = { [step]: nested };
  }
  return isValueMap(nested) ? nested : undefined;
}

function merge(a: ValueMap, b: ValueMap): ValueMap {
  const result: Record<string, Value> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const old = result[key];
    result[key] = isValueMap(old) && isValueMap(value) ? merge(old, value) : value;
  }
  return result;
}
