import { type MapNode, type Node, valueFor } from '../manifest/node.ts';
import type { Change } from './change.ts';
import { formatPlace, locate, nodeAt, type PlaceStep, parsePath, places } from './locate.ts';
import type { CopyStep, MoveStep, PinStep, RefuseStep, Step } from './rule.ts';
import { isValueList, isValueMap, plainValue, type Value } from './value.ts';

/** What the steps of a rule come to for one resource. */
export interface StepResult {
  readonly changes: readonly Change[];
  /** What a person has to decide or do. */
  readonly left: readonly string[];
}

/** Carries a step out on a resource: the changes it makes, or why it cannot. */
export function changesFor(root: MapNode, step: Step): StepResult {
  switch (step.step) {
    case 'pin':
      return { changes: pin(root, step), left: [] };
    case 'copy':
      return copy(root, step);
    case 'move':
      return move(root, step);
    case 'refuse':
      return { changes: [], left: refuse(root, step) };
  }
}

function pin(root: MapNode, step: PinStep): readonly Change[] {
  if (step.within !== undefined && locate(root, step.within).length === 0) return [];
  const { unless } = step;
  if (unless !== undefined && locate(root, unless.path).some(({ node }) => isOneOf(node, unless.is))) return [];
  return places(root, step.path)
    .filter((place) => nodeAt(root, place) === undefined)
    .map((place) => ({ change: 'insert', place, value: step.value, after: step.after }));
}

function copy(root: MapNode, { from, to, unless }: CopyStep): StepResult {
  const [original] = locate(root, from);
  const present = locate(root, unless).some(({ node }) => !isEmpty(plainValue(node)));
  if (present || original === undefined) return { changes: [], left: [] };
  const value = plainValue(original.node);
  if (isEmpty(value)) return { changes: [], left: [] };
  if (!isValueMap(value) || Object.values(value).some((one) => typeof one !== 'string')) {
    return { changes: [], left: [`write ${to} as ${from} has it`] };
  }
  const place = parsePath(to).flatMap((part) => (part === 'items' ? [] : [part.key]));
  return { changes: [{ change: 'insert', place, value, after: undefined }], left: [] };
}

function move(root: MapNode, step: MoveStep): StepResult {
  const changes: Change[] = [];
  const left: string[] = [];
  for (const { place, node } of locate(root, step.at)) {
    if (node.kind !== 'map') continue;
    const moves: { readonly from: string; readonly to: readonly string[] }[] = [];
    for (const { from, to } of step.moves) {
      const value = valueFor(node, from);
      if (value === undefined) continue;
      const path = typeof to === 'string' ? to : choose(value, to);
      const names = path?.split('.');
      if (names === undefined || valueFor(node, names[0] ?? '') !== undefined) {
        left.push(`move ${formatPlace([...place, from])} by hand`);
      } else {
        moves.push({ from, to: names });
      }
    }
    if (moves.length > 0) changes.push({ change: 'move', place, moves });
  }
  return { changes, left };
}

function choose(value: Node, to: { readonly integer: string; readonly string: string }): string | undefined {
  if (value.kind !== 'scalar') return undefined;
  if (typeof value.value === 'number') return to.integer;
  return typeof value.value === 'string' ? to.string : undefined;
}

function refuse(root: MapNode, { path, left, when = 'present', is = [] }: RefuseStep): readonly string[] {
  if (path === '') return [left];
  const at = when === 'not' || when === 'absent' ? places(root, path) : locate(root, path).map(({ place }) => place);
  return at.filter((place) => applies(nodeAt(root, place), when, is)).map((place) => said(place, left));
}

function applies(node: Node | undefined, when: NonNullable<RefuseStep['when']>, is: RefuseStep['is']): boolean {
  const value = node === undefined ? undefined : plainValue(node);
  switch (when) {
    case 'present':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'empty':
      return value !== undefined && isEmpty(value);
    case 'digits':
      return typeof value === 'string' && /^\d+$/.test(value);
    case 'is':
      return is?.some((one) => one === value) === true;
    case 'not':
      return is?.some((one) => one === value) !== true;
  }
}

function said(place: readonly PlaceStep[], left: string): string {
  return `${formatPlace(place)}: ${left}`;
}

function isOneOf(node: Node, values: readonly string[]): boolean {
  return node.kind === 'scalar' && typeof node.value === 'string' && values.includes(node.value);
}

/** Whether nothing is in a value: `{}`, `[]`, `''`, and objects that hold only such. */
function isEmpty(value: Value): boolean {
  if (value === null || value === '') return true;
  if (isValueList(value)) return value.length === 0;
  return isValueMap(value) && Object.values(value).every(isEmpty);
}
