import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import type { ServedResource } from '../catalog/surface.ts';
import { formatTarget } from '../targets/format.ts';
import { withTargetCrds } from '../workspace/settings/targetCrds.ts';
import { planBetween } from './plan.ts';

const minors = ['1.22', '1.24', '1.28', '1.30', '1.32', '1.34', '1.35', '1.36', '1.37'];
const emulations = [
  '1.34,emulated-version=1.32',
  '1.35,emulated-version=1.33,min-compatibility-version=1.32',
  '1.36,emulated-version=1.34',
  '1.37,emulated-version=1.34',
  '1.37,emulated-version=1.36,min-compatibility-version=1.35',
  '1.37,min-compatibility-version=1.34',
];
const settings = [
  '1.34,runtime-config=api/beta=true',
  '1.36,feature-gates=HPAScaleToZero=true',
  '1.37,runtime-config=storagemigration.k8s.io/v1beta1=true',
];
const target = fc.constantFrom(...minors, ...emulations, ...settings).map(surfaceOf);
const plain = fc.constantFrom(...minors, ...emulations).map(surfaceOf);

/** Each run plans a different upgrade. */
const numRuns = 12;

function name({ group, version, kind, resource }: ServedResource): string {
  return `${group}/${version} ${kind} ${resource}`;
}

/** The served resources after a plan that begins with `from`. */
function servedAfter(
  from: readonly ServedResource[],
  steps: ReturnType<typeof planBetween>['steps'],
): readonly string[] {
  const served = new Set(from.map(name));
  for (const step of steps) {
    for (const stop of step.served.stops)
      assert.ok(served.delete(name(stop)), `${name(stop)} stops without being served`);
    for (const start of step.served.starts) {
      assert.ok(!served.has(name(start)), `${name(start)} starts while it is served`);
      served.add(name(start));
    }
  }
  return [...served].sort();
}

describe('plans of any two servers', () => {
  it('have steps that each begin where the one before ended, and that lead to the target', () => {
    fc.assert(
      fc.property(target, target, (from, to) => {
        const { steps } = planBetween(from, to, withTargetCrds);
        let before = from;
        for (const step of steps) {
          assert.equal(step.before, before);
          before = step.after;
        }
        assert.equal(formatTarget(before.target), formatTarget(steps.length === 0 ? from.target : to.target));
        assert.deepEqual(servedAfter(from.resources, steps), to.resources.map(name).sort());
      }),
      { numRuns },
    );
  });

  it('are inverse to each other: each step of a rollback undoes one of the upgrade', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const [up, down] = a.versions.binary <= b.versions.binary ? [a, b] : [b, a];
        if (up.versions.binary === down.versions.binary) return;
        const forward = planBetween(up, down, withTargetCrds).steps;
        const reverse = [...planBetween(down, up, withTargetCrds).steps].reverse();
        assert.equal(reverse.length, forward.length);
        for (const [index, step] of forward.entries()) {
          const undone = reverse[index];
          assert.deepEqual(undone?.served.stops.map(name), step.served.starts.map(name));
          assert.deepEqual(undone?.served.starts.map(name), step.served.stops.map(name));
          assert.deepEqual(undone?.cel.gained, step.cel.lost);
          assert.deepEqual(
            undone?.storage.map(({ resource, from, to }) => [resource, to, from]),
            step.storage.map(({ resource, from, to }) => [resource, from, to]),
          );
        }
      }),
      { numRuns },
    );
  });

  it('allow components during a step only versions that both of its servers allow', () => {
    fc.assert(
      fc.property(target, target, (from, to) => {
        for (const { skew } of planBetween(from, to, withTargetCrds).steps) {
          for (const { during, oldest, newest } of skew) {
            assert.ok(during.oldest >= oldest && during.newest <= newest);
          }
        }
      }),
      { numRuns },
    );
  });

  it('attribute a changed default to existing steps', () => {
    fc.assert(
      fc.property(plain, plain, (from, to) => {
        const { defaults, steps } = planBetween(from, to, withTargetCrds);
        for (const {
          steps: [first, last],
        } of defaults)
          assert.ok(0 <= first && first <= last && last < steps.length);
      }),
      { numRuns },
    );
  });
});
