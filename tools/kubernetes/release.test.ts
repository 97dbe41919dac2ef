import assert from 'node:assert/strict';
import { mainModule, moduleVersion, newerReleases, parseRelease, type Release } from './release.ts';

function release(text: string): Release {
  const found = parseRelease(text);
  assert.ok(found !== undefined, text);
  return found;
}

describe('releases of Kubernetes', () => {
  it('are read as they are tagged, with or without a v', () => {
    assert.deepEqual(
      [release('v1.37.1').version, release('1.37.1').minorText, release('1.37.1').preview],
      ['1.37.1', '1.37', false],
    );
    assert.equal(release('1.38.0-alpha.0').preview, true);
  });

  it('are nothing else', () => {
    for (const text of ['', '1.37', '2.0.0', '1.37.x', '1.37.1+k3s1', 'latest', '1.38.0-nightly.1']) {
      assert.equal(parseRelease(text), undefined, text);
    }
  });

  it('number their staging modules as 0.x', () => {
    assert.equal(moduleVersion(mainModule, release('1.38.0-alpha.0')), 'v1.38.0-alpha.0');
    assert.equal(moduleVersion('k8s.io/api', release('1.38.0-alpha.0')), 'v0.38.0-alpha.0');
  });

  it('are newer as a later patch of the newest minor or in a minor after it, if they can be had', () => {
    const read = new Map([
      ['1.36', '1.36.3'],
      ['1.37', '1.37.1'],
    ]);
    const published = ['1.36.9', '1.37.2', '1.37.10', '1.37.0', '1.38.0-alpha.2', '1.38.0-alpha.10', '0.1.0', 'x'];
    const versions = (found: readonly Release[]) => found.map(({ version }) => version);
    assert.deepEqual(versions(newerReleases(published, read, () => true)), ['1.37.10', '1.38.0-alpha.10']);
    assert.deepEqual(versions(newerReleases(published, read, ({ version }) => !version.endsWith('10'))), [
      '1.37.2',
      '1.38.0-alpha.2',
    ]);
    const preview = new Map([['1.38', '1.38.0-alpha.10']]);
    assert.deepEqual(versions(newerReleases(['1.38.0-alpha.10', '1.38.0'], preview, () => true)), ['1.38.0']);
    assert.deepEqual(
      newerReleases(['1.37.1', '1.36.3'], read, () => true),
      [],
    );
  });
});
