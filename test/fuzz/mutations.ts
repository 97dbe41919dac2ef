import fc from 'fast-check';

/** Texts with a meaning in YAML, templates, expressions and terminals, and invalid text. */
const pieces = [
  ...[
    '',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\0',
    '\u0085',
    '\u2028',
    '\uFEFF',
    '\u202E',
    '\u001B[31m',
    '\uD800',
    '\uDFFF',
    '😀',
  ],
  ...[
    ':',
    ': ',
    '- ',
    '-',
    '#',
    ' # c',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    '|',
    '>',
    '|-2',
    '>+',
    '?',
    '? ',
    '!',
    '!!str ',
    '@',
    '`',
    '%',
  ],
  ...[
    '&a ',
    '*a',
    '<<: *a',
    '---\n',
    '...\n',
    '\n---\n',
    '  ',
    '\n  ',
    '\n- ',
    '\\',
    '\\x',
    '\\u12',
    '~',
    'null',
    'y',
    'on',
    '0x1F',
    '1_0',
  ],
  ...[
    '.inf',
    '-0',
    '1e400',
    '9223372036854775808',
    '0777',
    '2024-01-01',
    'true',
    '{}',
    '[]',
    '""',
    '\u0024{A}',
    '$(A)',
    '{{ .a }}',
    '{{',
  ],
  ...[
    '{{- if .Values.a }}\n',
    '{{ end }}',
    '<your-name>',
    '@@X@@',
    '# kubecompat-ignore\n',
    'apiVersion: v1\n',
    'kind: List\nitems:\n',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString: 1\n',
    'hasOwnProperty',
    '../../x',
    '/dev/zero',
    'a'.repeat(300),
    '[[[[[[[[',
    '(((((((',
  ],
] as const;

interface Change {
  readonly kind: number;
  /** The position, in thousandths of the text's length or lines. */
  readonly at: number;
  readonly size: number;
  readonly piece: string;
  readonly other: string;
}

/** Texts of a corpus with changes of characters, lines and values, and with inserted parts of other texts. */
export function mutated(texts: readonly string[], max = 6): fc.Arbitrary<string> {
  const text = fc.constantFrom(...texts);
  const change = fc.record<Change>({
    kind: fc.nat(changes.length - 1),
    at: fc.nat(999),
    size: fc.integer({ min: 0, max: 12 }),
    piece: fc.constantFrom(...pieces),
    other: text,
  });
  return fc
    .tuple(text, fc.array(change, { maxLength: max }))
    .map(([start, all]) =>
      all.reduce((now, mutation) => changes[mutation.kind]?.(now, mutation) ?? now, start).slice(0, longest),
    );
}

/** Keeps mutations of mutations from growing without limit. */
const longest = 20_000;

const changes: readonly ((text: string, change: Change) => string)[] = [
  (text, { at, size, piece }) => replaced(text, offsetIn(text.length, at), Math.floor(size / 4), piece),
  (text, { at, piece }) => replaced(text, offsetIn(text.length, at), 0, piece),
  (text, { at, size }) => replaced(text, offsetIn(text.length, at), size, ''),
  (text, { at }) => text.slice(0, offsetIn(text.length, at)),
  // Lines are removed, repeated, moved, indented and unindented.
  (text, { at, size }) => withLines(text, at, (all, index) => all.toSpliced(index, 1 + Math.floor(size / 6))),
  (text, { at, size }) =>
    withLines(text, at, (all, index) => all.toSpliced(index, 0, ...all.slice(index, index + 1 + size))),
  (text, { at, size }) =>
    withLines(text, at, (all, index) => {
      const moved = all.slice(index, index + 1 + Math.floor(size / 3));
      return all.toSpliced(index, moved.length).toSpliced((index * 7 + size) % (all.length + 1), 0, ...moved);
    }),
  (text, { at, size }) =>
    withLines(text, at, (all, index) => all.with(index, `${' '.repeat(1 + (size % 4))}${all[index] ?? ''}`)),
  (text, { at, size }) =>
    withLines(text, at, (all, index) => all.with(index, (all[index] ?? '').slice(1 + (size % 3)))),
  // A value or a key is replaced.
  (text, { at, piece }) =>
    withLines(text, at, (all, index) =>
      all.with(
        index,
        (all[index] ?? '').replace(/: .*$/, () => `: ${piece}`),
      ),
    ),
  (text, { at, piece }) =>
    withLines(text, at, (all, index) =>
      all.with(
        index,
        (all[index] ?? '').replace(/[\w.-]+:/, () => `${piece}:`),
      ),
    ),
  // Parts of another text are inserted.
  (text, { at, size, other }) =>
    withLines(text, at, (all, index) => {
      const lines = other.split('\n');
      const from = offsetIn(lines.length, at);
      return all.toSpliced(index, 0, ...lines.slice(from, from + 1 + size));
    }),
  (text, { other }) => `${text}\n---\n${other}`,
];

function offsetIn(length: number, at: number): number {
  return Math.floor((length * at) / 1000);
}

function replaced(text: string, at: number, count: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at + count);
}

function withLines(text: string, at: number, change: (lines: string[], index: number) => string[]): string {
  const lines = text.split('\n');
  return change(lines, offsetIn(lines.length, at)).join('\n');
}
