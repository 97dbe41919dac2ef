import { readFileSync } from 'node:fs';
import { FieldTexts, type FieldTextsPack } from '../../catalog/fieldTexts.ts';

let read: { readonly texts: FieldTexts | undefined } | undefined;

/**
 * What Kubernetes says of its fields, which a build puts beside the program; read when it is first asked for. Undefined where
 * the build had no texts: nothing else depends on them.
 */
export function readFieldTexts(): FieldTexts | undefined {
  read ??= { texts: textsOf(fieldTextsFile()) };
  return read.texts;
}

function textsOf(file: URL): FieldTexts | undefined {
  try {
    const pack: FieldTextsPack = JSON.parse(readFileSync(file, 'utf8'));
    return new FieldTexts(pack);
  } catch {
    return undefined;
  }
}

/** It lies beside the bundle; a source tree has the one of the last build. */
function fieldTextsFile(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? '../../../../dist/field-texts.json' : './field-texts.json', here);
}
