import { FieldTexts, type FieldTextsPack } from '../../catalog/fieldTexts.ts';
import { isObject } from '../../live/json.ts';
import { readText } from '../disk/readFile.ts';

let last: { readonly path: string; readonly texts: FieldTexts | undefined } | undefined;

/**
 * A live cluster's descriptions of its own kinds' fields, from a file beside its copy whose name contains its digest;
 * the last one is cached. Undefined if the file is invalid: the copy is in the workspace and so untrusted.
 */
export function readLiveTexts(path: string): FieldTexts | undefined {
  if (last?.path !== path) last = { path, texts: textsOf(path) };
  return last.texts;
}

function textsOf(path: string): FieldTexts | undefined {
  const content = readText(path);
  if (!content.ok) return undefined;
  try {
    const pack: unknown = JSON.parse(content.text);
    return isPack(pack) ? new FieldTexts(pack) : undefined;
  } catch {
    return undefined;
  }
}

function isPack(value: unknown): value is FieldTextsPack {
  const types = isObject(value) ? value['types'] : undefined;
  return isObject(types) && Object.values(types).every(isTexts);
}

function isTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string');
}
