import type { ApiField, ApiType, FieldType, ScalarType } from '../../catalog/types.ts';
import { tabStopText } from './stops.ts';

/** Objects in objects in objects: deeper than any required field. */
const deepest = 8;

/** The lines of an object of a kind with the fields that its type requires, and stops for their values. */
export function requiredLines(kind: string, type: ApiType): readonly string[] {
  const stop = counter();
  const name = type.fields.has('metadata') ? ['metadata:', `  name: ${stop([kind.toLowerCase()])}`] : [];
  return [...name, ...linesOf(type, 0, stop)];
}

/** Writes the next stop. */
type NextStop = (values: readonly string[]) => string;

function counter(): NextStop {
  let last = 0;
  return (values) => tabStopText(++last, values);
}

function linesOf(type: ApiType, depth: number, stop: NextStop): readonly string[] {
  if (depth === deepest) return [];
  return [...type.fields.values()]
    .filter((field) => isNeeded(field, type))
    .flatMap((field) => fieldLines(field, depth, stop));
}

/** Required fields, and parents of required fields if the object itself has none: the `spec` of most kinds. */
function isNeeded({ name, required, type }: ApiField, owner: ApiType): boolean {
  if (notTheAuthors.has(name)) return false;
  return required || (type.kind === 'object' && !hasRequired(owner) && hasRequired(type.type));
}

const notTheAuthors: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function hasRequired({ fields }: ApiType): boolean {
  return [...fields.values()].some(({ name, required }) => required && !notTheAuthors.has(name));
}

function fieldLines(field: ApiField, depth: number, stop: NextStop): readonly string[] {
  const { name, type } = field;
  if (type.kind === 'list') {
    const item = innerLines(type.item, depth + 1, stop) ?? [exampleOf(type.item, field, stop)];
    return [`${name}:`, ...item.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`)];
  }
  const inner = innerLines(type, depth + 1, stop);
  return inner === undefined
    ? [`${name}: ${exampleOf(type, field, stop)}`]
    : [`${name}:`, ...inner.map((line) => `  ${line}`)];
}

function innerLines(type: FieldType, depth: number, stop: NextStop): readonly string[] | undefined {
  const lines = type.kind === 'object' ? linesOf(type.type, depth, stop) : [];
  return lines.length === 0 ? undefined : lines;
}

/** An example value of the type: one from the field's description, or a recognisable placeholder. */
function exampleOf(type: FieldType, { name, enum: named, constants }: ApiField, stop: NextStop): string {
  if (type.kind !== 'scalar') return stop([type.kind === 'list' ? '[]' : '{}']);
  const values = (named ?? constants ?? []).map(({ value }) => value).filter((value) => /^[\w./-]+$/.test(value));
  if (values.length > 0) return stop(values);
  return type.scalar === 'string' ? stop([name.toLowerCase()]) : stop(examples[type.scalar]);
}

const examples: Readonly<Record<Exclude<ScalarType, 'string'>, readonly string[]>> = {
  boolean: ['true', 'false'],
  int32: ['1'],
  int64: ['1'],
  double: ['1'],
  quantity: ['1Gi'],
  duration: ['1m'],
  'int-or-string': ['80'],
  bytes: ['Ynl0ZXM='],
  'date-time': ['2026-01-31T10:00:00Z'],
  'micro-time': ['2026-01-31T10:00:00.000000Z'],
  raw: ['{}'],
  any: ['{}'],
};
