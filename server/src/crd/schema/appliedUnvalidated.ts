import { type FieldPath, stepsOf } from '../../text/fieldPath.ts';
import type { JsonSchema } from './schema.ts';

// Source: k8s.io/kube-openapi/pkg/schemaconv/openapi.go, `parseObject`, and structured-merge-diff's typed values.

/**
 * Whether a server-side apply takes a field that no schema names, and the server then silently prunes it: below an
 * object that names no properties or whose values may be anything, and anywhere below one that preserves unknown fields.
 * Elsewhere it is refused, as "field not declared in schema".
 *
 * @param root the schema of the resource.
 */
export function isAppliedUnvalidated(root: JsonSchema, path: FieldPath): boolean {
  const steps = stepsOf(path).slice(0, -1);
  // The resource itself has at least its apiVersion, kind and metadata.
  if (steps.length === 0) return false;
  let schema: JsonSchema | undefined = root;
  let preserves = root.preserveUnknownFields;
  for (const step of steps) {
    schema = typeof step === 'number' ? schema.items : schemaOf(schema, step);
    if (schema === undefined) return true;
    preserves ||= schema.preserveUnknownFields;
  }
  if (schema.type !== '' && schema.type !== 'object') return false;
  return preserves || (schema.properties.size === 0 && !schema.embeddedResource);
}

function schemaOf({ properties, additionalProperties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties.get(name) ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}
