import type { FieldType, TypeDefinition } from '../catalog/types.ts';
import type { FieldStep } from '../kustomize/fieldSteps.ts';
import { isIndex } from '../kustomize/jsonPointer.ts';

/** A step into a type: as a replacement writes it, or a segment of a JSON pointer, which says less. */
export type TypeStep =
  | Pick<Extract<FieldStep, { kind: 'name' }>, 'kind' | 'name'>
  | Pick<Extract<FieldStep, { kind: 'match' }>, 'kind' | 'field'>
  | { readonly kind: 'index' | 'every' | 'broken' }
  | { readonly kind: 'segment'; readonly name: string };

/** Where a path leaves what a kind has. */
export type PathMismatch =
  | { readonly why: 'unknown-field'; readonly step: number; readonly owner: TypeDefinition; readonly name: string }
  /** A field by its name where there is a list. */
  | { readonly why: 'list'; readonly step: number }
  /** An item where there is no list. */
  | { readonly why: 'no-list'; readonly step: number }
  /** Something below a value that has nothing below it. */
  | { readonly why: 'leaf'; readonly step: number };

/**
 * Where a path goes off what a type has; undefined where it does not, or where what stands there is not the type's to say.
 *
 * @param intoText whether a path goes on in the text that a string holds.
 */
export function offPath(root: TypeDefinition, steps: readonly TypeStep[], intoText: boolean): PathMismatch | undefined {
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
