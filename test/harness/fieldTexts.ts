import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFieldTexts } from '../../scripts/fieldTexts.mjs';

/** Puts what Kubernetes says of its fields where a build puts it, unless there was one. */
export function builtFieldTexts(): void {
  const file = new URL('../../dist/field-texts.json', import.meta.url);
  if (existsSync(file)) return;
  const texts = readFieldTexts();
  assert.ok(texts !== undefined, '@kubernetes/client-node has descriptions');
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, JSON.stringify(texts));
}
