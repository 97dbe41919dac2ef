import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { serverPropertiesAt } from '../../../server/src/checks/crd-evolution/serverProperties.ts';
import {
  isValueList,
  isValueMap,
  plainValue,
  type Value,
  type ValueMap,
} from '../../../server/src/conversion/value.ts';
import type { CustomDefinition } from '../../../server/src/crd/definition.ts';
import { definitionsIn } from '../../../server/src/crd/definitionList.ts';
import { compareDefinitions } from '../../../server/src/crd/evolution/compare.ts';
import type { Change } from '../../../server/src/crd/evolution/rule.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

/** The recorded form of an old and a new definition: without descriptions and webhooks, in a separate group. */
export interface IsolatedPair {
  readonly before: ValueMap;
  readonly after: ValueMap;
}

/** A recorded definition as the tool reads it. */
export interface KnownDefinition {
  readonly definition: CustomDefinition;
  /** A server with the definition that validates a status like the other fields. */
  readonly surface: ApiSurface;
}

/** The definition as a manifest in another group. */
export function manifestOf({ spec, plural }: CustomDefinition, group: string): ValueMap {
  const plain: Value = JSON.parse(
    JSON.stringify(spec === undefined ? {} : plainValue(spec), (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  );
  const withoutTexts = isValueMap(plain) ? withoutDescriptions(plain) : {};
  const { conversion: _, ...rest } = isValueMap(withoutTexts) ? withoutTexts : {};
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { ...rest, group },
  };
}

/**
 * A part of a definition without descriptions.
 *
 * @param isProperties whether the keys are names of fields: one can have the name description.
 */
export function withoutDescriptions(value: Value, isProperties = false): Value {
  if (isValueList(value)) return value.map((item) => withoutDescriptions(item));
  if (!isValueMap(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => isProperties || key !== 'description' || typeof member !== 'string',
  );
  return Object.fromEntries(
    kept.map(([key, member]) => [key, withoutDescriptions(member, !isProperties && key === 'properties')]),
  );
}

/** The changes that the tool reports for a pair. */
export function changesOf({ before, after }: IsolatedPair): readonly Change[] {
  return compareDefinitions(readDefinition(before), readDefinition(after), serverPropertiesAt(surfaceOf('1.37')));
}

/** The definition of a manifest; throws if there is none. */
export function readDefinition(manifest: ValueMap): CustomDefinition {
  const [definition] = definitionsIn(JSON.stringify(manifest), 'crd.json');
  if (definition === undefined) throw new Error(`${JSON.stringify(manifest['metadata'])} is no definition`);
  return definition;
}

/** The definition of a manifest as the tool reads it. */
export function knownDefinition(manifest: ValueMap): KnownDefinition {
  const plain: ValueMap = JSON.parse(
    JSON.stringify(manifest, (key, value) => (key === 'subresources' ? undefined : value)),
  );
  return { definition: readDefinition(manifest), surface: withDefinitionsOf(surfaceOf('1.37'), JSON.stringify(plain)) };
}
