import type { DefaultCaseRow, DefaultsRow } from '../../src/catalog/packConversions.ts';
import { factMinor } from '../../src/targets/version.ts';
import { factValue, gvk } from './conversions.ts';
import type { Facts } from './facts.ts';
import { fieldOf, isObject, type JsonObject, object, optionalText, text, texts } from './json.ts';
import { changes } from './spans.ts';

const instant = /"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/;

const metadataKeys = new Set(['gvk', 'minors', 'podAt']);

/** The defaults of every kind whose defaulting functions were run. */
export function defaultsRows(facts: Facts): DefaultsRow[] {
  return facts.defaults.map((fact) => {
    const measuredIn = texts(fact['minors']).map(factMinor);
    const apiKind = text(fact['gvk']);
    const slash = apiKind.lastIndexOf('/');
    const podTemplate = optionalText(fact['podAt']);
    return {
      gvk: gvk(apiKind.slice(0, slash), apiKind.slice(slash + 1)),
      measuredIn,
      ...(podTemplate === undefined ? {} : { podTemplate }),
      cases: Object.entries(fact)
        .filter(([key]) => !metadataKeys.has(key))
        .map(([key, values]) => caseRow(key, object(values), measuredIn[0] ?? 0)),
    };
  });
}

/**
 * A case is named `empty`, `filled` or `filled spec.type=NodePort`; its member `-` lists the paths without a default.
 */
function caseRow(name: string, { '-': absent, ...values }: JsonObject, oldest: number): DefaultCaseRow {
  const [object = '', condition] = name.split(' ');
  if (object !== 'empty' && object !== 'filled') throw new RangeError(`not a case of defaults: ${name}`);
  const [path = '', value = ''] = condition?.split('=') ?? [];
  // Each server writes its current time: the measured time is not a default.
  const lasting = Object.entries(values).filter(([, value]) => !instant.test(JSON.stringify(value)));
  return {
    object,
    ...(condition === undefined ? {} : { when: { path, value } }),
    values: Object.fromEntries(lasting.map(([path, value]) => [path, changes(changesOf(value), oldest, factValue)])),
    absent: absent === undefined ? [] : changes(changesOf(absent), oldest, (paths) => texts(paths ?? [])),
  };
}

function changesOf(value: unknown): unknown {
  return isObject(value) ? fieldOf(value, 'changes') : value;
}
