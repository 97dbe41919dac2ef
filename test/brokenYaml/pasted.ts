import { type Break, entry, inLine, inserted, orBelow, value } from './breaks.ts';

/** A text with lines before or after it, where the problem must be. */
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

/** Parts of other languages, programs and documents that were pasted into manifests, by name. */
export const pasted: Readonly<Record<string, Break>> = {
  'a Windows path in quotes': value((written) => `"C:\\Users\\${written}"`),
  'a Windows path with digits in quotes': value((written) => `"C:\\x64\\${written}"`),
  'a regular expression in quotes': value((written) => `"^\\w+\\.${written}$"`),
  'an apostrophe in single quotes': value((written) => `'it's ${written}'`),
  'an opening quote': value((written) => `"${written}`),
  'an alias without a name': value(() => '*'),
  'text after an alias': value((written) => `*a ${written}`),
  'an anchor without a name': value((written) => `& ${written}`),
  'a comma after quotes': value((written) => `"${written}",`),
  'a semicolon after quotes': value((written) => `"${written}";`),
  'concatenated strings': value((written) => `"${written}" + "b"`),
  'a list on lines that are not deeper': below((indent, key, written) => `${indent}${key}: [\n${written}\n`, 3),
  'an expression of Jinja as a key': inserted((indent) => `${indent}{{ a }}: b`),
  'an expression of ERB': value(() => '%= a %'),
  'an added line of a diff': orBelow(inLine((line) => `+${line}`)),
  'a code fence of Markdown at the end': withLines('', '```\n'),
  'a bracket at the end': withLines('', '}\n'),
  'a version directive': withLines('%YAML 1.2\n', ''),
  'a version directive and a separator': withLines('%YAML 1.2\n---\n', ''),
  'the end of a here-document': withLines('', 'EOF\n'),
  'a merge conflict with its base': inLine(
    (line) => `<<<<<<< HEAD\n${line}\n||||||| base\n${line}\n=======\n${line}\n>>>>>>> other`,
  ),
  'a NUL character': value((written) => `${written}\u0000`),
  'a form feed': value((written) => `${written}\f`),
  'a DEL character': value((written) => `${written}\u007f`),
  'an en dash': orBelow(inLine((line) => (/^\s*- /.test(line) ? line.replace('- ', '– ') : undefined))),
  'a full-width colon': orBelow(inLine((line) => (entry.test(line) ? line.replace(/: +/, '：') : undefined))),
  'a leading colon': orBelow(inLine((line) => (entry.test(line) ? line.replace(/[\w./-]+:/, ':') : undefined))),
};
