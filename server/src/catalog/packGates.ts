import { parseGroupVersion } from '../targets/groupVersion.ts';
import { minor } from '../targets/version.ts';
import type { BinaryFacts, GateFacts, GateSpec, GateStage, NeededApi } from './catalog.ts';
import type { BinaryRow, GateRow, GateSpecRow, NeededApiRow } from './pack.ts';
import { spans } from './packKinds.ts';

const stages: Readonly<Record<GateSpecRow[2], GateStage>> = { A: 'Alpha', B: 'Beta', G: 'GA', D: 'Deprecated' };

/** A feature gate as the rest of the program sees it. */
export function gateFacts(row: GateRow): GateFacts {
  return {
    name: row[0],
    components: row[1],
    declared: spans(row[2]),
    specs: row[3].map(gateSpec),
    dependsOn: row[4],
    earlier: row[5] && { until: minor(row[5][0]), specs: row[5][1].map(gateSpec) },
  };
}

function gateSpec(row: GateSpecRow): GateSpec {
  return {
    version: minor(row[0]),
    default: row[1] === 1,
    stage: stages[row[2]],
    lockToDefault: row[3] === 1,
    minCompatibilityVersion: row[4] === undefined ? undefined : minor(row[4]),
  };
}

/** A binary as the rest of the program sees it. */
export function binaryFacts(row: BinaryRow): BinaryFacts {
  return {
    stillInstalled: row.stillInstalled === undefined ? undefined : new Set(row.stillInstalled),
    storageOverrides: new Map(Object.entries(row.storageOverrides)),
    groupPriority: new Map(Object.entries(row.groupPriority)),
    registeredVersions: new Map(Object.entries(row.registeredVersions)),
    priorityAndFairnessKeys: row.priorityAndFairnessKeys,
    neededApis: row.neededApis.map(neededApi),
    unversionedClientGates: row.unversionedClientGates,
    flags: new Set(row.flags),
    emulationFloor: row.emulationFloor === undefined ? undefined : minor(row.emulationFloor),
    fixedMinCompatibility: row.fixedMinCompatibility === undefined ? undefined : minor(row.fixedMinCompatibility),
    checksGateDependencies: row.checksGateDependencies,
    sendsDeprecationWarnings: row.sendsDeprecationWarnings,
    storageRule: row.storageRule,
  };
}

function neededApi(row: NeededApiRow): NeededApi {
  const [groupVersion, resource, gates, without, plugins = []] = row;
  const { group, version } = parseGroupVersion(groupVersion) ?? { group: '', version: groupVersion };
  return { group, version, resource: resource === '' ? undefined : resource, gates, plugins, without };
}
