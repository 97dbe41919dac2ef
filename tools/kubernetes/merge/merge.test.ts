import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMinor } from '../../../server/src/targets/version.ts';
import type { GateFact } from '../derive/gates.ts';
import { dataFolder, readTables, tableFiles } from '../tables.ts';
import { mergeDefaults } from './defaults.ts';
import { mergeGates } from './gates.ts';
import { mergeKinds } from './kinds.ts';
import { spansBefore, withMinor, withoutMinor } from './spans.ts';
import { newestMinor, withoutMinor as tablesWithout } from './tables.ts';

describe('spans of minors', () => {
  it('continue, end and start again', () => {
    assert.deepEqual(withMinor(['1.28-'], '1.38'), ['1.28-']);
    assert.deepEqual(withoutMinor(['1.28-'], '1.38'), ['1.28-1.37']);
    assert.deepEqual(withMinor(['1.28-1.30'], '1.38'), ['1.28-1.30', '1.38-']);
    assert.deepEqual(withoutMinor(['1.28-1.30'], '1.38'), ['1.28-1.30']);
  });

  it('are restored unchanged', () => {
    for (const spans of [['1.28-'], ['1.28-1.30'], []]) {
      assert.deepEqual(spansBefore(withMinor(spans, '1.38'), '1.38'), spans);
      assert.deepEqual(spansBefore(withoutMinor(spans, '1.38'), '1.38'), spans);
    }
  });
});

describe('gates of a new minor', () => {
  const spec = (version: string, on: boolean) => ({ version, default: on, preRelease: 'Beta', lockToDefault: false });
  const gate = (...specs: ReturnType<typeof spec>[]): GateFact => ({
    components: ['kubernetes'],
    specs,
    dependsOn: [],
    registered: true,
  });
  const row = {
    gate: 'A',
    components: ['kubernetes'],
    declared: ['1.36-'],
    specs: [spec('1.36', false)],
    specsFrom: '1.37 (registered)',
  };

  it('are added, continue and end', () => {
    const [a, b] = mergeGates([row], '1.38', new Map([['B', gate(spec('1.38', false))]]));
    assert.deepEqual([a?.['declared'], a?.['removedIn'], b?.['declared']], [['1.36-1.37'], '1.38', ['1.38-']]);
    const [same] = mergeGates([row], '1.38', new Map([['A', gate(spec('1.36', false), spec('1.38', true))]]));
    assert.deepEqual([same?.['declared'], same?.['observed']], [['1.36-'], undefined]);
  });

  it('keep the facts of older minors if the new list differs', () => {
    const [merged] = mergeGates([row], '1.38', new Map([['A', gate(spec('1.35', true))]]));
    assert.deepEqual(merged?.['observed'], [spec('1.36', false), { ...spec('1.35', true), version: '1.38' }]);
  });
});

describe('defaults of a new minor', () => {
  it('become changes if they differ, and stay one value if they do not', () => {
    const rows = [{ gvk: 'v1/A', minors: ['1.37'], empty: { 'spec.a': 1, 'spec.b': 2 } }];
    const [merged] = mergeDefaults(
      rows,
      '1.38',
      new Map([['v1/A', { empty: { 'spec.a': 1, 'spec.c': 3 } }]]),
      new Map(),
    );
    assert.deepEqual(merged, {
      gvk: 'v1/A',
      minors: ['1.37', '1.38'],
      empty: {
        'spec.a': 1,
        'spec.b': {
          changes: [
            ['1.37', 2],
            ['1.38', null],
          ],
        },
        'spec.c': {
          changes: [
            ['1.37', null],
            ['1.38', 3],
          ],
        },
      },
    });
  });
});

describe('the tables of facts', () => {
  const facts = join(dataFolder, 'facts');
  const tables = readTables(facts);

  it('are written as they were read, byte for byte', () => {
    for (const [name, content] of tableFiles(tables)) {
      assert.ok(content === readFileSync(join(facts, name), 'utf8'), `${name} is laid out otherwise`);
    }
  });

  it('do not have a minor that was removed', () => {
    const newest = formatMinor(newestMinor(tables));
    const older = tablesWithout(tables, newest);
    const spans = [
      ...older.kinds.map((row) => [row['served'], row['published'], row['lastServed'], row['verbs'], row['gates']]),
      ...older.gates.map((row) => [row['declared'], row['specs'], row['removedIn']]),
      ...older.defaults.map((row) => row['minors']),
      older.registeredVersions,
      older.emulation['stillInstalled'],
      older.sources['tables'],
    ];
    assert.ok(!JSON.stringify(spans).includes(`"${newest}`), newest);
    assert.ok(older.kinds.length <= tables.kinds.length && older.kinds.length > 300);
    assert.notDeepEqual(older.kinds, tables.kinds);
  });

  it('end all kinds at a release without any', () => {
    const newest = newestMinor(tables);
    const next = `1.${newest + 1}`;
    const ended = mergeKinds(tables.kinds, next, new Map());
    assert.ok(ended.every((row) => !JSON.stringify(row['served'] ?? row['published']).includes('-"')));
  });
});
