import authored from '../../../data/authored/target-settings.json' with { type: 'json' };
import { type Catalog, hasBinary } from '../../catalog/catalog.ts';
import type { TargetFlag } from '../../targets/target.ts';
import { formatMinor, type Minor, minor } from '../../targets/version.ts';

const runtimeKeys: ReadonlyMap<string, string> = new Map(Object.entries(authored.runtimeConfig));

/** The keys of `--runtime-config` for many APIs, with their descriptions. */
export const runtimeConfigKeys: ReadonlyMap<string, string> = runtimeKeys;

/** The description of a target flag, in a sentence or two. */
export function flagDescription(flag: TargetFlag): string {
  return authored.flags[flag].says;
}

/** The effect of a flag, its first version, and its values for a binary. In Markdown. */
export function describeFlag(flag: TargetFlag, catalog: Catalog, binary: Minor | undefined): string {
  const { says, source } = authored.flags[flag];
  const ours = flag === 'binary-version' || flag === 'crds';
  const first = ours ? undefined : firstWith(flag, catalog);
  const since = first === undefined || first === catalog.oldest ? [] : [`Since ${formatMinor(first)}.`];
  const range = binary === undefined ? undefined : rangeOf(flag, catalog, binary);
  const takes = range === undefined ? [] : [`${formatMinor(binary ?? catalog.newest)} takes ${range}.`];
  return [`**${ours ? flag : `--${flag}`}**`, [says, ...since, ...takes].join(' '), `Source: ${source}`].join('\n\n');
}

/** Versions that a version flag can be set to at a binary, oldest and newest; undefined if it takes none. */
export function versionsOf(flag: TargetFlag, catalog: Catalog, binary: Minor): readonly Minor[] {
  if (flag === 'binary-version') return spanOfMinors(catalog.oldest, catalog.newest);
  if (flag !== 'emulated-version' && flag !== 'min-compatibility-version') return [];
  if (!hasBinary(catalog, binary)) return [];
  const { emulationFloor, flags } = catalog.binary(binary);
  return emulationFloor === undefined || !flags.has(flag) ? [] : spanOfMinors(emulationFloor, binary);
}

function rangeOf(flag: TargetFlag, catalog: Catalog, binary: Minor): string | undefined {
  const versions = versionsOf(flag, catalog, binary);
  const [first] = versions;
  const last = versions.at(-1);
  if (flag === 'binary-version' || first === undefined || last === undefined) return undefined;
  return `${formatMinor(first)} to ${formatMinor(last)}`;
}

function spanOfMinors(first: Minor, last: Minor): readonly Minor[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => minor(first + index));
}

function firstWith(flag: string, catalog: Catalog): Minor | undefined {
  return spanOfMinors(catalog.oldest, catalog.newest).find((spanOfMinor) =>
    catalog.binary(spanOfMinor).flags.has(flag),
  );
}
