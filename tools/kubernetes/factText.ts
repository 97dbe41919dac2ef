import { isObject } from '../../server/data/generator/json.ts';

const lineWidth = 110;

/** A JSON value as the files of facts are laid out: a member a line, and lists of scalars on one line where they fit. */
export function factText(value: unknown): string {
  return `${layout(value, '')}\n`;
}

function layout(value: unknown, indent: string): string {
  const inner = `${indent} `;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, item]) => `${inner}${JSON.stringify(key)}: ${layout(item, inner)}`,
    );
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
  }
  if (!Array.isArray(value)) return JSON.stringify(value);
  const short = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  const isFlat = value.every((item) => typeof item !== 'object' || item === null);
  if (value.length === 0 || (isFlat && short.length + indent.length <= lineWidth)) return short;
  return `[\n${value.map((item: unknown) => `${inner}${layout(item, inner)}`).join(',\n')}\n${indent}]`;
}
