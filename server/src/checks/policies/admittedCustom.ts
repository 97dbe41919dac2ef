import table from '../../../data/authored/admission.json' with { type: 'json' };
import { type CelMap, type CelValue, isValue, type Outcome, string, unknown } from '../../cel/values.ts';
import type { Json } from '../../crd/schema/json.ts';
import { wholeNumber } from './admittedValue.ts';

const { kinds, byOthers } = table.completed;

/** A custom resource as policies see it: the server writes only its metadata and status. */
export function admittedCustom(json: Json, isShared: boolean): CelMap | undefined {
  const value = jsonValue(json);
  if (!isValue(value) || value.type !== 'map') return undefined;
  const metadata = value.entries.get('smetadata')?.[1];
  const entries = new Map(value.entries);
  if (metadata?.type === 'map') {
    const shared = isShared ? withOpenAnnotations(metadata) : metadata;
    const paths = [...kinds['*'], ...(isShared ? byOthers.paths : [])];
    const mayHave = (key: string) => paths.includes(`metadata.${key.slice(1)}`);
    entries.set('smetadata', [string('metadata'), { ...shared, partial: true, mayHave }]);
  }
  return { type: 'map', entries, partial: true, mayHave: (key) => key === 'sstatus' };
}

function withOpenAnnotations(metadata: CelMap): CelMap {
  const annotationsEntry = metadata.entries.get('sannotations');
  if (annotationsEntry?.[1].type !== 'map') return metadata;
  const annotations: CelMap = { ...annotationsEntry[1], partial: true, mayHave: () => true };
  return { ...metadata, entries: new Map([...metadata.entries, ['sannotations', [annotationsEntry[0], annotations]]]) };
}

function jsonValue(json: Json): Outcome {
  if (json.kind === 'list') {
    const items = json.items.map(jsonValue);
    return items.every(isValue) ? { type: 'list', items } : unknown;
  }
  if (json.kind === 'map') {
    const entries = new Map<string, readonly [CelValue, CelValue]>();
    for (const [key, each] of json.entries) {
      const value = jsonValue(each);
      if (!isValue(value)) return unknown;
      entries.set(`s${key}`, [string(key), value]);
    }
    return { type: 'map', entries };
  }
  const { value } = json;
  if (value === null) return { type: 'null_type', value };
  if (typeof value === 'string') return string(value);
  if (typeof value === 'boolean') return { type: 'bool', value };
  return typeof value === 'number' && !Number.isInteger(value) ? { type: 'double', value } : wholeNumber(value);
}
