/** A value to write: scalars, lists and objects. */
export type Written = string | number | bigint | boolean | null | readonly Written[] | WrittenMap;

/** An object to write. */
export interface WrittenMap {
  readonly [key: string]: Written;
}

/** The lines of a block mapping, two spaces a level, without the indentation of the place they go to. */
export function blockLines(fields: WrittenMap): readonly string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = plainOrQuoted(key);
    if (isMap(value) && Object.keys(value).length > 0) {
      return [`${name}:`, ...blockLines(value).map((line) => `  ${line}`)];
    }
    return [`${name}: ${typeof value === 'string' ? plainOrQuoted(value) : flowText(value)}`];
  });
}

/** A value as JSON, which is YAML too wherever a flow value may stand. */
export function flowText(value: Written): string {
  if (typeof value === 'bigint') return value.toString();
  if (isList(value)) return `[${value.map(flowText).join(', ')}]`;
  if (isMap(value)) return `{${flowFields(value).join(', ')}}`;
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

/** The fields of an object as they stand between the braces, without the commas. */
export function flowFields(fields: WrittenMap): readonly string[] {
  return Object.entries(fields).map(([key, value]) => `${quoted(key)}: ${flowText(value)}`);
}

/** A string without quotes where every reader of YAML takes it for that string, and in double quotes elsewhere. */
export function plainOrQuoted(text: string): string {
  const plain = /^[A-Za-z][\w./-]*$/.test(text) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text);
  return plain ? text : quoted(text);
}

/** A string in single quotes, or in double quotes where it has characters that want escapes. */
export function singleQuoted(text: string): string {
  return /^[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe]*$/.test(text)
    ? `'${text.replaceAll("'", "''")}'`
    : quoted(text);
}

/** A string in double quotes, as JSON and YAML 1.1 both read it. */
export function quoted(text: string): string {
  const unprintable = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;
  return JSON.stringify(text).replace(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}

function isMap(value: Written): value is WrittenMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
