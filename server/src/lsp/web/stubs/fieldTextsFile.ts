import { FieldTexts } from '../../../catalog/fieldTexts.ts';
import { CustomTexts, customTextsFile } from '../../../crd/customTexts.ts';
import type * as desktop from '../../../workspace/shipped/fieldTextsFile.ts';
import { lazyTexts } from '../texts.ts';

const ofKubernetes = new Map<string, FieldTexts | undefined>();
const ofGroups = new Map<string, CustomTexts | undefined>();

/** No descriptions until the file arrives. */
export const readFieldTexts: typeof desktop.readFieldTexts = () =>
  once(ofKubernetes, 'field-texts.json', (text) => new FieldTexts(JSON.parse(text)));

/** Likewise. */
export const readCustomTexts: typeof desktop.readCustomTexts = (group) => {
  const file = customTextsFile(group);
  return file === undefined ? undefined : once(ofGroups, file, (text) => new CustomTexts(JSON.parse(text)));
};

/** The requested files that are still loading. */
export const fieldTextsToLoad: typeof desktop.fieldTextsToLoad = () => lazyTexts.loaded();

function once<T>(known: Map<string, T | undefined>, name: string, make: (text: string) => T): T | undefined {
  if (!known.has(name) && lazyTexts.has(name)) {
    const text = lazyTexts.text(name);
    known.set(name, text === undefined ? undefined : tried(text, make));
  }
  return known.get(name);
}

function tried<T>(text: string, make: (text: string) => T): T | undefined {
  try {
    return make(text);
  } catch {
    return undefined;
  }
}
