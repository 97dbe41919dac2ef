import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import type { Json } from './json.ts';
import type { SchemaResult } from './result.ts';
import type { JsonSchema } from './schema.ts';

/**
 * `anyOf`, `oneOf`, `allOf` and `not`: `schemaPropsValidator`. If all alternatives fail, the errors of the best one are
 * reported. The server reports the failure itself without a field; here it has the value's.
 *
 * @param validate validates the value against one of the schemas.
 */
export function validateCombinations(
  { anyOf, oneOf, allOf, not }: JsonSchema,
  value: Json,
  path: FieldPath,
  validate: (schema: JsonSchema) => SchemaResult,
  result: SchemaResult,
): void {
  const name = (): string => JSON.stringify(formatPath(path));
  if (anyOf.length > 0) {
    const { best, valid } = judge(anyOf, validate, true);
    if (valid === 0) result.refused(path, value, `${name()} must validate at least one schema (anyOf)`);
    if (best !== undefined) result.merge(best);
  }
  if (oneOf.length > 0) {
    const { best, valid } = judge(oneOf, validate, false);
    if (valid !== 1) {
      const suffix = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
      result.refused(path, value, `${name()} must validate one and only one schema (oneOf). ${suffix}`);
    }
    if (best !== undefined && valid <= 1) result.merge(best);
  }
  if (allOf.length > 0) {
    const results = allOf.map(validate);
    for (const item of results) result.merge(item);
    const failed = results.filter(({ isValid }) => !isValid).length;
    if (failed > 0) {
      const suffix = failed === results.length ? '. None validated' : '';
      result.refused(path, value, `${name()} must validate all the schemas (allOf)${suffix}`);
    }
  }
  if (not !== undefined && validate(not).isValid) {
    result.refused(path, value, `${name()} must not validate the schema (not)`);
  }
}

/**
 * The number of valid alternatives, and the result that counts: the first valid one, or else the one with most matches.
 */
function judge(
  schemas: readonly JsonSchema[],
  validate: (schema: JsonSchema) => SchemaResult,
  firstIsEnough: boolean,
): { readonly best: SchemaResult | undefined; readonly valid: number } {
  let valid = 0;
  let success: SchemaResult | undefined;
  let failure: SchemaResult | undefined;
  for (const schema of schemas) {
    const result = validate(schema);
    if (result.isValid) {
      valid++;
      success ??= result;
      if (firstIsEnough) break;
    } else if (failure === undefined || result.matches > failure.matches) failure = result;
  }
  return { best: success ?? failure, valid };
}
