import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { archivedFiles } from './chartArchive.ts';

/** A ustar archive of files; the names of links contain `->`. */
function tar(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(name.includes('->') ? '2' : '0', 156);
    header.write('ustar\x0000', 257);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

describe('archivedFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-'));
  after(() => rmSync(folder, { recursive: true }));
  let archives = 0;
  const files = (bytes: Buffer) => {
    const path = join(folder, `chart${++archives}.tgz`);
    writeFileSync(path, bytes);
    return archivedFiles(path);
  };
  const texts = (bytes: Buffer) => files(bytes).map(({ text }) => text);

  it('returns the relevant files, those of sub-charts first, packed or not', () => {
    const packed = gzipSync(tar({ 'c/templates/_c.tpl': 'c', 'c/crds/c.json': '{}', 'c/crds/README.md': 'c' }));
    const content = {
      'a/Chart.yaml': 'name: a',
      'a/templates/_a.tpl': 'a',
      'a/templates/picture.png': 'p',
      'a/templates/link.yaml->/etc/passwd': '',
      'a/charts/b/templates/b.yaml': 'b',
      'a/charts/c-1.0.0.tgz': packed,
    };
    assert.deepEqual(
      files(gzipSync(tar(content))).map(({ name, text }) => `${name} ${text}`),
      [
        'charts/b/templates/b.yaml b',
        'charts/c-1.0.0.tgz/crds/c.json {}',
        'charts/c-1.0.0.tgz/templates/_c.tpl c',
        'Chart.yaml name: a',
        'templates/_a.tpl a',
      ],
    );
  });

  it('unpacks inner archives within the same limits', () => {
    const large = gzipSync(tar({ 'b/templates/b.tpl': Buffer.alloc(30 * 1024 * 1024) }));
    const all = { 'a/charts/b.tgz': large, 'a/charts/c.tgz': large, 'a/charts/d.tgz': large, 'a/templates/a.tpl': 'a' };
    assert.ok(texts(gzipSync(tar(all))).length < 4);
  });

  it('reads an archive again only if it has changed', () => {
    const path = join(folder, 'again.tgz');
    writeFileSync(path, gzipSync(tar({ 'a/templates/a.tpl': 'one' })));
    const first = archivedFiles(path);
    assert.equal(archivedFiles(path), first);
    writeFileSync(path, gzipSync(tar({ 'a/templates/a.tpl': 'another one' })));
    assert.deepEqual(archivedFiles(path), [{ name: 'templates/a.tpl', text: 'another one' }]);
  });

  it('reads file names of any length', () => {
    const name = `a/templates/${'x'.repeat(120)}.tpl`;
    const long = Buffer.concat([tar({ '././@LongLink': `${name}\0` }).subarray(0, 1024), tar({ cut: 'long' })]);
    long.write('L', 156);
    assert.deepEqual(texts(gzipSync(long)), ['long']);
  });

  it('ignores other files, truncated archives and endless ones', () => {
    const whole = tar({ 'a/templates/a.tpl': 'x'.repeat(2_000) });
    assert.deepEqual(texts(Buffer.from('no archive')), []);
    assert.deepEqual(texts(gzipSync(whole.subarray(0, 1_000))), []);
    assert.deepEqual(texts(gzipSync(tar({ 'a/templates/a.tpl': Buffer.alloc(70 * 1024 * 1024) }))), []);
    assert.deepEqual(archivedFiles(join(folder, 'nowhere.tgz')), []);
  });
});
