import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { builtCli } from '../cli/harness.ts';

/** Licences that require only their text in every copy. */
const allowed = ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly [{ readonly license: { readonly id: string } }];
}

interface Materials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

describe('the licence notices', () => {
  let notices: string;
  let materials: Materials;
  let bundles: string;

  before(() => {
    const folder = dirname(builtCli());
    notices = readFileSync(join(folder, 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    materials = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
    const names = readdirSync(folder).filter((name) => /\.c?js$/.test(name));
    bundles = names.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
  });

  it('have a bill of materials with every package, its version and its licence', () => {
    assert.equal(materials.bomFormat, 'CycloneDX');
    assert.equal(materials.metadata.component.purl, `pkg:npm/kubecompat@${version}`);
    for (const { name, version: bundled, purl, licenses } of materials.components) {
      assert.ok(allowed.includes(licenses[0].license.id), `${name}: ${licenses[0].license.id}`);
      assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${bundled}`);
    }
    const names = materials.components.map(({ name }) => name);
    for (const name of ['yaml', 're2js', 'picomatch', '@kubernetes/client-node', 'vscode-languageserver'])
      assert.ok(names.includes(name), name);
    assert.ok(!names.includes('fast-check') && !names.includes('typescript'), 'nothing of the tests');
    // A text that only one package contains.
    assert.ok(bundles.includes('tag:yaml.org,2002:'));
  });

  it('have the licences and copyrights of all parts', () => {
    const parts = notices.split(`\n${'-'.repeat(80)}\n\n`).slice(1);
    assert.equal(parts.length, materials.components.length);
    for (const [index, { name, version: bundled, licenses }] of materials.components.entries()) {
      const part = parts[index] ?? '';
      assert.ok(part.startsWith(`${name} ${bundled} (${licenses[0].license.id})\n`), name);
      assert.match(part, /copyright|Blue Oak/i, name);
      assert.match(part, /without warranty|as is|implied/i, name);
    }
  });
});
