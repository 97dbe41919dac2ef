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

function jsonKind(value: Value): string {
  if (isValueList(value)) return 'array';
  if (isValueMap(value)) return 'object';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'number';
}
