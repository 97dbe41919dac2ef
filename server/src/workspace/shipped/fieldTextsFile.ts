import { readFileSync } from 'node:fs';
import { FieldTexts } from '../../catalog/fieldTexts.ts';
import { CustomTexts, customTextsFile } from '../../crd/customTexts.ts';
import { filesInside } from './filesInside.ts';

let ofKubernetes: { readonly texts: FieldTexts | undefined } | undefined;
const ofGroups = new Map<string, CustomTexts | undefined>();

/**
 * What Kubernetes says of its fields, which a build puts beside the program; read when it is first asked for. Undefined where
 * the build had no texts: nothing else depends on them.
 */
export function readFieldTexts(): FieldTexts | undefined {
  ofKubernetes ??= { texts: parsed('field-texts.json', (text) => new FieldTexts(JSON.parse(text))) };
  return ofKubernetes.texts;
}

/** What projects say of the fields of the kinds of an API group, likewise. */
export function readCustomTexts(group: string): CustomTexts | undefined {
  if (!ofGroups.has(group)) ofGroups.set(group, customTexts(group));
  return ofGroups.get(group);
}

/** Settles when what was asked for is there. Undefined where nothing is on its way: files are read at once. */
export function fieldTextsToLoad(): Promise<unknown> | undefined {
  return undefined;
}

function customTexts(group: string): CustomTexts | undefined {
  const file = customTextsFile(group);
  return file === undefined ? undefined : parsed(file, (text) => new CustomTexts(JSON.parse(text)));
}

function parsed<T>(name: string, read: (text: string) => T): T | undefined {
  try {
    return read(filesInside()?.text(name) ?? readFileSync(shippedFile(name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** They lie beside the bundle; a source tree has those of the last build. */
function shippedFile(name: string): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? `../../../../dist/${name}` : `./${name}`, here);
}
