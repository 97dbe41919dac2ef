import assert from 'node:assert/strict';
import { readRecording, resolveFlags, resourceLines } from '../../../test/harness/recorded.ts';
import type { Answer } from '../../../test/recorded/rows.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { gateChanges, servedChanges, storageChanges } from './changes.ts';

interface Recorded {
  readonly name: string;
  readonly answer: Answer;
  readonly surface: ApiSurface;
  readonly served: ReadonlySet<string>;
}

/** Every setting for which a recorded server became ready. */
const recorded: readonly Recorded[] = ['1.33', '1.34', '1.37'].flatMap((binary) =>
  readRecording(`grid/${binary}`).flatMap(({ name, flags, answer }): readonly Recorded[] => {
    if ('error' in answer || 'neverReady' in answer) return [];
    const resolved = resolveFlags(binary, flags);
    assert.ok(resolved.ok);
    return [{ name: `${binary} ${name}`, answer, surface: resolved.surface, served: new Set(answer.served) }];
  }),
);

describe('the changes of a step, compared with recorded servers', () => {
  for (const from of recorded) {
    it(`from ${from.name} to each of the ${recorded.length} settings`, () => {
      for (const to of recorded) {
        const { stops, starts } = servedChanges(from.surface, to.surface);
        assert.deepEqual(
          resourceLines(stops),
          from.answer.served.filter((line) => !to.served.has(line)),
          to.name,
        );
        assert.deepEqual(
          resourceLines(starts),
          to.answer.served.filter((line) => !from.served.has(line)),
          to.name,
        );
        assert.deepEqual(gates(from, to), differences(from.answer.features, to.answer.features), to.name);
        const stored = storageChanges(from.surface, to.surface).filter(
          ({ resource }) => resource !== 'events.events.k8s.io',
        );
        // A server without the gate StorageVersionHash omits storage versions.
        if (Object.keys(from.answer.storageVersions).length === 0) continue;
        if (Object.keys(to.answer.storageVersions).length === 0) continue;
        const expected = differences(from.answer.storageVersions, to.answer.storageVersions);
        assert.deepEqual(
          stored.map(({ resource, from: old, to: now }) => `${resource} ${old ?? '-'} ${now ?? '-'}`),
          expected,
          to.name,
        );
      }
    });
  }
});

function gates(from: Recorded, to: Recorded): readonly string[] {
  const shown = (state: ReturnType<typeof gateChanges>[number]['from']) =>
    state === undefined ? '-' : `${state.stage === 'GA' ? '' : state.stage.toUpperCase()},${state.enabled}`;
  return gateChanges(from.surface, to.surface).map(
    ({ name, from: old, to: now }) => `${name} ${shown(old)} ${shown(now)}`,
  );
}

/** `NAME before after` for differences between two tables, by name; `-` for none. */
function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [old, now] = [String(before[name] ?? '-'), String(after[name] ?? '-')];
    return old === now ? [] : [`${name} ${old} ${now}`];
  });
}
