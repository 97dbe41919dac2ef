import assert from 'node:assert/strict';
import { formatMinor } from '../../src/targets/version.ts';
import { absentFacts, emulationTables } from './absent.ts';
import { buildPack } from './build.ts';
import { missingFacts } from './completeness.ts';
import { builtInFiles, type Facts, readFacts } from './facts.ts';
import { IncompleteFacts } from './incompleteFacts.ts';

const facts = readFacts();

/** Each table, and each removable member of one: the expected message, and the facts without it. */
function* removals(): Generator<readonly [message: string, left: Facts]> {
  for (const [table, file] of [
    ['kinds', 'gvk.jsonl'],
    ['gates', 'features.jsonl'],
    ['defaults', 'defaults.jsonl'],
    ['shapeChanges', 'conversions-diff.jsonl'],
    ['fieldGates', 'field-gates.jsonl'],
  ] as const)
    yield [`server/data/facts/${file}: has no row`, { ...facts, [table]: [] }];
  for (const table of emulationTables)
    yield [
      `server/data/facts/emulation.json: ${table} is not there`,
      { ...facts, emulation: { ...facts.emulation, [table]: undefined } },
    ];
  yield [
    'server/data/facts/registered-versions.json: binaries is not there',
    { ...facts, registeredVersions: { ...facts.registeredVersions, binaries: undefined } },
  ];
  for (const minor of facts.schemas.keys())
    yield [
      `server/data/facts/fields/${formatMinor(minor)}.json.gz: is not there (facts/sources.json)`,
      { ...facts, schemas: new Map([...facts.schemas].filter(([present]) => present !== minor)) },
    ];
  const { listed, found } = facts.authoredEntries;
  const absence = (file: string, what: string) =>
    `server/data/authored/${file}: ${what} is not there (if that is meant, delete its lines in server/data/entries.txt)`;
  for (const [file, entries] of listed) {
    const without = new Map(found);
    without.delete(file);
    yield [absence(file, 'it'), { ...facts, authoredEntries: { listed, found: without } }];
    for (const entry of entries) {
      const others = entries.filter((listed) => listed !== entry && !listed.startsWith(`${entry} `));
      const remaining = entry.includes(' ') ? entries.filter((listed) => listed !== entry) : others;
      yield [
        absence(file, entry),
        { ...facts, authoredEntries: { listed, found: new Map(found).set(file, remaining) } },
      ];
    }
  }
  const { written } = facts.digests;
  for (const file of written.keys())
    for (const [digest, message] of [
      ['', `server/data/facts/${file}: is not as npm run kubernetes wrote it (facts/sources.json)`],
      [undefined, `server/data/facts/${file}: is not there (facts/sources.json)`],
    ] as const) {
      const other = new Map(written);
      if (digest === undefined) other.delete(file);
      else other.set(file, digest);
      yield [message, { ...facts, digests: { written, found: other } }];
    }
}

describe('a missing table', () => {
  it('prevents a catalogue and is named by the error', () => {
    let count = 0;
    for (const [message, reduced] of removals()) {
      count += 1;
      assert.deepEqual(absentFacts(reduced), [message]);
      assert.throws(() => buildPack(reduced), IncompleteFacts, message);
    }
    assert.ok(count > 200);
  });

  it('is named with a missing minor if it has an entry for each binary', () => {
    for (const file of builtInFiles) {
      const missing = missingFacts({ ...facts, builtIn: new Map(facts.builtIn).set(file, {}) });
      assert.ok(
        missing.some((problem) => problem.startsWith(`server/data/facts/${file}: binaries has no entry 1.`)),
        file,
      );
    }
  });
});
