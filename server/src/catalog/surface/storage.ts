import { type BinaryFacts, type Catalog, factAt, groupResource, type KindFacts } from '../catalog.ts';
import type { EffectiveVersions } from '../surface.ts';
import type { InstalledKind } from './enablement.ts';
import type { Registry } from './registry.ts';
import { isOfStability } from './runtimeConfig.ts';

/**
 * The version each served resource is stored in, by `resource.group`. Empty for binaries whose rule is not known
 * (`k8s.io/apiserver/pkg/server/storage/resource_encoding_config.go`).
 */
export function storageVersions(
  served: readonly InstalledKind[],
  versions: EffectiveVersions,
  catalog: Catalog,
  registry: Registry,
  facts: BinaryFacts,
): ReadonlyMap<string, string> {
  const stored = new Map<string, string>();
  const rule = facts.storageRule;
  if (rule === undefined) return stored;
  for (const { kind, resource } of served) {
    const key = groupResource(kind.group, resource);
    if (stored.has(key) || !isStored(kind)) continue;
    const version =
      facts.storageOverrides.get(key) ??
      storedWith[rule](kindVersions(kind, catalog, registry), versions) ??
      registry.versions(kind.group)[0];
    if (version !== undefined) stored.set(key, version);
  }
  return stored;
}

type StorageRule = NonNullable<BinaryFacts['storageRule']>;

/** The rule of each generation of binaries: selects from the versions of a kind, most preferred first. */
const storedWith: Readonly<
  Record<StorageRule, (kinds: readonly KindFacts[], versions: EffectiveVersions) => string | undefined>
> = {
  'first-not-replaced': (kinds, versions) =>
    kinds.find(
      (kind) =>
        factAt(kind.lifecycle, versions.binary)?.replacement === undefined &&
        isIntroduced(kind, versions, versions.minCompatibility),
    )?.version,
  'first-introduced': (kinds, versions) =>
    kinds.find((kind) => isIntroduced(kind, versions, versions.minCompatibility))?.version,
  'stable-then-any': (kinds, versions) =>
    (
      kinds.find(
        (kind) => !isOfStability(kind.version, 'alpha') && isIntroduced(kind, versions, versions.minCompatibility),
      ) ?? kinds.find((kind) => isIntroduced(kind, versions, versions.emulation))
    )?.version,
};

/** A kind without a lifecycle in code counts as old. */
function isIntroduced(kind: KindFacts, { binary }: EffectiveVersions, by: number): boolean {
  return (factAt(kind.lifecycle, binary)?.introduced ?? 0) <= by;
}

function kindVersions(kind: KindFacts, catalog: Catalog, registry: Registry): readonly KindFacts[] {
  const kinds = catalog.kindsOf(kind.group, kind.kind).filter((candidate) => registry.has(candidate));
  const order = registry.versions(kind.group);
  const rank = ({ version }: KindFacts) => (order.includes(version) ? order.indexOf(version) : order.length);
  return [...kinds].sort((a, b) => rank(a) - rank(b));
}

/** Listable kinds are stored; reviews and similar kinds are only answered. */
function isStored(kind: KindFacts): boolean {
  return kind.verbs.includes('list') && kind.verbs.includes('create');
}
