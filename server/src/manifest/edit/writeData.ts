import { plainOrQuoted } from './write.ts';

/** Plain data, as `JSON.parse` gives it; entries that are undefined are left out. */
export type WrittenData =
  | string
  | number
  | boolean
  | null
  | readonly WrittenData[]
  | { readonly [key: string]: WrittenData | undefined };

/** Plain data as YAML in block style, two columns a level, with a line break at its end. */
export function writeData(data: WrittenData): string {
  return `${lines(data).join('\n')}\n`;
}

function lines(data: WrittenData): readonly string[] {
  if (isList(data)) {
    if (data.length === 0) return ['[]'];
    return data.flatMap((item) => {
      const [first = '', ...rest] = lines(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (typeof data === 'string') return [plainOrQuoted(data)];
  if (typeof data !== 'object' || data === null) return [String(data)];
  const entries = Object.entries(data).filter((entry): entry is [string, WrittenData] => entry[1] !== undefined);
  return entries.length === 0 ? ['{}'] : entries.flatMap(([key, value]) => entryLines(plainOrQuoted(key), value));
}

function entryLines(key: string, value: WrittenData): readonly string[] {
  const below = lines(value);
  const isBelow = typeof value === 'object' && value !== null && (isList(value) ? value.length > 0 : below[0] !== '{}');
  return isBelow ? [`${key}:`, ...below.map((line) => `  ${line}`)] : [`${key}: ${below[0] ?? ''}`];
}

function isList(data: WrittenData): data is readonly WrittenData[] {
  return Array.isArray(data);
}
