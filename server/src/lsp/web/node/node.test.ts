import assert from 'node:assert/strict';
import * as nodeCrypto from 'node:crypto';
import { posix } from 'node:path';
import fc from 'fast-check';
import * as crypto from './crypto.ts';
import * as path from './path.ts';

const paths = fc
  .array(fc.constantFrom('a', 'b.yaml', '.', '..', '', 'c d'), { maxLength: 6 })
  .chain((parts) => fc.constantFrom(parts.join('/'), `/${parts.join('/')}`));

describe("the replacements for Node's modules in a browser", () => {
  it('split and join paths as Node does', () => {
    fc.assert(
      fc.property(paths, paths, (base, relative) => {
        assert.equal(path.join(base, relative), posix.join(base, relative));
        assert.equal(path.resolve('/', base, relative), posix.resolve('/', base, relative));
        assert.equal(path.relative(`/${base}`, `/${relative}`), posix.relative(`/${base}`, `/${relative}`));
        assert.equal(path.isAbsolute(base), posix.isAbsolute(base));
        const clean = posix.resolve('/', base);
        assert.equal(path.dirname(clean), posix.dirname(clean));
        assert.equal(path.basename(clean), posix.basename(clean));
      }),
    );
  });

  it('compute the digests that Node does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        assert.equal(crypto.hash('sha256', text, 'base64'), nodeCrypto.hash('sha256', text, 'base64'));
        const digest = nodeCrypto.createHash('sha256').update(text).update('\0').digest('hex');
        assert.equal(crypto.createHash('sha256').update(text).update('\0').digest('hex'), digest);
      }),
    );
  });
});
