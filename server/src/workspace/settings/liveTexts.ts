import { FieldTexts, type FieldTextsPack } from '../../catalog/fieldTexts.ts';
import { isObject } from '../../live/json.ts';
import { readText } from '../disk/readFile.ts';

let last: { readonly path: string; readonly texts: FieldTexts | undefined } | undefined;

/**
 * What a live cluster says of the fields of its own kinds, of the file of its copy, whose name tells its content; the last
 * one is kept. Undefined where it is no such file: the copy is in the workspace and may be anybody's.
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
