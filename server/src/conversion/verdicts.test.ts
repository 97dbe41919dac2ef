import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { findResources } from '../manifest/findResources.ts';
import { readManifest } from '../manifest/readManifest.ts';
import { applyEdits } from '../text/edit.ts';
import { versionFixes } from './versionFix.ts';

/*
 * Kubernetes' own conversion and defaulting code compared each fixture with what the fix makes of it
 * (`test/harness/renewConversionVerdicts.ts`); `fixtures/verdicts.json` keeps its verdicts together with a digest of the two texts, so that
 * neither can change unnoticed.
 */
const folder = new URL('./fixtures/', import.meta.url);
const verdicts: Record<string, { verdict?: string; digest?: string; left?: string[] }> = JSON.parse(
  readFileSync(new URL('verdicts.json', folder), 'utf8'),
);
const surface = surfaceOf('1.37');

describe('conversions and what Kubernetes says of them', () => {
  const names = readdirSync(folder).filter((name) => /\.(yaml|json)$/.test(name) && !/\.fixed\.|^verdicts/.test(name));

  it('has a verdict for each fixture and a fixture for each verdict', () => {
    assert.deepEqual(Object.keys(verdicts).sort(), [...names].sort());
  });

  for (const name of names) {
    it(name, () => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const [resource] = findResources(readManifest(text), name).resources;
      assert(resource !== undefined);
      const [fix] = versionFixes(resource, text, surface);
      assert(fix !== undefined);
      const recorded = verdicts[name];
      const fixedFile = new URL(name.replace(/\.(yaml|json)$/, '.fixed.$1'), folder);
      if (fix.kind !== 'safe') {
        assert.deepEqual(fix.left, recorded?.left);
        assert.equal(existsSync(fixedFile), false, 'only a safe fix has a .fixed file');
        return;
      }
      const fixed = applyEdits(text, fix.edits);
      assert.equal(fixed, readFileSync(fixedFile, 'utf8'));
      assert.equal(recorded?.verdict, 'same');
      assert.equal(recorded.digest, createHash('sha256').update(`${text}\0${fixed}`).digest('hex'));
      const [again] = findResources(readManifest(fixed ?? ''), name).resources;
      assert(again !== undefined);
      assert.deepEqual(versionFixes(again, fixed ?? '', surface), [], 'nothing is left to fix');
    });
  }
});
