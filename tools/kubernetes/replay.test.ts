import assert from 'node:assert/strict';
import { join } from 'node:path';
import { object } from '../../server/data/generator/json.ts';
import { shapeChangesOf } from './derive/shapeChanges.ts';
import { kindsBefore } from './merge/kinds.ts';
import { withoutMinor } from './merge/tables.ts';
import { parseRelease } from './release.ts';
import { comparedFiles, replay, replayText } from './replay.ts';
import { dataFolder, readTables, releasesRead, tableFiles } from './tables.ts';

const known = readTables(join(dataFolder, 'facts'));

describe('a replay of a release', () => {
  it('restores the compared pairs of versions, byte for byte', () => {
    const minors = [...known.fields.keys()].slice(-2);
    const [older = '', newest = ''] = minors;
    const before = minors.toReversed().reduce((tables, minor) => withoutMinor(tables, minor), known);
    assert.notEqual(before.shapeChanges.length, known.shapeChanges.length);
    const once = shapeChangesOf(before.shapeChanges, kindsBefore(known.kinds, newest), older, known.fields);
    const again = shapeChangesOf(once, known.kinds, newest, known.fields);
    const file = (shapeChanges: typeof known.shapeChanges) =>
      tableFiles({ ...known, shapeChanges }).get('conversions-diff.jsonl');
    assert.equal(file(again), file(known.shapeChanges));
  });

  it('removes everything of a minor', () => {
    const [minor = ''] = [...known.fields.keys()].slice(-1);
    const files = tableFiles(withoutMinor(known, minor));
    for (const file of ['features.jsonl', 'defaults.jsonl', 'conversions-diff.jsonl', 'field-gates.jsonl'])
      assert.doesNotMatch(files.get(file) ?? '', new RegExp(`"${minor.replace('.', '\\.')}[-"]`), file);
  });

  it('requires a release that the facts were read from', () => {
    const [minor = '', version = ''] = [...releasesRead(known)].at(-1) ?? [];
    const other = parseRelease(`${minor}.99`);
    assert.ok(other !== undefined);
    const never = () => assert.fail('nothing is derived');
    assert.throws(() => replay(other, known, never), {
      message: `The facts of ${minor} are from ${version}, not from ${minor}.99.`,
    });
  });

  it('distinguishes a table that lacked a minor from one that differs', () => {
    const [newest = ''] = [...known.fields.keys()].slice(-1);
    const without = (entries: unknown) =>
      Object.fromEntries(Object.entries(object(entries)).filter(([name]) => name !== newest));
    const flags = object(known.builtIn.get('flags.json'));
    const read = object(known.sources['tables']);
    const lacking = {
      ...known,
      builtIn: new Map(known.builtIn).set('flags.json', { ...flags, binaries: without(flags['binaries']) }),
      sources: { ...known.sources, tables: { ...read, 'flags.json': without(read['flags.json']) } },
    };
    const results = (before: typeof known) =>
      Object.fromEntries(
        comparedFiles(before, known, [])
          .filter(({ result }) => result !== 'equal')
          .map(({ file, result }) => [file, result]),
      );
    assert.deepEqual(results(known), {});
    assert.deepEqual(results(lacking), { 'flags.json': 'more', 'sources.json': 'more' });
    const changed = { ...flags, binaries: { ...object(flags['binaries']), [newest]: {} } };
    assert.deepEqual(results({ ...known, builtIn: new Map(known.builtIn).set('flags.json', changed) }), {
      'flags.json': 'different',
      'sources.json': 'different',
    });
  });

  it('is listed file by file', () => {
    const files = [
      { file: 'gvk.jsonl', result: 'equal' },
      { file: 'features.jsonl', result: 'different' },
    ] as const;
    const row = { table: 'features.jsonl', equal: 9, changed: ['A'], removed: [], added: [] };
    assert.equal(
      replayText({ files, comparisons: [row] }),
      'gvk.jsonl: equal, byte for byte\nfeatures.jsonl: differs\nfeatures.jsonl: 9 equal, 1 changed, 0 gone, 0 added\n  changed: A',
    );
  });
});
