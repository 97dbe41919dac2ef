import { minor } from '../target/version.ts';
import type { BinaryFacts, GateFacts, GateSpec, GateStage } from './catalog.ts';
import type { BinaryRow, GateRow, GateSpecRow } from './pack.ts';
import { spans } from './packKinds.ts';

const stages: Readonly<Record<GateSpecRow[2], GateStage>> = { A: 'Alpha', B: 'Beta', G: 'GA', D: 'Deprecated' };

/** A feature gate as the rest of the program sees it. */
export function gateFacts([name, components, declared, specs, dependsOn]: GateRow): GateFacts {
  return { name, components, declared: spans(declared), specs: specs.map(gateSpec), dependsOn };
}

function gateSpec([version, on, stage, locked, minCompatibility]: GateSpecRow): GateSpec {
  return {
    version: minor(version),
    default: on === 1,
    stage: stages[stage],
    lockToDefault: locked === 1,
    minCompatibilityVersion: minCompatibility === undefined ? undefined : minor(minCompatibility),
  };
}

/** A binary as the rest of the program sees it. */
export function binaryFacts(row: BinaryRow): BinaryFacts {
  return {
    stillInstalled: row.stillInstalled === undefined ? undefined : new Set(row.stillInstalled),
    storageOverrides: new Map(Object.entries(row.storageOverrides)),
    groupPriority: new Map(Object.entries(row.groupPriority)),
    unversionedClientGates: row.unversionedClientGates,
    flags: new Set(row.flags),
    emulationFloor: row.emulationFloor === undefined ? undefined : minor(row.emulationFloor),
    checksGateDependencies: row.checksGateDependencies,
    sendsDeprecationWarnings: row.sendsDeprecationWarnings,
    storageRule: row.storageRule,
  };
}
