import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isPreview } from '../../server/data/generator/completeness.ts';
import { formatMinor, minor } from '../../server/src/targets/version.ts';
import { StepFailed } from './go.ts';
import { newestMinor, withoutMinor } from './merge/tables.ts';
import { oldestRenewed, releasePosition } from './order.ts';
import { parseRelease, type Release } from './release.ts';
import { dataFolder, readTables, releasesRead, type Tables } from './tables.ts';

const all = readTables(join(dataFolder, 'facts'));
const last = formatMinor(newestMinor(all));
const released = isPreview(releasesRead(all).get(last) ?? '') ? withoutMinor(all, last) : all;
const newest = newestMinor(released);
const next = formatMinor(minor(newest + 1));

function release(text: string): Release {
  const found = parseRelease(text);
  assert.ok(found !== undefined, text);
  return found;
}

/** The tables with the fields of a preview of the next minor. */
function withPreview(version: string): Tables {
  const sources = {
    ...released.sources,
    tables: { fields: { ...Object.fromEntries(releasesRead(released)), [next]: version } },
  };
  return { ...released, sources, fields: new Map(released.fields).set(next, { minor: next, defs: {} }) };
}

describe('the position of a release among the facts', () => {
  it('is after the newest minor, or that minor itself', () => {
    for (const version of [`${next}.0`, `${next}.0-alpha.0`, `${formatMinor(newest)}.99`]) {
      assert.deepEqual(releasePosition(release(version), released), { tables: released, later: [] }, version);
    }
  });

  it('is refused after a missing minor, and before an existing one', () => {
    const skipped = `${formatMinor(minor(newest + 2))}.0`;
    assert.throws(
      () => releasePosition(release(skipped), released),
      new StepFailed(`The facts end with ${formatMinor(newest)}; add a release of ${next} before ${skipped}.`),
    );
  });

  it('is before all later minors, which are added again, if they still emulate its minor', () => {
    const older = minor(newest - 1);
    const { tables, later } = releasePosition(release(`${formatMinor(older)}.99`), released);
    assert.equal(newestMinor(tables), older);
    assert.deepEqual(
      later.map(({ minorText }) => minorText),
      [formatMinor(newest)],
    );
    const before = `${formatMinor(minor(oldestRenewed(released) - 1))}.99`;
    assert.throws(
      () => releasePosition(release(before), released),
      /the oldest that is still emulated, stay as they are/,
    );
  });

  it('is before a preview for another patch of the last release, and the preview is added again', () => {
    const preview = `${next}.0-alpha.0`;
    const { tables, later } = releasePosition(release(`${formatMinor(newest)}.99`), withPreview(preview));
    assert.deepEqual(
      later.map(({ version }) => version),
      [preview],
    );
    assert.equal(newestMinor(tables), newest);
    assert.equal(releasesRead(tables).has(next), false);
  });

  it('is that of its preview for the release itself, and refused after a preview alone', () => {
    const previewed = withPreview(`${next}.0-alpha.0`);
    assert.deepEqual(releasePosition(release(`${next}.0`), previewed), { tables: previewed, later: [] });
    const later = `${formatMinor(minor(newest + 2))}.0-alpha.0`;
    assert.throws(
      () => releasePosition(release(later), previewed),
      new RegExp(`have ${next}\\.0-alpha\\.0 alone; add ${next}\\.0 before`),
    );
  });
});
