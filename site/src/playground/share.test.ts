import assert from 'node:assert/strict';
import { deflateSync, strToU8 } from 'fflate';
import { longestText } from './limits.ts';
import { readFragment, shareFragment } from './share.ts';

const shared = { text: 'apiVersion: v1 # ünïcode\nkind: Pod\n', targets: ['1.37', '1.37,emulated-version=1.35'] };
const pack = (json: string) => `1.${Buffer.from(deflateSync(strToU8(json))).toString('base64url')}`;

function whyOf(fragment: string): string {
  const read = readFragment(fragment);
  return read.state === 'broken' ? read.why : read.state;
}

describe('links of the playground', () => {
  it('restore the shared state', () => {
    assert.deepEqual(readFragment(shareFragment(shared)), { state: 'shared', shared });
  });

  it('restore the longest text', () => {
    const longest = { text: 'ü'.repeat(longestText), targets: [] };
    assert.deepEqual(readFragment(shareFragment(longest)), { state: 'shared', shared: longest });
  });

  it('are reported if they are truncated anywhere', () => {
    const whole = shareFragment(shared);
    for (let length = 3; length < whole.length; length++) {
      assert.match(whyOf(whole.slice(0, length)), /cut off or damaged|invalid characters/);
    }
  });

  it('are not unpacked beyond a limit', () => {
    assert.match(whyOf(pack(`["${' '.repeat(longestText * 40)}",[]]`)), /more than the playground accepts/);
    assert.match(whyOf(pack(JSON.stringify(['a'.repeat(longestText + 1), []]))), /more than the playground accepts/);
    assert.match(whyOf(`1.${'A'.repeat(longestText * 2 + 1)}`), /more than the playground accepts/);
  });

  it('are reported if they have other content', () => {
    for (const json of ['{}', '[]', '[1,[]]', '["a"]', '["a","b"]', 'null', '"a"']) {
      assert.match(whyOf(pack(json)), /does not contain manifests/, json);
    }
    assert.match(whyOf(pack('[')), /cut off or damaged/);
    assert.match(whyOf('main'), /does not contain manifests/);
    assert.match(whyOf('2.AAAA'), /a different release/);
    assert.match(whyOf('1.<script>'), /invalid characters/);
    assert.equal(whyOf(''), 'none');
  });

  it('restore a limited number of targets, which must be texts', () => {
    const many = Array.from({ length: 100 }, (_, index) => `1.${index}`);
    const read = readFragment(pack(JSON.stringify(['a', [1, null, 'x'.repeat(501), ...many]])));
    assert.ok(read.state === 'shared');
    assert.deepEqual(read.shared.targets, many.slice(0, 30));
  });
});
