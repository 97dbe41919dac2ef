import {
  type BinaryFacts,
  type Catalog,
  type GateFacts,
  type KindFacts,
  kindKey,
} from '../../server/src/catalog/catalog.ts';
import { versionRank } from '../../server/src/targets/groupVersion.ts';
import { factMinor, type Minor } from '../../server/src/targets/version.ts';

/** One version of the kind Thing in the group things.k8s.io: `{ introduced: '1.30', removed: '1.31' }`. */
export interface VersionLife {
  readonly introduced: string;
  readonly removed?: string;
  /** For betas from before 1.24, which were on by default. */
  readonly onByDefault?: boolean;
}

/** A catalogue with a single kind, whose versions have the given lifetimes, and with the given gates. */
export function thingCatalog(
  binary: string,
  lives: Readonly<Record<string, VersionLife>>,
  gates: readonly GateFacts[] = [],
): Catalog {
  const newest = factMinor(binary);
  const kinds = Object.entries(lives).map(([version, life]) => lifecycleOf(version, life, newest));
  const facts = binaryFacts(kinds, newest);
  const byKey = new Map(kinds.map((kind) => [kindKey(kind), kind]));
  return {
    version: 'synthetic',
    oldest: newest,
    newest,
    kinds,
    kind: (gvk) => byKey.get(kindKey(gvk)),
    kindsOf: (group, kind) => kinds.filter((kindFacts) => kindFacts.group === group && kindFacts.kind === kind),
    isBuiltInGroup: (group) => group === 'things.k8s.io',
    gates: new Map(gates.map((gate) => [gate.name, gate])),
    binary: () => facts,
    rootType: () => undefined,
    type: () => undefined,
    gatedFields: [],
    defaults: () => undefined,
    conversions: [],
    shapeChanges: [],
  };
}

function lifecycleOf(version: string, { introduced, removed, onByDefault }: VersionLife, newest: Minor): KindFacts {
  const first = factMinor(introduced);
  const gone = removed === undefined ? undefined : factMinor(removed);
  const stability = versionRank(version)?.stability ?? 'stable';
  const last = gone === undefined || gone > newest ? {} : { last: factMinor(`1.${gone - 1}`) };
  return {
    group: 'things.k8s.io',
    version,
    kind: 'Thing',
    stability,
    resource: 'things',
    singular: 'thing',
    namespaced: true,
    shortNames: [],
    verbs: ['create', 'list'],
    served: [{ first, ...last }],
    enabledByDefault: [[first, onByDefault ?? stability === 'stable']],
    gates: [],
    lifecycle: [[first, { introduced: first, deprecated: undefined, removed: gone, replacement: undefined }]],
    listOf: undefined,
  };
}

function binaryFacts(kinds: readonly KindFacts[], newest: Minor): BinaryFacts {
  const leftovers = kinds.filter(({ served }) => served.every(({ last }) => last !== undefined && last < newest));
  return {
    stillInstalled: new Set(leftovers.map(kindKey)),
    storageOverrides: new Map(),
    groupPriority: new Map(),
    registeredVersions: new Map(),
    priorityAndFairnessKeys: [],
    neededApis: [],
    unversionedClientGates: false,
    flags: new Set([
      'emulated-version',
      'min-compatibility-version',
      'emulation-forward-compatible',
      'runtime-config-emulation-forward-compatible',
    ]),
    emulationFloor: factMinor(`1.${newest - 3}`),
    fixedMinCompatibility: undefined,
    checksGateDependencies: true,
    sendsDeprecationWarnings: true,
    storageRule: 'stable-then-any',
  };
}
