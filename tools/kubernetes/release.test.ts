import assert from 'node:assert/strict';
import { minor } from '../../server/src/targets/version.ts';
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

  it('are refused in any other form', () => {
    for (const text of ['', '1.37', '2.0.0', '1.37.x', '1.37.1+k3s1', 'latest', '1.38.0-nightly.1']) {
      assert.equal(parseRelease(text), undefined, text);
    }
  });

  it('number their staging modules as 0.x', () => {
    assert.equal(moduleVersion(mainModule, release('1.38.0-alpha.0')), 'v1.38.0-alpha.0');
    assert.equal(moduleVersion('k8s.io/api', release('1.38.0-alpha.0')), 'v0.38.0-alpha.0');
  });

  describe('newer than the facts', () => {
    const read = new Map([
      ['1.35', '1.35.1'],
      ['1.36', '1.36.3'],
      ['1.37', '1.37.1'],
    ]);
    const newer = (published: readonly string[], known = read, isThere: (release: Release) => boolean = () => true) =>
      newerReleases(published, known, minor(36), isThere).map(({ version }) => version);

    it('are later patches of known minors, and releases of later minors', () => {
      const published = ['1.36.9', '1.37.2', '1.37.10', '1.37.0', '1.38.0-alpha.2', '1.38.0-alpha.10', '0.1.0', 'x'];
      assert.deepEqual(newer(published), ['1.36.9', '1.37.10', '1.38.0-alpha.10']);
      assert.deepEqual(newer(['1.37.1', '1.36.3']), []);
    });

    it('are the newest available ones', () => {
      const published = ['1.37.2', '1.37.10', '1.38.0-alpha.2', '1.38.0-alpha.10'];
      const isThere = ({ version }: Release) => !version.endsWith('10');
      assert.deepEqual(newer(published, read, isThere), ['1.37.2', '1.38.0-alpha.2']);
    });

    it('include those of the last minor if the facts have a preview of the next one', () => {
      const preview = new Map([...read, ['1.38', '1.38.0-alpha.10']]);
      assert.deepEqual(newer(['1.37.2', '1.38.0-alpha.10', '1.38.0'], preview), ['1.37.2', '1.38.0']);
    });

    it('do not include minors that no release emulates any longer', () => {
      assert.deepEqual(newer(['1.35.9', '1.34.0']), []);
    });
  });
});
