import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCustomFieldTexts } from '../../scripts/customFieldTexts.mjs';
import { explainPages } from '../../scripts/explainPages.mjs';
import { readFieldTexts } from '../../scripts/fieldTexts.mjs';

/** Writes the files of the language server: the catalogue, and field descriptions loaded on demand. */
export function writeLanguageFiles(checkout: string, outdir: string): void {
  const catalogue = readFileSync(join(checkout, 'server/data/catalog.json'), 'utf8');
  mkdirSync(join(outdir, 'field-texts'), { recursive: true });
  const pages = explainPages().map(([name, file]) => [
    `/kubecompat/explain/${name}`,
    readFileSync(join(checkout, file), 'utf8'),
  ]);
  const shipped = { '/kubecompat/catalog.json': catalogue, ...Object.fromEntries(pages) };
  writeFileSync(join(outdir, 'shipped.json'), JSON.stringify(shipped));
  const ofKubernetes = readFieldTexts();
  if (ofKubernetes !== undefined) writeFileSync(join(outdir, 'field-texts.json'), JSON.stringify(ofKubernetes));
  const { packages } = JSON.parse(readFileSync(join(checkout, 'server/data/authored/field-texts.json'), 'utf8'));
  const { groups, notices } = readCustomFieldTexts(packages);
  for (const [group, texts] of groups)
    writeFileSync(join(outdir, 'field-texts', `${group}.json`), JSON.stringify(texts));
  const all = [...(ofKubernetes === undefined ? [] : [ofKubernetes.notice]), ...notices];
  writeFileSync(join(outdir, 'NOTICES.txt'), `${all.join('\n\n')}\n`);
}
