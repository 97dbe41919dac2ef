import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { archivedTemplates } from './chartArchive.ts';

/** A ustar archive of files; the names of those that are links have `->` in them. */
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

describe('archivedTemplates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-'));
  after(() => rmSync(folder, { recursive: true }));
  const templates = (bytes: Buffer) => {
    const path = join(folder, 'chart.tgz');
    writeFileSync(path, bytes);
    return archivedTemplates(path);
  };

  it('gives the templates, those of inner charts first, packed or not', () => {
    const packed = gzipSync(tar({ 'c/templates/_c.tpl': 'c' }));
    const files = {
      'a/Chart.yaml': 'name: a',
      'a/templates/_a.tpl': 'a',
      'a/templates/picture.png': 'p',
      'a/templates/link.yaml->/etc/passwd': '',
      'a/charts/b/templates/b.yaml': 'b',
      'a/charts/c-1.0.0.tgz': packed,
    };
    assert.deepEqual(templates(gzipSync(tar(files))), ['b', 'c', 'a']);
  });

  it('takes names of any length', () => {
    const name = `a/templates/${'x'.repeat(120)}.tpl`;
    const long = Buffer.concat([tar({ '././@LongLink': `${name}\0` }).subarray(0, 1024), tar({ cut: 'long' })]);
    long.write('L', 156);
    assert.deepEqual(templates(gzipSync(long)), ['long']);
  });

  it('has nothing to say of what is no archive, is cut off, or unpacks without end', () => {
    const whole = tar({ 'a/templates/a.tpl': 'x'.repeat(2_000) });
    assert.deepEqual(templates(Buffer.from('no archive')), []);
    assert.deepEqual(templates(gzipSync(whole.subarray(0, 1_000))), []);
    assert.deepEqual(templates(gzipSync(tar({ 'a/templates/a.tpl': Buffer.alloc(70 * 1024 * 1024) }))), []);
    assert.deepEqual(archivedTemplates(join(folder, 'nowhere.tgz')), []);
  });
});
