import { isValueList, isValueMap, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';

/** The topmost paths of a manifest that a server did not store. Empty values are ignored. */
export function missingPaths(manifest: ValueMap, object: ValueMap): readonly string[] {
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...written } = manifest;
  return missingBelow(written, object, '');
}

function missingBelow(written: Value, stored: Value | undefined, path: string): readonly string[] {
  if (isEmpty(written)) return [];
  if (stored === undefined || stored === null) return [path];
  if (isValueList(written)) {
    return isValueList(stored)
      ? written.flatMap((item, index) => missingBelow(item, stored[index], `${path}[${index}]`))
      : [];
  }
  if (!isValueMap(written) || !isValueMap(stored)) return [];
  return Object.entries(written).flatMap(([key, member]) =>
    missingBelow(member, stored[key], path === '' ? key : `${path}.${key}`),
  );
}

function isEmpty(value: Value): boolean {
  if (value === null || value === '' || value === 0 || value === false) return true;
  return isValueList(value) ? value.length === 0 : isValueMap(value) && Object.keys(value).length === 0;
}
