import table from '../../../data/authored/schema-validation.json' with { type: 'json' };
import type { EffectiveVersions } from '../../catalog/surface.ts';
import { factMinor } from '../../targets/version.ts';

/** Differences between servers in schema validation. */
export interface SchemaRules {
  /** String formats, without their dashes, that the server does not check yet. */
  readonly unchecked: ReadonlySet<string>;
  /** Whether `format: int32` limits integers, and a fraction as the bound of an integer refuses every value. */
  readonly numericRanges: boolean;
}

/** How a server of these versions validates. */
export function schemaRules({ binary, minCompatibility }: EffectiveVersions): SchemaRules {
  const later = table.formats.filter(({ since }) => factMinor(since) > minCompatibility);
  return {
    unchecked: new Set(later.map(({ name }) => plainFormat(name))),
    numericRanges: factMinor(table.numericRanges.since) <= binary,
  };
}

/**
 * The rules for validating the defaults of a definition: formats follow the binary version, independent of other
 * servers of the cluster.
 */
export function defaultRules(versions: EffectiveVersions): SchemaRules {
  return schemaRules({ ...versions, minCompatibility: versions.binary });
}

/** The registry of formats takes `date-time` and `datetime` for the same. */
export function plainFormat(name: string): string {
  return name.replaceAll('-', '');
}
