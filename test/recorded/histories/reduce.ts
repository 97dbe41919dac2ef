import { isValueList, isValueMap, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import { listOf, mapOf } from '../../support/values.ts';
import type { SchemaSteps } from './objects.ts';
import type { IsolatedPair } from './pairs.ts';

/** The parts of a definition that a change and its objects need. */
export interface ChangeSubject {
  /** The version of the change; undefined if it concerns all versions. */
  readonly version: string | undefined;
  readonly steps: SchemaSteps;
  readonly objects: readonly ValueMap[];
}

/**
 * A pair of definitions reduced to the subject: the affected versions, and in their schemas the fields on the path to
 * the change, those of the objects, required ones, and those that rules beside them name.
 */
export function reduced({ before, after }: IsolatedPair, subject: ChangeSubject): IsolatedPair {
  return { before: reducedDefinition(before, subject), after: reducedDefinition(after, subject) };
}

function reducedDefinition(manifest: ValueMap, { version, steps, objects }: ChangeSubject): ValueMap {
  const spec = mapOf(manifest['spec']);
  const versions = listOf(spec['versions']).map(mapOf);
  const isAlone = version !== undefined && versions.some(({ name, storage }) => name === version && storage === true);
  const kept = versions.filter(({ name }) => !isAlone || name === version);
  const { additionalPrinterColumns: _, ...rest } = spec;
  return {
    ...manifest,
    spec: {
      ...rest,
      names: mapOf(spec['names']),
      versions: kept.map(({ additionalPrinterColumns: _columns, schema, ...version }) => ({
        ...version,
        schema: { openAPIV3Schema: reducedSchema(mapOf(mapOf(schema)['openAPIV3Schema']), steps, objects, '') },
      })),
    },
  };
}

function reducedSchema(schema: ValueMap, steps: SchemaSteps, values: readonly Value[], parentPath: string): ValueMap {
  const [step, ...rest] = steps;
  const rules = `${parentPath} ${JSON.stringify(schema['x-kubernetes-validations'] ?? '')} ${JSON.stringify(
    ['anyOf', 'oneOf', 'allOf', 'not'].map((keyword) => schema[keyword] ?? ''),
  )}`;
  const changed: Record<string, Value> = { ...schema };
  const properties = schema['properties'];
  if (isValueMap(properties)) {
    const objects = values.map(mapOf);
    const required = new Set([...listOf(schema['required']), step ?? '', ...objects.flatMap(Object.keys)].map(String));
    changed['properties'] = Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.has(name) || new RegExp(`\\b${name.replace(/\W/g, '.')}\\b`).test(rules))
        .map(([name, inner]) => {
          const below = objects.flatMap((object) => object[name] ?? []);
          return [name, reducedSchema(mapOf(inner), name === step ? rest : [], below, rules)];
        }),
    );
  }
  for (const keyword of ['items', 'additionalProperties']) {
    const inner = schema[keyword];
    if (!isValueMap(inner)) continue;
    const below = values.flatMap((value) => (isValueList(value) ? value : Object.values(mapOf(value))));
    changed[keyword] = reducedSchema(inner, step === '[]' || step === '[*]' ? rest : [], below, rules);
  }
  return changed;
}
