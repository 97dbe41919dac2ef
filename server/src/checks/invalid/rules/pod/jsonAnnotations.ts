import type { Node } from '../../../../manifest/node.ts';
import { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateTaintsInNodeAnnotations and ValidateTolerationsInPodAnnotations.

/**
 * The items of a JSON list in an annotation, under the path that the server reports; empty if the annotation is absent,
 * empty or refused because it is not such a list. `texts` and `numbers` are the fields of an item, which Go matches
 * case-insensitively.
 */
export function listInAnnotation(
  annotations: Value,
  name: string,
  texts: readonly string[],
  numbers: readonly string[],
  errors: ErrorList,
): Value | undefined {
  const annotation = annotations.entries.get(name);
  if (annotation === undefined || annotation.empty) return undefined;
  const items = parse(annotation.text);
  const field = annotation.reportedAt(annotations);
  const wrong = items === null ? undefined : problemOf(items, texts, numbers);
  if (wrong !== undefined) {
    errors.invalid(field, wrong, name);
    return undefined;
  }
  const node = nodeOf(items, annotation, [...texts, ...numbers]);
  return Value.untyped(node, annotations.at(name).path, annotation.key);
}

const noJson = Symbol('no JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return noJson;
  }
}

function problemOf(items: unknown, texts: readonly string[], numbers: readonly string[]): string | undefined {
  if (items === noJson) return 'must be JSON';
  if (!Array.isArray(items)) return 'must be a JSON list';
  for (const item of items) {
    if (item === null) continue;
    if (typeof item !== 'object' || Array.isArray(item)) return 'items must be JSON objects';
    for (const [key, value] of Object.entries(item)) {
      if (value === null) continue;
      if (named(key, texts) !== undefined && typeof value !== 'string') return `${key} must be a string`;
      if (named(key, numbers) !== undefined && !Number.isInteger(value)) return `${key} must be a whole number`;
    }
  }
  return undefined;
}

function named(key: string, fields: readonly string[]): string | undefined {
  return fields.find((field) => field.toLowerCase() === key.toLowerCase());
}

function nodeOf(value: unknown, at: Value, fields: readonly string[]): Node {
  const { start, end } = at.key;
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map((item) => nodeOf(item, at, fields)), flow: true, start, end };
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, each]) => {
      const field = named(key, fields);
      return field === undefined ? [] : [{ key: field, keySpan: at.key, value: nodeOf(each, at, fields) }];
    });
    return { kind: 'map', entries, flow: true, start, end };
  }
  const scalar = typeof value === 'string' || typeof value === 'number' ? value : null;
  return { kind: 'scalar', value: scalar, style: 'double', start, end };
}
