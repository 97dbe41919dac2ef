import { fieldOf, type JsonObject, object, optionalText, text } from '../../../server/data/generator/json.ts';
import { type Types, wholeObject } from './objects.ts';

/** An object that defaulting is run over. */
export interface DefaultingObject {
  /** The kind and the case: `apps/v1/Deployment empty spec.strategy.type=Recreate`. */
  readonly id: string;
  readonly object: JsonObject;
}

const about = new Set(['gvk', 'minors', 'podAt']);

/** The objects to ask about: each kind empty and filled, and the additional cases of its row in `defaults.jsonl`. */
export function defaultsObjects(
  types: Types,
  kinds: ReadonlyMap<string, string>,
  rows: readonly JsonObject[],
): DefaultingObject[] {
  const known = new Map(rows.map((row) => [text(row['gvk']), row]));
  return [...kinds].flatMap(([gvk, def]) => {
    const slash = gvk.lastIndexOf('/');
    const apiVersion = gvk.slice(0, slash);
    const cases = new Set(['empty', 'filled', ...Object.keys(known.get(gvk) ?? {}).filter((key) => !about.has(key))]);
    return [...cases].map((caseId) => {
      const [form = '', condition] = caseId.split(' ');
      const object =
        form === 'empty'
          ? { apiVersion, kind: gvk.slice(slash + 1) }
          : wholeObject(types, def, apiVersion, 'absent', ([first = '']) => first);
      const [path = '', value = ''] = condition?.split('=') ?? [];
      return {
        id: `${gvk} ${caseId}`,
        object: condition === undefined ? object : written(object, path.split('.'), value),
      };
    });
  });
}

function written(value: JsonObject, [step = '', ...rest]: readonly string[], text: string): JsonObject {
  if (rest.length === 0) return { ...value, [step]: text };
  return { ...value, [step]: written(object(value[step] ?? {}), rest, text) };
}

/** The additions of defaulting, by kind and case. */
export function defaultFacts(
  answers: readonly unknown[],
  podAt: ReadonlyMap<string, string>,
): ReadonlyMap<string, JsonObject> {
  const added = new Map<string, JsonObject>();
  for (const answer of answers) {
    const id = text(fieldOf(answer, 'id'));
    const error = optionalText(fieldOf(answer, 'error'));
    if (error !== undefined) throw new RangeError(`defaulting of ${id}: ${error}`);
    const [gvk = '', ...caseWords] = id.split(' ');
    const values = Object.entries(object(fieldOf(answer, 'added') ?? {})).filter(
      ([path]) => !isPods(path, podAt.get(gvk)),
    );
    added.set(
      `${gvk} ${caseWords.join(' ')}`,
      Object.fromEntries(
        values
          .map(([path, value]): [string, unknown] => [path, isNow(value) ? someTime : value])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    );
  }
  const facts = new Map<string, JsonObject>();
  for (const [id, values] of added) {
    const [gvk = '', form = '', condition] = id.split(' ');
    const fact = condition === undefined ? values : besides(values, added.get(`${gvk} ${form}`) ?? {});
    const known = facts.get(gvk) ?? {};
    facts.set(gvk, Object.keys(fact).length === 0 ? known : { ...known, [id.slice(gvk.length + 1)]: fact });
  }
  return facts;
}

/** A conditional case: its additions that differ from the unconditional one, and `-` for missing ones. */
function besides(values: JsonObject, base: JsonObject): JsonObject {
  const other = Object.entries(values).filter(([path, value]) => JSON.stringify(base[path]) !== JSON.stringify(value));
  const absent = Object.keys(base).filter((path) => !(path in values));
  return { ...(absent.length === 0 ? {} : { '-': absent.sort() }), ...Object.fromEntries(other) };
}

/** Replaces the time at which defaulting ran, which is not a fact: only its presence is. */
const someTime = '1970-01-01T00:00:00Z';

function isNow(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);
}

/** Defaults of a pod template are the pod's, and generated metadata are no defaults. */
function isPods(path: string, podAt: string | undefined): boolean {
  return path.startsWith('metadata.') || (podAt !== undefined && path.startsWith(`${podAt}.`));
}

/** The pod template of each kind; `Pod` and `PodTemplate` have none, because they are pods themselves. */
export function podTemplates(types: Types, kinds: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [gvk, def] of kinds) {
    const path = templateIn(types, def, []);
    if (path !== undefined) found.set(gvk, path);
  }
  return found;
}

function templateIn(types: Types, type: string, steps: readonly string[]): string | undefined {
  if (steps.length > 4) return undefined;
  for (const [field, fact] of Object.entries(object(fieldOf(types[type] ?? {}, 'f') ?? {}))) {
    const next = text(fieldOf(fact, 't'));
    if (next === 'core.v1.PodTemplateSpec') return [...steps, field].join('.');
    if (field !== 'spec' && !/Template$|^template$/.test(field)) continue;
    const below = templateIn(types, next, [...steps, field]);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The answers of a program that prints one JSON object a line. */
export function answerLines(printed: string): unknown[] {
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
