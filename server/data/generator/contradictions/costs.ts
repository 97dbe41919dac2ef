import { compile } from '../../../src/cel/compile.ts';
import { ruleCosts } from '../../../src/cel/cost/ruleCost.ts';
import { type ExpressionTarget, environmentOf, hasKeywordFields } from '../../../src/cel/libraries.ts';
import { ruleDeclarations } from '../../../src/cel/schemaTypes.ts';
import { emptySchema, type JsonSchema } from '../../../src/crd/schema/schema.ts';
import { formatMinor, type Minor } from '../../../src/targets/version.ts';
import { isObject, type JsonObject } from '../json.ts';
import { probeSchema } from './costProbes.ts';

/** The differences between our cost estimates and those of the binary, its entry in `facts/expression-costs.json`. */
export function costContradictions(binary: Minor, entry: JsonObject, gates: ExpressionTarget['gates']): string[] {
  // Unlike new expressions, stored ones can use the libraries of every version.
  const target = { versions: { binary, emulation: binary, minCompatibility: binary }, gates };
  const schema = schemaOf(probeSchema);
  const declarations = ruleDeclarations(schema, false, hasKeywordFields(target))?.required;
  const costs = ruleCosts(schema, false, 1n, binary);
  if (declarations === undefined || costs === undefined) return [];
  const environment = environmentOf(target, 'stored', undefined);
  return Object.entries(entry).flatMap(([rule, theirs]) => {
    const compiled = compile(rule, environment, declarations);
    const ours = compiled.expr === undefined ? 'refused' : String(costs.ofRule(compiled));
    const real = String(theirs);
    if (ours === real) return [];
    const name = `kube-apiserver ${formatMinor(binary)}`;
    return [
      `server/src/cel/cost: ${rule} costs ${ours}, and ${real} in ${name} (server/data/facts/expression-costs.json)`,
    ];
  });
}

/** Parses a literal schema like that of a definition. */
function schemaOf(written: unknown): JsonSchema {
  if (!isObject(written)) throw new TypeError('a schema is a map');
  const { type, items, properties, additionalProperties, maxLength, maxItems, maxProperties } = written;
  const bound = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    ...emptySchema,
    type: String(type),
    maxLength: bound(maxLength),
    maxItems: bound(maxItems),
    maxProperties: bound(maxProperties),
    items: items === undefined ? undefined : schemaOf(items),
    additionalProperties: additionalProperties === undefined ? undefined : schemaOf(additionalProperties),
    properties: new Map(
      Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [name, schemaOf(property)]),
    ),
  };
}
