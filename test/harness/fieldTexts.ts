import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FieldTextsOwner, readCustomFieldTexts } from '../../scripts/customFieldTexts.mjs';
import { readFieldTexts } from '../../scripts/fieldTexts.mjs';

/** Projects' field descriptions, as a build reads them. */
export function customFieldTexts(): ReturnType<typeof readCustomFieldTexts> {
  const { packages }: { packages: Record<string, FieldTextsOwner> } = JSON.parse(
    readFileSync(new URL('../../server/data/authored/field-texts.json', import.meta.url), 'utf8'),
  );
  const texts = readCustomFieldTexts(packages);
  assert.equal(texts.packages.length, Object.keys(packages).length, 'every package with descriptions is installed');
  return texts;
}

/** Writes the field descriptions of a build, unless they exist. */
export function builtFieldTexts(): void {
  const dist = new URL('../../dist/', import.meta.url);
  const file = new URL('field-texts.json', dist);
  if (!existsSync(file)) {
    const texts = readFieldTexts();
    assert.ok(texts !== undefined, '@kubernetes/client-node has descriptions');
    mkdirSync(dist, { recursive: true });
    writeFileSync(file, JSON.stringify(texts));
  }
  const folder = new URL('field-texts/', dist);
  if (existsSync(folder)) return;
  mkdirSync(folder);
  for (const [group, texts] of customFieldTexts().groups) {
    writeFileSync(new URL(`${group}.json`, folder), JSON.stringify(texts));
  }
}
