import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareSemanticVersions, parseSemanticVersion } from './semanticVersion.ts';

describe('semantic versions', () => {
  it('are read as strictly as the API server does', () => {
    for (const text of ['1.2.3', '0.0.0', '1.2.3-alpha.1', '1.2.3+build.01', '1.2.3--']) {
      assert.notEqual(parseSemanticVersion(text), undefined, text);
    }
    for (const text of [
      '',
      '1.2',
      'v1.2.3',
      '01.2.3',
      '1.2.3-',
      '1.2.3-01',
      '1.2.3-a..b',
      '99999999999999999999.0.0',
    ]) {
      assert.equal(parseSemanticVersion(text), undefined, text);
    }
  });

  it('are ordered with pre-releases before their release, numbers before words', () => {
    const ordered = [
      '1.0.0-1',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-rc.2',
      '1.0.0-rc.10',
      '1.0.0',
    ];
    const versions = [...ordered, '1.0.1', '1.2.0', '1.10.0'].flatMap((text) => parseSemanticVersion(text) ?? []);
    assert.equal(versions.length, ordered.length + 3);
    fc.assert(
      fc.property(fc.nat(versions.length - 1), fc.nat(versions.length - 1), (left, right) => {
        const [a, b] = [versions[left], versions[right]];
        assert.ok(a !== undefined && b !== undefined);
        assert.equal(Math.sign(compareSemanticVersions(a, b)), Math.sign(left - right));
      }),
    );
  });
});
