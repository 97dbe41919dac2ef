import { isValueList, isValueMap, type Value } from '../../conversion/value.ts';
import { badRequest, Refusal } from '../transport/answer.ts';

/*
 * Source: k8s.io/apiserver pkg/endpoints/handlers/patch.go.
 */

/** The refusal of a patch whose result cannot be decoded. */
export function undecodablePatch(shown: string, why: string, warnings: readonly string[] = []): Refusal {
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  const causes = [{ reason: 'FieldValueInvalid', message, field: 'patch' }];
  return new Refusal(422, 'Invalid', ` "" is invalid: patch: ${message}`, { causes }, warnings);
}

/** The refusal of a patch that does not apply. The server does not say why: that is in a warning. */
export function inapplicablePatch(why: string): Refusal {
  const message = 'the server rejected our request due to an error in our request';
  return new Refusal(422, 'Invalid', message, {}, [`kubecompat: ${why}`]);
}

/** The refusal of a body that is not a patch. */
export function unreadablePatch(value: Value, goType: string, prefix = 'error decoding patch: '): Refusal {
  return badRequest(`${prefix}json: cannot unmarshal ${jsonKind(value)} into Go ${goType}`);
}

/** The refusal of a strategic merge patch that the library cannot merge: the server answers as to an error of its own. */
export function unmergeablePatch(message: string): Refusal {
  return new Refusal(500, '', message);
}

function jsonKind(value: Value): string {
  if (isValueList(value)) return 'array';
  if (isValueMap(value)) return 'object';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'number';
}

/** A value as the verb %v of Go's package fmt prints it. */
export function goText(value: Value): string {
  if (value === null) return '<nil>';
  if (isValueList(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isValueMap(value)) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goText(item)}`).join(' ')}]`;
}
