import assert from 'node:assert/strict';
import { complaintsOf, readRecording, resolveFlags, resourceLines } from '../../../test/harness/recorded.ts';
import type { Answer } from '../../../test/recorded/rows.ts';
import { formatMinor } from '../targets/version.ts';
import type { ApiSurface } from './surface.ts';

for (const recording of ['grid', 'settings']) {
  for (const binary of ['1.33', '1.34', '1.37']) {
    describe(`${recording} of kube-apiserver ${binary}`, () => {
      for (const { name, flags, answer } of readRecording(`${recording}/${binary}`)) {
        it(`${name}: ${flags.join(' ')}`, () => {
          const result = resolveFlags(binary, flags);
          if ('error' in answer) {
            assert.ok(!result.ok, `the server refuses: ${answer.error}`);
            const complaints = complaintsOf(answer.error, flags);
            for (const { flag, mention } of complaints) {
              const named = result.problems.filter((problem) => problem.flag === flag);
              const isReported = named.some(({ value, message }) => `${value} ${message} ${flag}`.includes(mention));
              assert.ok(isReported, `${answer.error}\nnot told by ${JSON.stringify(result.problems)}`);
            }
            const flagsOf = (list: readonly { readonly flag: string }[]) =>
              [...new Set(list.map(({ flag }) => flag))].sort();
            assert.deepEqual(flagsOf(result.problems), flagsOf(complaints));
            for (const { allowed } of result.problems) assert.notEqual(allowed, '');
          } else {
            assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.problems));
            if ('neverReady' in answer) assert.notDeepEqual(result.surface.warnings, []);
            else assertAnswer(result.surface, answer);
          }
        });
      }
    });
  }
}

function assertAnswer(surface: ApiSurface, answer: Answer): void {
  assert.deepEqual(resourceLines(surface.resources), answer.served);
  // The server omits storage versions while the gate StorageVersionHash is off.
  if (Object.keys(answer.storageVersions).length > 0) {
    assert.deepEqual(sorted(storageVersions(surface)), sorted(answer.storageVersions));
  }
  assert.deepEqual(sorted(features(surface)), sorted(answer.features));
  assert.deepEqual(surface.warnings, []);
  const { binary, emulation, minCompatibility } = surface.versions;
  const { version } = answer;
  assert.equal(`${version['major']}.${version['minor']}`, formatMinor(binary));
  assert.equal(`${version['emulationMajor']}.${version['emulationMinor']}`, formatMinor(emulation));
  assert.equal(
    `${version['minCompatibilityMajor']}.${version['minCompatibilityMinor']}`,
    formatMinor(minCompatibility),
  );
}

/** events.k8s.io is another view of the core group's events and not recorded on its own. */
function storageVersions(surface: ApiSurface): Record<string, string> {
  return Object.fromEntries([...surface.storageVersions].filter(([key]) => key !== 'events.events.k8s.io'));
}

function features({ gates }: ApiSurface): Record<string, readonly [string, boolean]> {
  return Object.fromEntries(
    [...gates.values()].map(({ name, stage, enabled }) => [name, [stage === 'GA' ? '' : stage.toUpperCase(), enabled]]),
  );
}

function sorted<T>(table: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
}
