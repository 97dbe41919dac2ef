import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { Family, WithoutSuccessor } from './family.ts';
import { field, fieldsOf, itemsOf, malformed, textOf } from './reading.ts';
import { readSteps } from './readStep.ts';

/**
 * Reads the data of `server/data/authored/conversions.json`: a family for each kind of a row. Throws {@link Malformed}.
 */
export function readConversions(data: unknown): {
  readonly families: readonly Family[];
  readonly endings: readonly WithoutSuccessor[];
} {
  const fields = fieldsOf(data);
  return {
    families: field(fields, 'families', (value) => itemsOf(value, readFamilies)).flat(),
    endings: field(fields, 'endings', (value) => itemsOf(value, readEndings)).flat(),
  };
}

/** Reads a row as families, one for each of its kinds. Throws {@link Malformed}. */
export function readFamilies(row: unknown): readonly Family[] {
  const fields = fieldsOf(row);
  const versions = field(fields, 'versions', (value) =>
    Object.entries(fieldsOf(value)).map(([name, steps]) => ({
      ...field({ [name]: name }, name, groupVersionOf),
      steps: field({ [name]: steps }, name, (list) => itemsOf(list, readSteps)).flat(),
    })),
  );
  const source = field(fields, 'source', textOf);
  return field(fields, 'kinds', (value) => itemsOf(value, textOf)).map((kind) => ({ kind, versions, source }));
}

function readEndings(row: unknown): readonly WithoutSuccessor[] {
  const fields = fieldsOf(row);
  const says = field(fields, 'says', textOf);
  const source = field(fields, 'source', textOf);
  const versions = field(fields, 'versions', (value) => itemsOf(value, groupVersionOf));
  return field(fields, 'kinds', (value) => itemsOf(value, textOf)).flatMap((kind) =>
    versions.map((version) => ({ ...version, kind, says, source })),
  );
}

function groupVersionOf(value: unknown): { readonly group: string; readonly version: string } {
  return parseGroupVersion(textOf(value)) ?? malformed(value, 'a group and version such as example.com/v1');
}
