import type { FieldDefinition, FieldType, TypeDefinition } from '../catalog/types.ts';

/** Objects in objects in objects: deeper than any required field. */
const deepest = 8;
/** Stands for what the user fills in, until the text is cut there. */
const gap = '\0';

/** The required fields of an object in block style, in pieces between which values are missing. Begins with a line break. */
export function skeletonOf(type: TypeDefinition, column: number): readonly string[] {
  const name = type.fields.has('metadata') ? ['metadata:', `  name: ${gap}`] : [];
  const lines = [...name, ...linesOf(type, 0)];
  const indent = ' '.repeat(column);
  return lines
    .map((line) => `\n${indent}${line}`)
    .join('')
    .split(gap);
}

function linesOf(type: TypeDefinition, depth: number): readonly string[] {
  if (depth === deepest) return [];
  return [...type.fields.values()]
    .filter((field) => isNeeded(field, type))
    .flatMap((field) => fieldLines(field, depth));
}

/** Required fields, and what holds required ones where the object itself demands none: the `spec` of most kinds. */
function isNeeded({ name, required, type }: FieldDefinition, owner: TypeDefinition): boolean {
  if (notTheAuthors.has(name)) return false;
  return required || (type.kind === 'object' && !hasRequired(owner) && hasRequired(type.type));
}

const notTheAuthors: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function hasRequired({ fields }: TypeDefinition): boolean {
  return [...fields.values()].some(({ name, required }) => required && !notTheAuthors.has(name));
}

function fieldLines({ name, type }: FieldDefinition, depth: number): readonly string[] {
  if (type.kind === 'scalar') return [`${name}: ${gap}`];
  const inner = type.kind === 'list' ? itemLines(type.item, depth + 1) : innerLines(type, depth + 1);
  return [`${name}:`, ...inner.map((line) => `  ${line}`)];
}

function itemLines(item: FieldType, depth: number): readonly string[] {
  return innerLines(item, depth).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
}

function innerLines(type: FieldType, depth: number): readonly string[] {
  const lines = type.kind === 'object' ? linesOf(type.type, depth) : [];
  return lines.length === 0 ? [gap] : lines;
}
