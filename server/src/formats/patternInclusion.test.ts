import assert from 'node:assert/strict';
import { includesPattern } from './patternInclusion.ts';

describe('includesPattern', () => {
  const name = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';
  const dotted = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

  it('distinguishes wider patterns from narrower ones', () => {
    assert.equal(includesPattern(dotted, name), true);
    assert.equal(includesPattern(name, dotted), false);
    assert.equal(includesPattern(`${dotted.slice(0, -1)}\\.?$`, dotted), true);
    assert.equal(includesPattern('^(GET|PUT|HEAD)$', '^(PUT|GET)$'), true);
    assert.equal(includesPattern('^\\d+(ms|s|m|h)$', '^([0-9]+)(s|m)$'), true);
    assert.equal(includesPattern('^\\d+(s|m)$', '^([0-9]*)(s|m)$'), false);
  });

  it('treats equivalent character classes as equal', () => {
    assert.equal(includesPattern('^[-a-zA-Z0-9]+$', '^[-a-zSA-Z\\d]{1,}$'), true);
    assert.equal(includesPattern('^[^\\x00-\\x1f]$', '^[ -~]$'), true);
  });

  it('matches a pattern anywhere in a text unless it is anchored', () => {
    assert.equal(includesPattern('a', 'ba'), true);
    assert.equal(includesPattern('^a', 'a'), false);
    assert.equal(includesPattern('', '^a$'), true);
    assert.equal(includesPattern('^$|^a$', '^a?$'), true);
    assert.equal(includesPattern('^a$|b', '^a|b$'), false);
  });

  it('counts repetitions', () => {
    assert.equal(includesPattern('^[\\s\\S]{0,63}$', '^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$'), true);
    assert.equal(includesPattern('^[\\s\\S]{0,62}$', '^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$'), false);
  });

  it('does not decide on unsupported or too complex patterns', () => {
    for (const pattern of ['(?i)a', '\\ba', '[[:alpha:]]', '\\pL', '(a', 'a**b(']) {
      assert.equal(includesPattern(pattern, 'a'), undefined, pattern);
    }
    assert.equal(includesPattern('^[ab]*a[ab]{15}$', '^(a|b)*a(a|b){15}$'), undefined);
    assert.equal(includesPattern('^(a{1000}){1000}$', '^a$'), undefined);
  });
});
