import type { Condition, Destination, Move, Step } from './family.ts';
import {
  type Fields,
  field,
  fieldsOf,
  itemsOf,
  jsonOf,
  listOf,
  Malformed,
  malformed,
  oneOf,
  optional,
  textOf,
} from './reading.ts';
import type { Value } from './value.ts';

const stepNames = [
  'rename',
  'move',
  'split',
  'values',
  'wrap',
  'default',
  'derive',
  'duration',
  'entries',
  'omit',
  'drop',
  'annotation',
  'force',
  'refuse',
  'code',
] as const;

/**
 * Reads a row of rules as steps. A list of paths in `at` or `path` expands to a step each; `rename` is a move within an
 * object. Throws {@link Malformed}.
 */
export function readSteps(row: unknown): readonly Step[] {
  const fields = fieldsOf(row);
  const name = field(fields, 'step', (value) => oneOf(value, stepNames));
  for (const key of ['at', 'path'] as const) {
    const several = fields[key];
    if (!Array.isArray(several)) continue;
    return itemsOf(several, (step) => step).flatMap((item) => readSteps({ ...fields, [key]: item }));
  }
  const step = readStep(name, fields);
  const allowed = name === 'rename' ? ['step', 'path', 'to'] : Object.keys(step);
  const extra = Object.keys(fields).find((key) => !allowed.includes(key));
  if (extra !== undefined) throw new Malformed(`is not a key of ${name}`, [extra]);
  return [step];
}

function readStep(name: (typeof stepNames)[number], fields: Fields): Step {
  const text = (key: string) => field(fields, key, textOf);
  const path = (key: string) => field(fields, key, pathOf);
  switch (name) {
    case 'rename':
      return renameOf(path('path'), text('to'));
    case 'move':
      return { step: name, at: path('at'), moves: field(fields, 'moves', (value) => itemsOf(value, moveOf)) };
    case 'split':
      return {
        step: name,
        at: path('at'),
        from: text('from'),
        separator: field(fields, 'separator', separatorOf),
        to: field(fields, 'to', (value) => itemsOf(value, (target) => (target === null ? null : textOf(target)))),
        integers: fields['integers'] === undefined ? [] : field(fields, 'integers', (value) => itemsOf(value, textOf)),
      };
    case 'values':
      return { step: name, path: path('path'), pairs: field(fields, 'pairs', (value) => itemsOf(value, pairOf)) };
    case 'wrap':
      return {
        step: name,
        ...optional(fields, 'at', pathOf),
        list: path('list'),
        item: path('item'),
        ...optional(fields, 'listIn', (value) => oneOf(value, ['hub'])),
      };
    case 'default':
      return {
        step: name,
        path: path('path'),
        value: field(fields, 'value', jsonOf),
        ...optional(fields, 'unless', conditionOf),
        ...optional(fields, 'where', conditionOf),
        ...optional(fields, 'within', pathOf),
        ...optional(fields, 'after', textOf),
        ...optional(fields, 'empty', (value) => oneOf(value, ['absent'])),
      };
    case 'derive':
      return {
        step: name,
        path: path('path'),
        from: path('from'),
        ...optional(fields, 'unless', pathOf),
        ...optional(fields, 'empty', (value) => oneOf(value, ['absent'])),
      };
    case 'duration':
      return {
        step: name,
        at: path('at'),
        from: text('from'),
        to: text('to'),
        unit: field(fields, 'unit', (value) => oneOf(value, ['milliseconds', 'seconds', 'minutes', 'hours'])),
      };
    case 'entries':
      return { step: name, path: path('path'), key: text('key'), ...optional(fields, 'value', textOf) };
    case 'omit':
      return { step: name, path: path('path'), is: field(fields, 'is', (value) => itemsOf(value, jsonOf)) };
    case 'drop':
      return { step: name, path: path('path'), ...optional(fields, 'same', pathOf) };
    case 'annotation':
      return {
        step: name,
        name: text('name'),
        holds: path('holds'),
        as: field(fields, 'as', (value) => oneOf(value, ['string', 'integer'])),
      };
    case 'force':
      return {
        step: name,
        path: path('path'),
        allowed: field(fields, 'allowed', (value) => itemsOf(value, jsonOf)),
        value: field(fields, 'value', jsonOf),
        says: text('says'),
      };
    case 'refuse':
      return {
        step: name,
        path: path('path'),
        says: text('says'),
        ...optional(fields, 'as', (value) => oneOf(value, ['left', 'lost', 'forced'])),
        ...optional(fields, 'when', (value) => oneOf(value, ['present', 'absent', 'empty', 'digits', 'is', 'not'])),
        ...optional(fields, 'within', pathOf),
        ...optional(fields, 'is', (list) => itemsOf(list, jsonOf)),
        ...optional(fields, 'comingFrom', (list) => itemsOf(list, textOf)),
      };
    case 'code':
      return { step: name, name: text('name') };
  }
}

function renameOf(path: string, to: string): Step {
  const [, at = '', from = ''] = /^(?:(.*)\.)?([^.[\]{}]+|\[[^\]]+\])$/.exec(path) ?? [];
  if (from === '') throw new Malformed('must end in a field', ['path']);
  return { step: 'move', at, moves: [{ from, to }] };
}

const longestPath = 400;
const wellFormed = /^$|^(?:[^.[\]{}]+|\[[^\]]+\])(?:\.[^.[\]{}]+|\[[^\]]*\]|\{\})*$/;

/** A path for `parsePath` of `draftPath.ts`. */
function pathOf(value: unknown): string {
  const path = textOf(value);
  if (path.length > longestPath || !wellFormed.test(path)) {
    throw new Malformed(
      'must be a path such as spec.rules[].name, spec.limits{} or metadata.annotations[example.com/x]',
    );
  }
  return path;
}

function separatorOf(value: unknown): string {
  const text = textOf(value);
  return text === '' ? malformed(value, 'a string that is not empty') : text;
}

function moveOf(row: unknown): Move {
  const fields = fieldsOf(row);
  return { from: field(fields, 'from', pathOf), to: field(fields, 'to', destinationOf) };
}

function destinationOf(to: unknown): Destination {
  if (typeof to === 'string') return pathOf(to);
  const choice = fieldsOf(to);
  return { integer: field(choice, 'integer', pathOf), string: field(choice, 'string', pathOf) };
}

function pairOf(row: unknown): readonly [Value, Value] {
  const [version, hub, ...more] = listOf(row);
  if (version === undefined || hub === undefined || more.length > 0) malformed(row, 'a list of two values');
  return [jsonOf(version), jsonOf(hub)];
}

function conditionOf(row: unknown): Condition {
  const fields = fieldsOf(row);
  return { path: field(fields, 'path', pathOf), is: field(fields, 'is', (value) => itemsOf(value, jsonOf)) };
}
