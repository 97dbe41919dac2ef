import assert from 'node:assert/strict';
import { minor } from '../../src/targets/version.ts';
import { buildPack } from './build.ts';
import { IncompleteFacts, missingFacts } from './completeness.ts';
import { type Facts, readFacts } from './facts.ts';
import { type JsonObject, object } from './json.ts';

const facts = readFacts();
const newest = Math.max(...facts.schemas.keys());
const next = `1.${newest + 1}`;

/** The facts as they are when only the fields of a new release were added. */
function withFieldsOf(release: string): Facts {
  const schemas = new Map(facts.schemas);
  schemas.set(minor(newest + 1), facts.schemas.get(minor(newest)) ?? {});
  return { ...facts, schemas, release, sources: { ...facts.sources, fields: { [next]: release } } };
}

/** The same with every table of `facts/` read. */
function withTablesOf(release: string): Facts {
  const added = withFieldsOf(release);
  const entry = (table: unknown): JsonObject => ({ ...object(table), [next]: {} });
  return {
    ...added,
    sources: Object.fromEntries(Object.keys(added.sources).map((table) => [table, { [next]: release }])),
    emulation: {
      ...added.emulation,
      stillInstalled: entry(added.emulation['stillInstalled']),
      storageOverrides: entry(added.emulation['storageOverrides']),
      groupPriority: entry(added.emulation['groupPriority']),
    },
    registeredVersions: { binaries: entry(added.registeredVersions['binaries']) },
  };
}

describe('the completeness of the facts', () => {
  it('is given for the data as they are', () => {
    assert.deepEqual(missingFacts(facts), []);
  });

  it('lacks every table when only the fields of a new minor are there', () => {
    const missing = missingFacts(withFieldsOf(`${next}.0`));
    for (const table of Object.keys(facts.sources)) {
      const named = missing.some((one) => one.startsWith(`server/data/facts/${table}: not read`));
      assert.equal(named, table !== 'fields', table);
    }
    for (const table of ['stillInstalled', 'storageOverrides', 'groupPriority', 'binaries']) {
      assert.ok(
        missing.some((one) => one.endsWith(`${table} has no entry ${next}`)),
        table,
      );
    }
    assert.throws(() => buildPack(withFieldsOf(`${next}.0`)), IncompleteFacts);
  });

  it('lacks a binary in the middle of a table', () => {
    const { [`1.${newest - 1}`]: _, ...others } = object(facts.emulation['stillInstalled']);
    assert.deepEqual(missingFacts({ ...facts, emulation: { ...facts.emulation, stillInstalled: others } }), [
      `server/data/facts/emulation.json: stillInstalled has no entry 1.${newest - 1}`,
    ]);
  });

  it('lacks the review of each authored table for a new release, but not for a preview', () => {
    const missing = missingFacts(withTablesOf(`${next}.0`));
    const dependent = [...facts.reviewed].filter(([, until]) => until !== 'independent');
    assert.deepEqual(
      missing,
      dependent.map(([file]) => `server/data/authored/${file}: reviewed up to 1.${newest}, not for ${next}`),
    );
    assert.deepEqual(missingFacts(withTablesOf(`${next}.0-alpha.0`)), []);
  });

  it('lacks what nobody has decided', () => {
    const decisions = new Map([
      ['1.37.json', { entries: [{ what: 'a new warning' }, { what: 'a new kind', decision: 'follows the old one' }] }],
    ]);
    assert.deepEqual(missingFacts({ ...facts, decisions }), [
      'server/data/decisions/1.37.json: a new warning is not decided',
    ]);
  });

  it('lacks the review of a file that does not say', () => {
    assert.deepEqual(missingFacts({ ...facts, reviewed: new Map([['new.json', undefined]]) }), [
      `server/data/authored/new.json: reviewed for no release, not for 1.${newest}`,
    ]);
  });
});
