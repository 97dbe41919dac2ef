import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun } from '../harness/notRun.ts';

describe('the packaged extension', () => {
  it('contains what it needs and nothing else, below 5 MB', function () {
    if (!existsSync('dist/extension.cjs')) notRun(this, 'dist/ is not built; npm run build makes it');
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-vsix-'));
    const vsix = join(folder, 'kubecompat.vsix');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/package.mjs', vsix], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    const bytes = readFileSync(vsix);
    rmSync(folder, { recursive: true });
    assert.ok(bytes.length < 5 * 2 ** 20, `${bytes.length} bytes`);
    const names = zipNames(bytes);
    const explanations = names.filter((name) => /^extension\/dist\/explain\/[a-z0-9-]+\.md$/.test(name));
    assert.ok(explanations.length > 0, 'explanations');
    assert.deepEqual(names.filter((name) => !explanations.includes(name)).sort(), [
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/changelog.md',
      'extension/client/media/compatibility.svg',
      'extension/client/media/icon.png',
      'extension/client/media/walkthrough/ci.md',
      'extension/client/media/walkthrough/findings.md',
      'extension/client/media/walkthrough/fix.md',
      'extension/client/media/walkthrough/report.md',
      'extension/client/media/walkthrough/target.md',
      'extension/dist/THIRD_PARTY_NOTICES.txt',
      'extension/dist/catalog.json',
      'extension/dist/cluster.cjs',
      ...readdirSync('server/data/crds').map((name) => `extension/dist/crds/${name}`),
      'extension/dist/extension.cjs',
      'extension/dist/field-texts.json',
      ...readdirSync('dist/field-texts').map((name) => `extension/dist/field-texts/${name}`),
      'extension/dist/sbom.cdx.json',
      'extension/dist/server.cjs',
      'extension/dist/web/extension.cjs',
      'extension/dist/web/files.json',
      'extension/dist/web/server.js',
      'extension/l10n/bundle.l10n.json',
      'extension/package.json',
      'extension/package.nls.json',
      'extension/readme.md',
      ...readdirSync('schemas').map((name) => `extension/schemas/${name}`),
      'extension/syntaxes/cel-yaml.injection.json',
      'extension/syntaxes/go-template-yaml.injection.json',
    ]);
  });
});

/** The names in a zip file, from its central directory. */
function zipNames(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = bytes.readUInt16LE(end + 10);
  const names: string[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    const nameLength = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}
