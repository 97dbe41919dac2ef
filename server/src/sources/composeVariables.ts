import { fileAt, folderOf, joinPath, type NeighbouringFiles } from './declared/neighbouringFiles.ts';
import type { SourceFile } from './declared/value.ts';
import type { WrittenText } from './description.ts';
import type { SourceText } from './scalarText.ts';

/** The variables of a compose file, without those of the shell: the values in `.env` beside it. */
export interface ComposeVariables {
  readonly file: SourceFile | undefined;
}

/** A text with its variable replaced, and the position of the value if it is in another file. */
export interface Interpolated {
  readonly source: SourceText;
  readonly elsewhere: WrittenText['elsewhere'];
}

/** `$NAME`, `${NAME}`, `${NAME:-default}` and `${NAME-default}`; a default that contains a variable does not match. */
const reference = /\$(?:\{([A-Za-z_]\w*)(?:(:?-)([^{}$]*))?\}|([A-Za-z_]\w*))/g;

/** The variables of a compose file. */
export function composeVariables(path: string, surroundings: NeighbouringFiles): ComposeVariables {
  return { file: fileAt(joinPath(folderOf(path), '.env'), surroundings) };
}

/**
 * Replaces the variable of a text, if there is exactly one and it has a value
 * (https://docs.docker.com/reference/compose-file/interpolation/); otherwise the text stays.
 */
export function interpolate(source: SourceText, { file }: ComposeVariables): Interpolated {
  const [found, ...others] = source.value.matchAll(reference);
  if (found === undefined || others.length > 0) return { source, elsewhere: undefined };
  const [written, braced, dash, fallback, unbraced] = found;
  const given = file === undefined ? undefined : valueIn(file, braced ?? unbraced ?? '');
  const isGiven = given !== undefined && !(given.text === '' && dash === ':-');
  const value = isGiven ? given.text : fallback;
  if (value === undefined) return { source, elsewhere: undefined };
  const { index } = found;
  const offset = isGiven ? undefined : index + written.lastIndexOf(value);
  const spanOf = (start: number, end: number) =>
    offset === undefined || start < index || end > index + value.length
      ? source.spanOf(index, index + written.length)
      : source.spanOf(start - index + offset, end - index + offset);
  return {
    source: {
      ...source,
      path: source.path,
      value: source.value.slice(0, index) + value + source.value.slice(index + written.length),
      spanOf,
      rewrite: () => undefined,
    },
    elsewhere: isGiven ? given.elsewhere : undefined,
  };
}

/** The last value of a variable in `.env`, without quotes and comments. */
function valueIn({ path, text }: SourceFile, name: string) {
  const pattern = new RegExp(`^(?:export )?${name}=(["']?)(.*?)\\1[ \\t]*(?: #.*)?\\r?$`, 'gm');
  const line = [...text.matchAll(pattern)].at(-1);
  const value = line?.[2];
  if (line === undefined || value === undefined) return undefined;
  const start = line.index + line[0].indexOf('=') + 1 + (line[1]?.length ?? 0);
  return { text: value, elsewhere: { file: path, span: { start, end: start + value.length } } };
}
