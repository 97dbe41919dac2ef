import { type Break, entry, inLine, inserted, orBelow, value } from './breaks.ts';

/** A text with something before or behind it, which is on the lines told from its start or its end. */
const withLines = (before: string, behind: string): Break =>
  function* (text) {
    if (/^(?:#[^\n]*\n)*[{]/.test(text)) return;
    const whole = `${before}${text.endsWith('\n') ? text : `${text}\n`}${behind}`;
    const count = whole.split('\n').length;
    yield { text: whole, lines: before === '' ? [count - 1 - behind.split('\n').length, count - 1] : [0, 1] };
  };

/** The lines of a key and of the first thing below it. */
const below = (write: (indent: string, key: string, written: string) => string, height: number): Break =>
  function* (text) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const [, indent, key, , written] = entry.exec(line) ?? [];
      if (indent === undefined || key === undefined || written === undefined || !/^\w+$/.test(written)) continue;
      yield {
        text: lines.with(index, write(indent, key, written)).join('\n'),
        lines: [index, index + height],
      };
    }
  };

/** What comes into manifests from other languages, programs and documents, by name. */
export const pasted: Readonly<Record<string, Break>> = {
  'a Windows path in quotes': value((written) => `"C:\\Users\\${written}"`),
  'a Windows path with digits in quotes': value((written) => `"C:\\x64\\${written}"`),
  'a regular expression in quotes': value((written) => `"^\\w+\\.${written}$"`),
  'an apostrophe in single quotes': value((written) => `'it's ${written}'`),
  'quotes that only open': value((written) => `"${written}`),
  'an alias without a name': value(() => '*'),
  'text behind an alias': value((written) => `*a ${written}`),
  'an anchor without a name': value((written) => `& ${written}`),
  'a comma behind quotes': value((written) => `"${written}",`),
  'a semicolon behind quotes': value((written) => `"${written}";`),
  'a sum of quotes': value((written) => `"${written}" + "b"`),
  'a list on lines that are not deeper': below((indent, key, written) => `${indent}${key}: [\n${written}\n`, 3),
  'an expression of Jinja as a key': inserted((indent) => `${indent}{{ a }}: b`),
  'an expression of ERB': value(() => '%= a %'),
  'an added line of a diff': orBelow(inLine((line) => `+${line}`)),
  'a fence of Markdown behind': withLines('', '```\n'),
  'a bracket behind all': withLines('', '}\n'),
  'a directive of the version': withLines('%YAML 1.2\n', ''),
  'a directive of the version and a separator': withLines('%YAML 1.2\n---\n', ''),
  'the end of a shell document': withLines('', 'EOF\n'),
  'a conflict with its base': inLine(
    (line) => `<<<<<<< HEAD\n${line}\n||||||| base\n${line}\n=======\n${line}\n>>>>>>> other`,
  ),
  'a character of zero bits': value((written) => `${written}\u0000`),
  'a form feed': value((written) => `${written}\f`),
  'a deleted character': value((written) => `${written}\u007f`),
  'a dash that is long': orBelow(inLine((line) => (/^\s*- /.test(line) ? line.replace('- ', '– ') : undefined))),
  'a colon that is wide': orBelow(inLine((line) => (entry.test(line) ? line.replace(/: +/, '：') : undefined))),
  'a colon first': orBelow(inLine((line) => (entry.test(line) ? line.replace(/[\w./-]+:/, ':') : undefined))),
};
