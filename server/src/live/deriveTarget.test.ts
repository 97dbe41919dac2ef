import assert from 'node:assert/strict';
import { readRecording, resolveFlags } from '../../../test/harness/recorded.ts';
import type { Answer } from '../../../test/recorded/rows.ts';
import { formatTarget } from '../targets/format.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { deriveTarget } from './deriveTarget.ts';
import { readServerVersion } from './serverVersion.ts';
import type { LiveSnapshot } from './snapshot.ts';

for (const recording of ['grid', 'settings']) {
  for (const binary of ['1.33', '1.34', '1.37']) {
    describe(`the flags that a kube-apiserver ${binary} reports (${recording})`, () => {
      for (const { name, flags, answer } of readRecording(`${recording}/${binary}`)) {
        if (!('served' in answer)) continue;
        it(`${name}: ${flags.join(' ')}`, () => {
          const found = deriveTarget('live', snapshotOf(answer), readCatalog());
          assert.ok(found.ok, found.ok ? '' : found.message);
          const { surface, notes } = found.derived;
          const resolution = resolveFlags(binary, flags);
          assert.ok(resolution.ok);
          assert.deepEqual(notes, [], formatTarget(surface.target));
          assert.deepEqual(
            served(surface.resources),
            served(resolution.surface.resources),
            formatTarget(surface.target),
          );
          assert.deepEqual(surface.versions, resolution.surface.versions);
          assert.deepEqual([...surface.gates], [...resolution.surface.gates]);
          if (process.env['SHOW']) console.log(formatTarget(surface.target), ' <= ', flags.join(' '));
        });
      }
    });
  }
}

function snapshotOf(answer: Answer): LiveSnapshot {
  const version = readServerVersion(answer.version);
  assert.ok(version !== undefined);
  return {
    context: 'recorded',
    server: 'https://127.0.0.1',
    readAt: '2026-01-01T00:00:00Z',
    version,
    gates: Object.entries(answer.features).map(([name, [stage, enabled]]) => ({ name, stage, enabled })),
    requested: [],
    resources: answer.served.map((line) => {
      const [gv = '', kind = '', resource = '', scope] = line.split(' ');
      const { group, version: apiVersion } = parseGroupVersion(gv) ?? { group: '', version: '' };
      return { group, version: apiVersion, kind, resource, namespaced: scope === 'Namespaced', verbs: [] };
    }),
    staleGroups: [],
    definedGroups: [],
    unread: [],
  };
}

function served(resources: readonly { readonly group: string; readonly version: string; readonly resource: string }[]) {
  return resources.map((resource) => `${formatGroupVersion(resource)} ${resource.resource}`);
}
