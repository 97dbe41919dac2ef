import type { ApiType, FieldType } from '../catalog/types.ts';
import type { FieldStep } from '../kustomize/fieldSteps.ts';
import { isIndex } from '../manifest/jsonPointer.ts';

/** A step into a type: of a replacement's path, or a less precise segment of a JSON pointer. */
export type TypeStep =
  | Pick<Extract<FieldStep, { kind: 'name' }>, 'kind' | 'name'>
  | Pick<Extract<FieldStep, { kind: 'match' }>, 'kind' | 'field'>
  | { readonly kind: 'index' | 'every' | 'broken' }
  | { readonly kind: 'segment'; readonly name: string };

/** Where a path leaves the type of a kind. */
export type PathMismatch =
  | { readonly why: 'unknown-field'; readonly step: number; readonly owner: ApiType; readonly name: string }
  /** A field name at a list. */
  | { readonly why: 'list'; readonly step: number }
  /** An item at a value that is not a list. */
  | { readonly why: 'no-list'; readonly step: number }
  /** A step below a leaf. */
  | { readonly why: 'leaf'; readonly step: number };

/**
 * The first step of a path that a type lacks; undefined if the path is valid, or if the type does not define the value.
 *
 * @param intoText whether a path continues inside the text of a string.
 */
export function pathMismatch(root: ApiType, steps: readonly TypeStep[], intoText: boolean): PathMismatch | undefined {
  let type: FieldType = { kind: 'object', type: root };
  for (const [step, typeStep] of steps.entries()) {
    if (typeStep.kind === 'broken' || type.kind === 'schema-or') return undefined;
    if (type.kind === 'scalar') {
      const isOpen = type.scalar === 'raw' || type.scalar === 'any' || intoText;
      return isOpen ? undefined : { why: 'leaf', step };
    }
    const next: FieldType | Off = type.kind === 'list' ? intoList(type.item, typeStep) : intoMap(type, typeStep);
    if (!('kind' in next)) return { ...next, step };
    type = next;
  }
  return undefined;
}

type Off = { readonly why: 'list' | 'no-list' } | Omit<Extract<PathMismatch, { why: 'unknown-field' }>, 'step'>;

function intoList(item: FieldType, step: TypeStep): FieldType | Off {
  if (step.kind === 'name') return { why: 'list' };
  if (step.kind === 'segment') return isIndex(step.name) || step.name === '-' ? item : { why: 'list' };
  if (step.kind === 'match' && step.field !== '' && item.kind === 'object') {
    const field = item.type.fields.get(step.field);
    if (field === undefined) return { why: 'unknown-field', owner: item.type, name: step.field };
  }
  return item;
}

function intoMap(type: Extract<FieldType, { kind: 'object' | 'map' }>, step: TypeStep): FieldType | Off {
  if (step.kind !== 'name' && step.kind !== 'segment') return { why: 'no-list' };
  if (type.kind === 'map') return type.value;
  return type.type.fields.get(step.name)?.type ?? { why: 'unknown-field', owner: type.type, name: step.name };
}
