// The bundled packages: the licences that must accompany every copy, and a bill of materials (CycloneDX 1.5).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An esbuild plugin that adds the folder of each bundled package to `packages`. */
export function recordPackages(packages) {
  return {
    name: 'noting',
    setup: ({ initialOptions, onEnd }) => {
      initialOptions.metafile = true;
      onEnd(({ metafile }) => {
        for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
          for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
            const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
            if (folder !== undefined && bytesInOutput > 0) packages.add(folder);
          }
        }
      });
    },
  };
}

/**
 * Writes both files. Throws if a package has no licence or no licence text.
 *
 * @param others notices for third-party texts inside packages, one line each.
 */
export function writeNotices(packages, outdir, others) {
  const all = [...packages].map(read).sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const known = [...new Map(all.map((pkg) => [pkg.purl, pkg])).values()];
  const texts = known.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`);
  const head = `Kubecompat contains parts of these packages, each under its own licence.\n${others.map((notice) => `\n${notice}.\n`).join('')}`;
  writeFileSync(join(outdir, 'THIRD_PARTY_NOTICES.txt'), [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const materials = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component({ ...manifest, type: 'application' }) },
    components: known.map((pkg) => component({ ...pkg, type: 'library' })),
  };
  writeFileSync(join(outdir, 'sbom.cdx.json'), `${JSON.stringify(materials, undefined, 2)}\n`);
}

function read(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:[.-].*)?$/i.test(entry));
  const text = file === undefined ? textWithout(license, author) : readFileSync(join(folder, file), 'utf8');
  if (typeof license !== 'string' || text === undefined) throw new Error(`${name} has no licence that could be told`);
  return { name, version, license, text, purl: purlOf({ name, version }) };
}

/** The text of a licence that a package names and does not have; undefined for all but MIT. */
function textWithout(license, author) {
  const holder = typeof author === 'string' ? author : author?.name;
  return license === 'MIT' && holder !== undefined ? `Copyright (c) ${holder}\n\n${mit}` : undefined;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

function component({ type, name, version, license }) {
  const reference = purlOf({ name, version });
  return { type, 'bom-ref': reference, name, version, purl: reference, licenses: [{ license: { id: license } }] };
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
