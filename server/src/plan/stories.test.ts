import assert from 'node:assert/strict';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { resolve } from '../catalog/resolve.ts';
import { parseTargetExpression } from '../targets/expression.ts';
import { formatTargetFlags } from '../targets/format.ts';
import { formatMinor } from '../targets/version.ts';
import { withTargetCrds } from '../workspace/settings/targetCrds.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { togglesGate } from './changes.ts';
import { type Plan, planBetween } from './plan.ts';

const plan = (from: string, to: string): Plan => planBetween(surfaceOf(from), surfaceOf(to), withTargetCrds);

/** The steps as `kind: flags`. */
function steps({ steps: all }: Plan): readonly string[] {
  return all.map(({ kind, after }) => `${kind}: ${formatTargetFlags(after.target).join(' ')}`);
}

describe('the user stories of KEP-4330, with existing binaries', () => {
  it('story 1: a cautious upgrade raises the binary version first, and the emulation version later', () => {
    assert.deepEqual(steps(plan('1.36', '1.37')), [
      'binary: --binary-version=1.37 --emulated-version=1.36',
      'emulation: --binary-version=1.37 --min-compatibility-version=1.35',
      'min-compatibility: --binary-version=1.37',
    ]);
    const [binary, emulation, compatibility] = plan('1.36', '1.37').steps;
    assert.deepEqual(binary?.served, { stops: [], starts: [] });
    assert.deepEqual(binary?.storage, []);
    assert.ok((emulation?.served.starts.length ?? 0) > 0);
    assert.ok(emulation?.gates.some((gate) => togglesGate(gate, emulation.before)));
    assert.deepEqual(
      binary?.gates.filter((gate) => togglesGate(gate, binary.before)),
      [],
    );
    assert.ok((compatibility?.storage.length ?? 0) > 0, 'the min compatibility version decides storage versions');
  });

  it('story 2: the emulation version restores what an upgrade removed, without another binary', () => {
    const lowering = plan('1.37', '1.37,emulated-version=1.36');
    assert.deepEqual(steps(lowering), ['emulation: --binary-version=1.37 --emulated-version=1.36']);
    const raising = plan('1.37,emulated-version=1.36', '1.37');
    const names = (all: Plan, which: 'stops' | 'starts') =>
      all.steps.flatMap(({ served }) => served[which].map(({ group, version, kind }) => `${group}/${version} ${kind}`));
    assert.deepEqual(names(lowering, 'stops'), names(raising, 'starts'));
    assert.deepEqual(names(lowering, 'starts'), names(raising, 'stops'));
  });

  it('story 3: a new cluster has the newest features immediately, with the min compatibility version of its binary', () => {
    const pinning = plan('1.37', '1.37,min-compatibility-version=1.37');
    assert.deepEqual(steps(pinning), ['min-compatibility: --binary-version=1.37 --min-compatibility-version=1.37']);
    const newGates = pinning.steps.flatMap(({ gates, before }) =>
      gates.filter((gate) => togglesGate(gate, before)).map(({ name: gate }) => gate),
    );
    assert.deepEqual(newGates, ['DRAFractionalCapacityRange']);
  });

  it("the KEP's stepwise example, 1.34 to 1.37: binary, emulation minor by minor, min compatibility", () => {
    assert.deepEqual(
      steps(plan('1.34', '1.37')),
      [
        'binary: --binary-version=1.37 --emulated-version=1.34',
        'emulation: --binary-version=1.37 --emulated-version=1.35',
        'emulation: --binary-version=1.37 --emulated-version=1.36 --min-compatibility-version=1.34',
        'emulation: --binary-version=1.37 --min-compatibility-version=1.34',
        'min-compatibility: --binary-version=1.37',
      ].map((step, index) => (index === 0 ? `${step} --min-compatibility-version=1.34` : step)),
    );
    const open = plan('1.34', '1.37').steps.map(({ rollback }) => rollback.open);
    assert.deepEqual(open, [true, true, true, true, false]);
  });

  it('refuse to emulate 1.28', () => {
    const parsed = parseTargetExpression('1.37,emulated-version=1.28');
    assert.ok(parsed.ok);
    const resolved = resolve('t', parsed.target, readCatalog());
    assert.ok(!resolved.ok);
    assert.match(resolved.problems[0]?.message ?? '', /cannot emulate 1\.28$/);
  });
});

describe('a plan', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['1.28', '1.34'],
    ['1.33', '1.37'],
    ['1.30', '1.37'],
    ['1.37', '1.34'],
    ['1.36', '1.37,emulated-version=1.35'],
    ['1.34,feature-gates=JobSuccessPolicy=true', '1.37,feature-gates=ContextualLogging=false'],
    ['1.35,runtime-config=api/beta=true', '1.36,runtime-config=api/beta=true'],
  ];

  it('consists of servers that start, and ends at the target', () => {
    for (const [from, to] of pairs) {
      const { steps: all } = plan(from, to);
      assert.ok(all.length > 0);
      let before = surfaceOf(from);
      for (const step of all) {
        assert.equal(step.before, before);
        before = step.after;
      }
      assert.equal(before.target, surfaceOf(to).target, `${from} to ${to}`);
    }
  });

  it('never moves the emulation version by more than a minor while the binary stays', () => {
    for (const [from, to] of pairs) {
      for (const { kind, before, after } of plan(from, to).steps) {
        const [old, now] = [before.versions, after.versions];
        if (kind !== 'binary') assert.ok(Math.abs(now.emulation - old.emulation) <= 1, `${from} to ${to}`);
        else if (now.emulation < now.binary && old.binary < now.binary) assert.equal(now.emulation, old.emulation);
      }
    }
  });

  it('has steps with exactly the differences of the two servers', () => {
    for (const [from, to] of pairs) {
      const { steps: all } = plan(from, to);
      const served = new Set(surfaceOf(from).resources.map(name));
      for (const step of all) {
        for (const stop of step.served.stops) assert.ok(served.delete(name(stop)));
        for (const start of step.served.starts) served.add(name(start));
      }
      assert.deepEqual([...served].sort(), surfaceOf(to).resources.map(name).sort());
    }
  });

  it('is empty if nothing changes', () => {
    assert.deepEqual(plan('1.36', '1.36').steps, []);
  });

  it('removes settings with the step that would refuse them, and adds new ones at the end', () => {
    const { steps: all } = plan(
      '1.34,feature-gates=JobSuccessPolicy=true',
      '1.37,feature-gates=ContextualLogging=false',
    );
    assert.deepEqual(
      all[0]?.removedSettings.map(({ setting }) => setting.key),
      ['JobSuccessPolicy'],
    );
    assert.equal(all.at(-1)?.kind, 'settings');
  });

  it('has the same steps in reverse for a downgrade', () => {
    const up = plan('1.34', '1.37').steps.map(({ before }) => versions(before));
    const down = plan('1.37', '1.34').steps.map(({ after }) => versions(after));
    assert.deepEqual(down, up.reverse());
  });

  it('lists the fields that are kept since the emulation version that turns their gate on', () => {
    const step = plan('1.37,emulated-version=1.34', '1.37,emulated-version=1.35').steps[0];
    assert.deepEqual(
      step?.fields.find(({ field }) => field === 'autoscaling.v2.HPAScalingRules.tolerance'),
      {
        field: 'autoscaling.v2.HPAScalingRules.tolerance',
        from: 'dropped',
        to: 'kept',
        gates: ['HPAConfigurableTolerance'],
        someValues: false,
      },
    );
    const lowering = plan('1.37,emulated-version=1.35', '1.37,emulated-version=1.34').steps[0];
    assert.deepEqual(
      lowering?.fields.map(({ field, from, to }) => [field, to, from]),
      step?.fields.map(({ field, from, to }) => [field, from, to]),
    );
  });

  // A 1.34.4 server on the etcd of a 1.37.1 server that had stored one policy as v1 never became ready ("no kind
  // MutatingAdmissionPolicy is registered for version admissionregistration.k8s.io/v1"). With the min compatibility
  // version 1.34, the policy was stored as v1beta1 and the server could read it; a field of CSIDriver that it did not
  // know was lost.
  it('excludes a rollback after the first stored version that the older server cannot read', () => {
    const on = 'runtime-config=admissionregistration.k8s.io/v1beta1=true,feature-gates=MutatingAdmissionPolicy=true';
    const { steps: all } = plan(`1.34,${on}`, '1.37');
    const emulation = all.findLast(({ kind }) => kind === 'emulation')?.rollback;
    assert.deepEqual(emulation?.closedBy, []);
    assert.ok(emulation.lostFields.includes('storage.v1.CSIDriverSpec.preventPodSchedulingIfMissing'));
    const last = all.find(({ kind }) => kind === 'min-compatibility')?.rollback;
    assert.match(
      last?.closedBy.join('\n') ?? '',
      /mutatingadmissionpolicies\.\S+ are stored as \S+\/v1, which 1\.34 cannot read/,
    );
    const down = plan('1.37', `1.34,${on}`).steps.find(({ kind }) => kind === 'binary');
    assert.deepEqual(
      down?.migrateBefore.map(({ resource, version }) => `${resource} ${version}`),
      [
        'mutatingadmissionpolicies.admissionregistration.k8s.io admissionregistration.k8s.io/v1',
        'mutatingadmissionpolicybindings.admissionregistration.k8s.io admissionregistration.k8s.io/v1',
      ],
    );
  });

  it('lists the CEL functions that new expressions may use, by min compatibility version', () => {
    const [binary, emulation, compatibility] = plan('1.36', '1.37').steps.map(({ cel }) => cel);
    assert.deepEqual(
      [binary, emulation].flatMap((celChanges) => [...(celChanges?.gained ?? []), ...(celChanges?.lost ?? [])]),
      [],
    );
    assert.deepEqual(compatibility, { gained: [], lost: [] });
    const all = plan('1.28', '1.29').steps.flatMap(({ cel }) => cel.gained);
    assert.ok(all.includes('quantity'), all.join(' '));
  });

  it('lists the measured defaults that change, with the step', () => {
    const { defaults } = plan('1.24', '1.28');
    const defaultAlongPlan = defaults.find(
      ({ path }) => path === 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted',
    );
    assert.deepEqual(defaultAlongPlan, {
      kind: 'apps/v1 StatefulSet',
      path: 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted',
      from: undefined,
      to: 'Retain',
      steps: [2, 2],
    });
    // A 1.37.1 server defaults this field only at emulation version 1.37; its gate is MaxUnavailableStatefulSet.
    const budget = plan('1.34', '1.37').defaults.find(({ path }) => path.endsWith('rollingUpdate.maxUnavailable'));
    assert.deepEqual(budget?.steps, [3, 3]);
  });

  it('lists what prevents a rollback, and what a rollback loses', () => {
    const { steps: all } = plan('1.34', '1.37');
    const last = all.at(-1)?.rollback;
    assert.match(last?.closedBy.join(' ') ?? '', /min compatibility version is 1\.36/);
    assert.ok(last?.lostKinds.includes('MutatingAdmissionPolicy.admissionregistration.k8s.io'));
    assert.deepEqual(all[0]?.rollback.lostFields, [], 'what the emulation lets in, the older server knows');
    assert.ok(all[3]?.rollback.lostFields.includes('storage.v1.CSIDriverSpec.preventPodSchedulingIfMissing'));
  });
});

function name({ group, version, kind, resource }: { group: string; version: string; kind: string; resource: string }) {
  return `${group}/${version} ${kind} ${resource}`;
}

function versions({ versions: { binary, emulation, minCompatibility } }: Plan['from']): string {
  return [binary, emulation, minCompatibility].map(formatMinor).join(' ');
}
