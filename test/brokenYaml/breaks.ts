/** A broken text. */
export interface Broken {
  readonly text: string;
  /** The lines, from 0, one of which the first problem must name. */
  readonly lines: readonly [first: number, last: number];
}

/** A way to break a text: returns all texts that result from one text. */
export type Break = (text: string) => Iterable<Broken>;

/** Breaks one line; undefined if this is not possible. */
export function inLine(change: (line: string, index: number, lines: readonly string[]) => string | undefined): Break {
  return function* (text) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '' || line.trim().startsWith('#')) continue;
      const changed = change(line, index, lines);
      if (changed === undefined || changed === line) continue;
      yield { text: lines.with(index, changed).join('\n'), lines: [index, index] };
    }
  };
}

/** The same, if the problem may be at the next line instead. */
export function orBelow(change: Break): Break {
  return function* (text) {
    for (const { text: changed, lines } of change(text)) {
      const all = changed.split('\n');
      let last = lines[0] + 1;
      while (last < all.length - 1 && /^\s*(?:#.*)?$/.test(all[last] ?? '')) last++;
      yield { text: changed, lines: [lines[0], last] };
    }
  };
}

export const entry = /^(\s*(?:- )*)([\w./-]+):( +)([^\s#|>&*!].*)$/;

/** The value of a line with a key. */
export const value = (write: (value: string) => string) =>
  inLine((line) => {
    const [, indent, key, , written] = entry.exec(line) ?? [];
    if (written === undefined || !/^[\w./-]+$/.test(written)) return undefined;
    return `${indent}${key}: ${write(written)}`;
  });

/** Removes a bracket; the problem may be at the line of its counterpart. */
function* without(text: string, open: string, close: string, removed: 'open' | 'close'): Generator<Broken> {
  const stack: number[] = [];
  const masked = withoutTexts(text);
  for (let at = 0; at < masked.length; at++) {
    const sign = masked.charAt(at);
    if (sign === open) stack.push(at);
    else if (sign === close) {
      const opened = stack.pop();
      if (opened === undefined) return;
      const gone = removed === 'close' ? at : opened;
      const changed = text.slice(0, gone) + text.slice(gone + 1);
      yield { text: changed, lines: [lineOf(text, opened), lineOf(text, at)] };
    }
  }
}

/** The text with spaces in place of comments, block scalars and quoted text. */
function withoutTexts(text: string): string {
  let block = -1;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (block >= 0 && (indent < 0 || indent > block)) return ' '.repeat(line.length);
      block = /[|>][-+]?$/.test(line) ? indent : -1;
      return line;
    })
    .join('\n')
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<=^|\s)#.*/gm, (found) => found.replace(/[^\n]/g, ' '));
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length - 1;

/** Quoted texts, without those in comments and block scalars. */
function* quotes(text: string): Generator<readonly [start: number, end: number]> {
  for (const { index, 0: found } of text.matchAll(/(?<=[\s[{,])("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=[\s\]},:]|$)/g)) {
    const before = text.slice(text.lastIndexOf('\n', index) + 1, index);
    if (/(?:^|\s)#|^\s*echo /.test(before)) continue;
    yield [index, index + found.length];
  }
}

function* cut(text: string): Generator<Broken> {
  const masked = withoutTexts(text);
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = masked.charAt(at);
    if (/[[{]/.test(sign)) open.push(at);
    else if (/[\]}]/.test(sign)) open.pop();
    const [first] = open;
    if (first !== undefined) yield { text: text.slice(0, at + 1), lines: [lineOf(text, first), lineOf(text, at)] };
  }
  for (const [start, end] of quotes(text)) {
    for (let at = start + 1; at < end; at++) {
      yield { text: text.slice(0, at), lines: [lineOf(text, open[0] ?? start), lineOf(text, start)] };
    }
  }
}

const moved = (by: number) =>
  inLine((line) => {
    const indent = line.search(/\S/);
    if (/^\s*echo/.test(line) || indent + by < 0) return undefined;
    return ' '.repeat(indent + by) + line.trimStart();
  });

export const inserted = (write: (indent: string) => string, height = 0): Break =>
  function* (text) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '' || /^\s*[#\]}]/.test(line)) continue;
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      yield { text: lines.toSpliced(index, 0, write(indent)).join('\n'), lines: [index, index + height] };
    }
  };

/** Two documents with something other than a separator between them. */
const between = (separator: string): Break =>
  function* (text) {
    // JSON needs no separator.
    if (/^(?:#[^\n]*\n)*[{]/.test(text)) return;
    const first = text.endsWith('\n') ? text : `${text}\n`;
    const line = first.split('\n').length - 1;
    yield { text: `${first}${separator}${text}`, lines: [line, line] };
  };

/** Common mistakes in manifests, by name. */
export const breaks: Readonly<Record<string, Break>> = {
  'no closing ]': (text) => without(text, '[', ']', 'close'),
  'no closing }': (text) => without(text, '{', '}', 'close'),
  'no opening [': (text) => without(text, '[', ']', 'open'),
  'no opening {': (text) => without(text, '{', '}', 'open'),
  'no closing quotes': function* (text) {
    for (const [start, end] of quotes(text)) {
      yield { text: text.slice(0, end - 1) + text.slice(end), lines: [lineOf(text, start), lineOf(text, start)] };
    }
  },
  'quotes inside quotes': function* (text) {
    for (const [start, end] of quotes(text)) {
      const sign = text.charAt(start);
      const changed = `${text.slice(0, start + 1)}a ${sign}b${sign} ${text.slice(start + 1)}`;
      yield { text: changed, lines: [lineOf(text, start), lineOf(text, end)] };
    }
  },
  'a truncated text': cut,
  'one ] too many': value((written) => `[${written}]]`),
  'one } too many': value((written) => `{a: ${written}}}`),
  'the wrong bracket': value((written) => `[${written}}`),
  'no comma': value((written) => `{a: ${written} b: c}`),
  'no comma in a list': value((written) => `["${written}" "b"]`),
  'two commas': value((written) => `[${written},, b]`),
  'a tab as indentation': inLine((line) => (/^ {2}/.test(line) ? line.replace(/^ {2}/, '\t') : undefined)),
  'tabs as indentation': inLine((line) => (/^ {2}/.test(line) ? line.replace(/^ +/, '\t\t') : undefined)),
  'a tab after spaces': inLine((line) => (/^ {2}/.test(line) ? line.replace(/^( +) /, '$1\t') : undefined)),
  'a tab after a dash': inLine((line) => (/^\s*- \S+:/.test(line) ? line.replace('- ', '-\t') : undefined)),
  'no colon': orBelow(inLine((line) => (entry.test(line) ? line.replace(/: /, ' ') : undefined))),
  'no colon before nested lines': orBelow(
    inLine((line) => (/^\s*[\w-]+:$/.test(line) ? line.replace(/:$/, '') : undefined)),
  ),
  'no space after a colon': orBelow(inLine((line) => (entry.test(line) ? line.replace(/: +/, ':') : undefined))),
  'an equals sign': orBelow(inLine((line) => (entry.test(line) ? line.replace(/: +/, '=') : undefined))),
  'one more space': orBelow(moved(1)),
  'one space fewer': orBelow(moved(-1)),
  'two more spaces': orBelow(moved(2)),
  'two spaces fewer': orBelow(moved(-2)),
  'a dash too many': orBelow(inLine((line) => (/^\s+[\w-]+:/.test(line) ? line.replace(/^(\s+)/, '$1- ') : undefined))),
  'no space after a dash': orBelow(inLine((line) => (/^\s*- /.test(line) ? line.replace('- ', '-') : undefined))),
  'a lone dash': inserted((indent) => `${indent}-`, 1),
  'a list on the line of its key': value((written) => `- ${written}`),
  'a template as a value': value(() => '{{ .Values.a }}'),
  'a template as a line': inserted((indent) => `${indent}{{- if .Values.a }}`),
  'text after a template': value((written) => `{{ .Values.a }}-${written}`),
  'two anchors': value((written) => `&a &b ${written}`),
  'an alias of an unknown anchor': value((written) => `*${written.replace(/\W/g, '')}`),
  'an asterisk': value((written) => `*.${written}`),
  'an at sign': value((written) => `@${written}`),
  'a percent sign': value((written) => `%${written}`),
  'a backtick': value((written) => `\`${written}\``),
  'an ampersand': value((written) => `& ${written}`),
  'a comparison': value((written) => `>=${written}`),
  'text after |': value((written) => `| ${written}`),
  'a leading comma': value((written) => `, ${written}`),
  'a leading bracket': value((written) => `] ${written}`),
  'text after brackets': value((written) => `[${written}] b`),
  'text after braces': value((written) => `{a: ${written}} b`),
  'text after quotes': value((written) => `"${written}" b`),
  'a colon in a value': value((written) => `${written}: b`),
  'a colon at the end of a value': value((written) => `${written}:`),
  'an unknown escape': value((written) => `"\\d${written}"`),
  'an unknown tag': value((written) => `!e!x ${written}`),
  'a merge conflict': inLine((line) => `<<<<<<< HEAD\n${line}\n=======\n${line}\n>>>>>>> other`),
  'a control character': value((written) => `${written}\u0007`),
  'an escape sequence': value((written) => `\u001b[31m${written}`),
  'a separator that is too short': between('--\n'),
  'a separator that is too long': between('----\n'),
  'an indented separator': between(' ---\n'),
  'text after a separator': between('--- '),
  'a comment of JavaScript': inserted((indent) => `${indent}// why`, 1),
  'a sentence': inserted((indent) => `${indent}look at this`, 1),
  'text that is not deeper': orBelow(
    inLine((line) => {
      const [, indent, key, , written] = entry.exec(line) ?? [];
      return written === undefined || !/^[\w]+$/.test(written) ? undefined : `${indent}${key}: |\n${indent}${written}`;
    }),
  ),
  'a value on a line that is not deeper': orBelow(
    inLine((line) => {
      const [, indent, key, , written] = entry.exec(line) ?? [];
      return written === undefined || !/^[\w]+$/.test(written) ? undefined : `${indent}${key}:\n${indent}${written}`;
    }),
  ),
};
