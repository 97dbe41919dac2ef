import assert from 'node:assert/strict';
import { type Minor, minor } from '../../src/targets/version.ts';
import { buildPack } from './build.ts';
import { missingFacts, newestReleased } from './completeness.ts';
import { type Facts, readFacts } from './facts.ts';
import { IncompleteFacts } from './incompleteFacts.ts';
import { type JsonObject, object } from './json.ts';

const all = readFacts();
const newest = newestReleased(all);
const next = `1.${newest + 1}`;
const facts = withoutPreview(all);

/** The facts before the preview was added. */
function withoutPreview(known: Facts): Facts {
  const upTo = <T>(map: ReadonlyMap<Minor, T>) => new Map([...map].filter(([each]) => each <= newest));
  const without = (table: unknown): JsonObject =>
    Object.fromEntries(Object.entries(object(table)).filter(([version]) => version !== next));
  return {
    ...known,
    schemas: upTo(known.schemas),
    releases: upTo(known.releases),
    decisions: new Map([...known.decisions].filter(([file]) => file !== `${next}.json`)),
    sources: Object.fromEntries(Object.entries(known.sources).map(([table, read]) => [table, without(read)])),
    ...binaryTables(known, without),
  };
}

function binaryTables(
  known: Facts,
  change: (table: unknown) => JsonObject,
): Pick<Facts, 'emulation' | 'registeredVersions' | 'builtIn'> {
  const { stillInstalled, storageOverrides, groupPriority } = known.emulation;
  return {
    emulation: {
      ...known.emulation,
      stillInstalled: change(stillInstalled),
      storageOverrides: change(storageOverrides),
      groupPriority: change(groupPriority),
    },
    registeredVersions: { binaries: change(known.registeredVersions['binaries']) },
    builtIn: new Map([...known.builtIn].map(([file, table]) => [file, change(table)])),
  };
}

/** The facts after only the fields of a new release were added. */
function withFieldsOf(release: string): Facts {
  const schemas = new Map(facts.schemas);
  schemas.set(minor(newest + 1), facts.schemas.get(newest) ?? {});
  const releases = new Map(facts.releases).set(minor(newest + 1), release);
  return { ...facts, schemas, releases, sources: { ...facts.sources, fields: { [next]: release } } };
}

/** The same with all tables of `facts/`. */
function withTablesOf(release: string): Facts {
  const added = withFieldsOf(release);
  return {
    ...added,
    sources: Object.fromEntries(Object.keys(added.sources).map((table) => [table, { [next]: release }])),
    ...binaryTables(added, (table) => ({ ...object(table), [next]: {} })),
    // The built-in definitions of the last binary contradict none of the next one.
    builtIn: new Map([...added.builtIn].map(([file, table]) => [file, { ...table, [next]: table[`1.${newest}`] }])),
  };
}

describe('missingFacts', () => {
  it('reports nothing for the current data', () => {
    assert.deepEqual(missingFacts(all), []);
    assert.deepEqual(missingFacts(facts), []);
  });

  it('reports every other table if only the fields of a new minor are there', () => {
    const missing = missingFacts(withFieldsOf(`${next}.0`));
    for (const table of Object.keys(facts.sources)) {
      const named = missing.some((problem) => problem.startsWith(`server/data/facts/${table}: not read`));
      assert.equal(named, table !== 'fields', table);
    }
    for (const table of ['stillInstalled', 'storageOverrides', 'groupPriority', 'binaries']) {
      assert.ok(
        missing.some((problem) => problem.endsWith(`${table} has no entry ${next}`)),
        table,
      );
    }
    assert.throws(() => buildPack(withFieldsOf(`${next}.0`)), IncompleteFacts);
  });

  it('reports a binary that is missing in the middle of a table', () => {
    const { [`1.${newest - 1}`]: _, ...others } = object(facts.emulation['stillInstalled']);
    assert.deepEqual(missingFacts({ ...facts, emulation: { ...facts.emulation, stillInstalled: others } }), [
      `server/data/facts/emulation.json: stillInstalled has no entry 1.${newest - 1}`,
    ]);
  });

  it('requires a review of each authored table for a new release, but not for a preview', () => {
    const missing = missingFacts(withTablesOf(`${next}.0`));
    const dependent = [...facts.reviewed].filter(([, until]) => until !== 'independent');
    assert.deepEqual(
      missing,
      dependent.map(([file]) => `server/data/authored/${file}: reviewed up to 1.${newest}, not for ${next}`),
    );
    assert.deepEqual(missingFacts(withTablesOf(`${next}.0-alpha.0`)), []);
  });

  it('reports an open decision', () => {
    const decisions = new Map([
      ['1.37.json', { entries: [{ what: 'a new warning' }, { what: 'a new kind', decision: 'follows the old one' }] }],
    ]);
    assert.deepEqual(missingFacts({ ...facts, decisions }), [
      'server/data/decisions/1.37.json: a new warning is not decided',
    ]);
  });

  it('requires the reviews and decisions of the last release beside a preview', () => {
    const reviewed = new Map([...facts.reviewed, ['new.json', undefined]]);
    const preview = { ...withTablesOf(`${next}.0-alpha.0`), reviewed };
    const decisions = new Map([
      [`1.${newest}.json`, { entries: [{ what: 'a new warning' }] }],
      [`${next}.json`, { entries: [{ what: 'a newer warning' }] }],
    ]);
    assert.deepEqual(missingFacts({ ...preview, decisions }), [
      `server/data/authored/new.json: reviewed for no release, not for 1.${newest}`,
      `server/data/decisions/1.${newest}.json: a new warning is not decided`,
    ]);
    assert.throws(() => newestReleased({ ...facts, releases: new Map() }), /no schema of a release/);
  });

  it('allows a pack whose newest minor is the last release, and which names the preview', () => {
    const { newest: known, version, preview } = buildPack(all);
    assert.equal(known, newest);
    assert.doesNotMatch(version, /-/);
    const last = Math.max(...all.schemas.keys());
    assert.deepEqual(preview, last === newest ? undefined : [last, all.releases.get(minor(last))]);
  });

  it('reports a file without a review', () => {
    const reviewed = new Map([...facts.reviewed, ['new.json', undefined]]);
    assert.deepEqual(missingFacts({ ...facts, reviewed }), [
      `server/data/authored/new.json: reviewed for no release, not for 1.${newest}`,
    ]);
  });
});
