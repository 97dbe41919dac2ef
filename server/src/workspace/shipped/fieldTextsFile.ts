import { readFileSync } from 'node:fs';
import { FieldTexts } from '../../catalog/fieldTexts.ts';
import { CustomTexts, customTextsFile } from '../../crd/customTexts.ts';
import { embeddedFiles } from './embeddedFiles.ts';

let ofKubernetes: { readonly texts: FieldTexts | undefined } | undefined;
const ofGroups = new Map<string, CustomTexts | undefined>();

/**
 * Kubernetes' field descriptions, which a build adds to the program; loaded lazily. Undefined if the build had no
 * texts: nothing else depends on them.
 */
export function readFieldTexts(): FieldTexts | undefined {
  ofKubernetes ??= { texts: parsed('field-texts.json', (text) => new FieldTexts(JSON.parse(text))) };
  return ofKubernetes.texts;
}

/** Projects' descriptions of the fields of an API group, likewise. */
export function readCustomTexts(group: string): CustomTexts | undefined {
  if (!ofGroups.has(group)) ofGroups.set(group, customTexts(group));
  return ofGroups.get(group);
}

/** Settles when requested texts are available. Undefined if nothing is loading: files are read synchronously. */
export function fieldTextsToLoad(): Promise<unknown> | undefined {
  return undefined;
}

function customTexts(group: string): CustomTexts | undefined {
  const file = customTextsFile(group);
  return file === undefined ? undefined : parsed(file, (text) => new CustomTexts(JSON.parse(text)));
}

function parsed<T>(name: string, read: (text: string) => T): T | undefined {
  try {
    return read(embeddedFiles()?.text(name) ?? readFileSync(shippedFile(name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** They are beside the bundle; a source tree has those of the last build. */
function shippedFile(name: string): URL {
  const moduleUrl = import.meta.url;
  return new URL(moduleUrl.endsWith('.ts') ? `../../../../dist/${name}` : `./${name}`, moduleUrl);
}
