import { isNull, type MapEntry } from '../manifest/node.ts';
import type { NamedPath } from './config.ts';
import { helmKeys } from './keys.ts';
import type { ConfigReader } from './reader.ts';

/**
 * Decodes `helm:` of a configuration or of an entry of `files:`: `{ values: [values-prod.yaml] }`. Paths stay as
 * written. Undefined without values.
 *
 * @param what names the map in problems.
 */
export function decodeHelm(
  entry: MapEntry | undefined,
  what: string,
  reader: ConfigReader,
): readonly NamedPath[] | undefined {
  if (entry === undefined || isNull(entry.value)) return undefined;
  const values = reader.object(entry.value, what, helmKeys).get('values')?.value;
  if (values === undefined || isNull(values)) return undefined;
  const example = 'values: [values-prod.yaml]';
  return reader.list(values, `${what}, values`, example).flatMap((item) => {
    const path = reader.string(item, `each path in ${what}, values`, example);
    return path === undefined ? [] : [{ path, span: { start: item.start, end: item.end } }];
  });
}
