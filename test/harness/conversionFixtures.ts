import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { prepareConversion } from '../../server/src/conversion/prepareConversion.ts';
import { conversionFix, versionFixes } from '../../server/src/conversion/versionFix.ts';
import type { Fix } from '../../server/src/finding.ts';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../server/src/manifest/resources/findResources.ts';
import { parseGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { surfaceOf } from './surfaces.ts';

/** The folder of conversion fixtures: a manifest, its conversion beside it, and `verdicts.json`. */
export const conversionFolder = new URL('../../server/src/conversion/fixtures/', import.meta.url);

/** The recorded verdict of a fixture. */
export interface ConversionVerdict {
  readonly kind: Fix['kind'];
  readonly left: readonly string[];
  /** The fields in which both mean something else to Kubernetes. */
  readonly differences: readonly string[];
  /** A digest of the text before and after, so that changes of either are detected. */
  readonly digest: string;
}

/** The names of the fixtures. */
export function conversionFixtures(): readonly string[] {
  return readdirSync(conversionFolder)
    .filter((name) => /\.(yaml|json)$/.test(name) && !/\.converted\.|^verdicts/.test(name))
    .sort();
}

/** The file with the conversion of a fixture. */
export function convertedFile(name: string): URL {
  return new URL(name.replace(/\.(yaml|json)$/, '.converted.$1'), conversionFolder);
}

/**
 * Converts a fixture: a first line `# to: GROUP/VERSION` gives the version, otherwise the quick fix at the newest
 * target is used. Undefined without a conversion.
 */
export function convertFixture(
  name: string,
  text: string,
): { readonly fix: Fix; readonly converted: string } | undefined {
  const surface = surfaceOf('1.37');
  const [resource] = findResources(readManifest(text), name).resources;
  if (resource === undefined) return undefined;
  const asked = parseGroupVersion(/^# to: (\S+)/.exec(text)?.[1] ?? '');
  const prepared =
    asked === undefined ? undefined : prepareConversion(resource, text, { ...asked, kind: resource.kind }, surface);
  const [fix] =
    asked === undefined
      ? versionFixes(resource, text, [surface])
      : prepared === undefined
        ? []
        : [conversionFix(prepared, resource)];
  const converted = fix === undefined ? undefined : applyEdits(text, fix.edits);
  return fix === undefined || converted === undefined ? undefined : { fix, converted };
}

/** The digest of a conversion. */
export function conversionDigest(text: string, converted: string): string {
  return createHash('sha256').update(`${text}\0${converted}`).digest('hex');
}
