import { goFindAll } from '../formats/goPattern.ts';
import type { CelFunction, Functions } from './function.ts';
import { bool, type CelValue, failure, int, list, type Outcome, string } from './values.ts';

// Sources: cel-go common/stdlib/standard.go and ext/strings.go. Indexes count code points.

/** The functions of strings. */
export const stringFunctions: Functions = {
  contains: twoTexts((text, part) => bool(text.includes(part))),
  startsWith: twoTexts((text, part) => bool(text.startsWith(part))),
  endsWith: twoTexts((text, part) => bool(text.endsWith(part))),
  charAt: ([text, index]) => {
    if (text?.type !== 'string' || index?.type !== 'int') return undefined;
    const characters = [...text.value];
    const at = Number(index.value);
    if (at < 0 || at > characters.length) return failure(`index out of range: ${at}`);
    return string(characters[at] ?? '');
  },
  substring: ([text, from, to]) => {
    if (text?.type !== 'string' || from?.type !== 'int') return undefined;
    const characters = [...text.value];
    const [start, end] = [Number(from.value), to?.type === 'int' ? Number(to.value) : characters.length];
    if (to !== undefined && start > end) return failure(`invalid substring range. start: ${start}, end: ${end}`);
    if (start < 0 || start > characters.length) return failure(`index out of range: ${start}`);
    if (end < 0 || end > characters.length) return failure(`index out of range: ${end}`);
    return string(characters.slice(start, end).join(''));
  },
  indexOf: (args) => position(args, true),
  lastIndexOf: (args) => position(args, false),
  lowerAscii: oneText((text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  upperAscii: oneText((text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())),
  // Go's white space is that of Unicode, without the mark of the byte order and with the next line.
  trim: oneText((text) => text.replace(/^[\s\u0085]+/u, '').replace(/[\s\u0085]+$/u, '')),
  replace: ([text, old, fresh, limit]) => {
    if (text?.type !== 'string' || old?.type !== 'string' || fresh?.type !== 'string') return undefined;
    const times = limit?.type === 'int' && limit.value >= 0n ? Number(limit.value) : Number.POSITIVE_INFINITY;
    let count = 0;
    if (old.value === '') {
      const spaced = ['', ...text.value].map((item) => (count++ < times ? `${item}${fresh.value}` : item));
      return string(spaced.join(''));
    }
    return string(text.value.replaceAll(old.value, (found) => (count++ < times ? fresh.value : found)));
  },
  split: ([text, separator, limit]) => {
    if (text?.type !== 'string' || separator?.type !== 'string') return undefined;
    const parts = separator.value === '' ? [...text.value] : text.value.split(separator.value);
    if (limit?.type !== 'int' || limit.value < 0n) return list(parts.map(string));
    const max = Number(limit.value);
    if (max === 0) return list([]);
    const rest = parts.length > max ? [parts.slice(max - 1).join(separator.value)] : parts.slice(max - 1);
    return list([...parts.slice(0, max - 1), ...rest].map(string));
  },
  'strings.quote': oneText((text) => `"${text.replaceAll(/[\\"\p{Cc}]/gu, (found) => quoted[found] ?? found)}"`),
  format: ([text, args]) =>
    text?.type === 'string' && args?.type === 'list' ? formatted(text.value, args.items) : undefined,
  // Source: k8s.io/apiserver pkg/cel/library/regex.go.
  find: ([text, pattern]) => {
    if (text?.type !== 'string' || pattern?.type !== 'string') return undefined;
    const found = goFindAll(pattern.value, text.value, 1);
    return found === undefined ? failure('Illegal regex') : string(found[0] ?? '');
  },
  findAll: ([text, pattern, limit]) => {
    if (text?.type !== 'string' || pattern?.type !== 'string') return undefined;
    const max = limit?.type === 'int' && limit.value >= 0n ? Number(limit.value) : Number.POSITIVE_INFINITY;
    const found = goFindAll(pattern.value, text.value, max);
    return found === undefined ? failure('Illegal regex') : list(found.map(string));
  },
  join: ([texts, separator]) => {
    if (texts?.type !== 'list') return undefined;
    const parts = texts.items.map((item) => (item.type === 'string' ? item.value : undefined));
    if (parts.includes(undefined)) return undefined;
    return string(parts.join(separator?.type === 'string' ? separator.value : ''));
  },
};

const quoted: Readonly<Record<string, string | undefined>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** A text with its clauses replaced, as far as they are texts, integers and booleans. */
function formatted(text: string, args: readonly CelValue[]): Outcome | undefined {
  let index = 0;
  let isKnown = true;
  const result = text.replaceAll(/%(.?)/gsu, (_, clause: string) => {
    if (clause === '%') return '%';
    const arg = args[index++];
    const isNumber = arg?.type === 'int' || arg?.type === 'uint';
    if (clause === 's' && (isNumber || arg?.type === 'string' || arg?.type === 'bool')) return String(arg.value);
    if (clause === 'd' && isNumber) return String(arg.value);
    isKnown = false;
    return '';
  });
  return isKnown ? string(result) : undefined;
}

function oneText(change: (text: string) => string): CelFunction {
  return ([text]) => (text?.type === 'string' ? string(change(text.value)) : undefined);
}

function twoTexts(test: (text: string, part: string) => Outcome): CelFunction {
  return ([text, part]) =>
    text?.type === 'string' && part?.type === 'string' ? test(text.value, part.value) : undefined;
}

/** Offsets are rare, and left to the server. */
function position(args: readonly CelValue[], isFirst: boolean): Outcome | undefined {
  const [text, part] = args;
  if (args.length !== 2 || text?.type !== 'string' || part?.type !== 'string') return undefined;
  if (part.value === '') return int(isFirst ? 0 : [...text.value].length);
  const at = isFirst ? text.value.indexOf(part.value) : text.value.lastIndexOf(part.value);
  return int(at < 0 ? -1 : [...text.value.slice(0, at)].length);
}
