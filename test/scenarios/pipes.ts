import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** The filters of standard output before the comparison: `pick`, `line` and `valid`. */
export function piped(text: string, [name = '', ...args]: readonly string[]): string {
  if (name === 'pick') return args.map((arg) => picked(parsed(text), arg, args.length > 1)).join('');
  if (name === 'line') return `${text.split('\n')[Number(args[0]) - 1] ?? ''}\n`;
  if (name === 'valid') return validated(text, args[0] ?? '');
  throw new Error(`| ${name} is not pick, line or valid`);
}

/** JSON, or JSON Lines as a list. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line): unknown => JSON.parse(line));
  }
}

/**
 * One line for each value at a path, with an entry for each item of lists.
 *
 * @param query `findings:file,range.start.line` gives these fields of each finding, `summary` a value itself, and
 *   `findings.#` how many there are.
 */
function picked(value: unknown, query: string, isOneOfSeveral: boolean): string {
  const [path = '', fields] = query.split(':');
  const rows = at([value], path).map((row) =>
    fields === undefined
      ? shown(row)
      : fields
          .split(',')
          .map((field) => at([row], field).map(shown).join('+') || '-')
          .join(' '),
  );
  const name = isOneOfSeveral ? `${path}: ` : '';
  return (rows.length === 0 ? ['(none)'] : rows).map((row) => `${name}${row}\n`).join('');
}

function at(values: readonly unknown[], path: string): readonly unknown[] {
  const items = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]));
  const [key = '', ...rest] = keysOf(path);
  if (key === '') return items;
  if (key === '#') return [items.length];
  const below = items.flatMap((value): readonly unknown[] => {
    const found = new Map(Object.entries(Object(value))).get(key);
    return found === undefined ? [] : [found];
  });
  return rest.length === 0
    ? below.flatMap((value): readonly unknown[] => (isList(value) ? value : [value]))
    : at(below, rest.join('.'));
}

/** Keys that contain dots are in quotes. */
function keysOf(path: string): readonly string[] {
  return path.match(/"[^"]*"|[^."]+/g)?.map((key) => key.replaceAll('"', '')) ?? [];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The text, if it is JSON that satisfies a schema of schemas/. */
function validated(text: string, schema: string): string {
  const ajv = new Ajv({ allowUnionTypes: true, allErrors: true });
  const read: object = JSON.parse(
    readFileSync(new URL(`../../schemas/${schema}.schema.json`, import.meta.url), 'utf8'),
  );
  return ajv.validate(read, JSON.parse(text)) ? text : `not valid: ${ajv.errorsText()}\n`;
}
