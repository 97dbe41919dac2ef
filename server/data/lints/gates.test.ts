import assert from 'node:assert/strict';
import { type GateFacts, type GateSpec, type GateStage, specsIn } from '../../src/catalog/catalog.ts';
import { minor } from '../../src/targets/version.ts';
import { readCatalog } from '../../src/workspace/shipped/catalogFile.ts';

const catalog = readCatalog();
const gates = [...catalog.gates.values()];
const rank: Readonly<Record<GateStage, number>> = { Alpha: 0, Beta: 1, GA: 2, Deprecated: 3 };

/** Known violations are listed, so that the test fails if one no longer applies. */
describe('the facts about feature gates', () => {
  it('have specs in ascending order of versions, and of min compatibility versions', () => {
    assert.deepEqual(
      names((gate) =>
        pairs(gate).some(
          ([a, b]) =>
            a.version > b.version ||
            (a.version === b.version && a.minCompatibilityVersion === b.minCompatibilityVersion),
        ),
      ),
      [],
    );
  });

  it('never return to an earlier stage', () => {
    assert.deepEqual(
      names((gate) => pairs(gate).some(([a, b]) => rank[a.stage] > rank[b.stage])),
      [],
    );
  });

  it('lock only gates that are GA or deprecated', () => {
    assert.deepEqual(
      names((gate) => gate.specs.some((spec) => spec.lockToDefault && rank[spec.stage] < rank.GA)),
      [],
    );
  });

  it('turn alpha gates off by default, except one that keeps an old behaviour', () => {
    assert.deepEqual(
      names((gate) => gate.specs.some((spec) => spec.stage === 'Alpha' && spec.default)),
      ['LegacyNodeRoleBehavior'],
    );
  });

  it('turn GA gates on by default, except those that turn an old behaviour back on', () => {
    assert.deepEqual(
      names((gate) => gate.specs.some((spec) => spec.stage === 'GA' && !spec.default)),
      [
        'AggregatedDiscoveryRemoveBetaType',
        'ExternalPolicyForExternalIP',
        'KubeletPodResourcesListUseActivePods',
        'LegacyNodeRoleBehavior',
        'ServiceCIDRStatusFieldWiping',
      ],
    );
  });

  it('have a single span of declaration for each gate', () => {
    assert.deepEqual(
      names((gate) => gate.declared.some(({ first, last }, index) => first > (last ?? catalog.newest) || index > 0)),
      [],
    );
  });

  it('have a spec in every binary that declares a gate', () => {
    assert.deepEqual(
      names((gate) =>
        gate.declared.some(({ first, last }) => {
          for (let binary = first; binary <= (last ?? catalog.newest); binary = minor(binary + 1)) {
            if (!specsIn(gate, binary).some((spec) => spec.version <= binary)) return true;
          }
          return false;
        }),
      ),
      [],
    );
  });

  it('differ in older binaries only for these gates', () => {
    assert.deepEqual(
      names((gate) => gate.earlier !== undefined),
      ['ContextualLogging', 'MutatingAdmissionPolicy', 'TopologyManagerPolicyOptions', 'WindowsHostNetwork'],
    );
  });

  it('name only dependencies that exist', () => {
    assert.deepEqual(
      names((gate) => gate.dependsOn.some((other) => !catalog.gates.has(other))),
      [],
    );
  });

  it('have no cycle of dependencies', () => {
    for (const gate of gates) assert.ok(!reaches(gate.name, gate.name), gate.name);
  });

  it('drop only fields that the newest schema has', () => {
    for (const { gate, type, field } of catalog.gatedFields) {
      assert.ok(catalog.gates.has(gate), gate);
      assert.ok(catalog.type(catalog.newest, type)?.fields.has(field), `${type}.${field}`);
    }
  });
});

function names(wrong: (gate: GateFacts) => boolean): string[] {
  return gates.filter(wrong).map(({ name }) => name);
}

function pairs({ specs }: GateFacts): (readonly [GateSpec, GateSpec])[] {
  return specs.slice(1).flatMap((spec, index) => {
    const previous = specs[index];
    return previous === undefined ? [] : [[previous, spec] as const];
  });
}

function reaches(from: string, to: string, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const next = catalog.gates.get(from)?.dependsOn ?? [];
  return next.includes(to) || next.some((gate) => reaches(gate, to, seen));
}
