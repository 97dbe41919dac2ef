import assert from 'node:assert/strict';
import * as nodeCrypto from 'node:crypto';
import { posix } from 'node:path';
import fc from 'fast-check';
import * as crypto from './crypto.ts';
import * as path from './path.ts';

const paths = fc
  .array(fc.constantFrom('a', 'b.yaml', '.', '..', '', 'c d'), { maxLength: 6 })
  .chain((parts) => fc.constantFrom(parts.join('/'), `/${parts.join('/')}`));

describe("what stands in for Node's modules in a browser", () => {
  it('takes paths apart and puts them together as Node does', () => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        assert.equal(path.join(one, other), posix.join(one, other));
        assert.equal(path.resolve('/', one, other), posix.resolve('/', one, other));
        assert.equal(path.relative(`/${one}`, `/${other}`), posix.relative(`/${one}`, `/${other}`));
        assert.equal(path.isAbsolute(one), posix.isAbsolute(one));
        const clean = posix.resolve('/', one);
        assert.equal(path.dirname(clean), posix.dirname(clean));
        assert.equal(path.basename(clean), posix.basename(clean));
      }),
    );
  });

  it('digests as Node does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        assert.equal(crypto.hash('sha256', text, 'base64'), nodeCrypto.hash('sha256', text, 'base64'));
        const digest = nodeCrypto.createHash('sha256').update(text).update('\0').digest('hex');
        assert.equal(crypto.createHash('sha256').update(text).update('\0').digest('hex'), digest);
      }),
    );
  });
});
