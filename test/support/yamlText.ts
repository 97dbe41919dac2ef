import fc from 'fast-check';

type Lines = readonly string[];

interface Shapes {
  readonly block: Lines;
  readonly entry: Lines;
  readonly flow: string;
}

const key = fc.constantFrom(
  'a',
  'name',
  'app.kubernetes.io/name',
  'on',
  'y',
  '1',
  '"a b"',
  "'it''s'",
  '-x',
  ':z',
  'a b',
);

const word = fc.constantFrom(
  'x',
  'x y',
  '1',
  '0755',
  'true',
  'no',
  '~',
  '1.5',
  '10m',
  '"q"',
  '"a\\nb"',
  "'s'",
  "'it''s'",
  'a:b',
  'http://x/y#z',
  '-1',
  'é',
  '$(X)',
);

const comment = fc.constantFrom('', '', '', ' # c', '   #', ' # a: b');

const line = fc.constantFrom('x', 'x y', '', ' z', '  w', '# no comment', 'a: b', '- c', '"');

const scalar: fc.Arbitrary<Lines> = fc.oneof(
  fc.tuple(word, comment).map(([value, note]): Lines => [value + note]),
  fc
    .tuple(
      fc.constantFrom('|', '>', '|-', '>-', '|+', '>+', '| # c'),
      fc.array(line, { maxLength: 4 }),
      fc.constantFrom(2, 2, 4),
    )
    .map(([header, lines, by]): Lines => [header, ...indent(lines, by)]),
  fc.constantFrom(
    ['x', '  y'],
    ['x', '', '  y z # c'],
    ['"x', '  y"'],
    ['"x \\', '    y"'],
    ["'x", '', "   y'"],
    ['x', '  - y'],
  ),
);

const shapes = fc.letrec<Shapes>((tie: fc.LetrecTypedTie<Shapes>) => ({
  block: fc.array(tie('entry'), { minLength: 1, maxLength: 4 }).map((entries): Lines => entries.flat()),
  entry: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(key, scalar).map(([name, value]): Lines => [`${name}: ${value[0] ?? ''}`, ...value.slice(1)]),
    fc.tuple(key, tie('flow'), comment).map(([name, value, note]): Lines => [`${name}: ${value}${note}`]),
    fc
      .tuple(key, comment, tie('block'), fc.constantFrom(0, 2, 2, 4))
      .map(([name, note, inner, by]): Lines => [`${name}:${note}`, ...indent(inner, by)]),
    fc
      .tuple(key, fc.array(tie('block'), { maxLength: 3 }), fc.constantFrom(0, 2))
      .map(([name, items, by]): Lines => [`${name}:`, ...indent(items.flatMap(asItem), by)]),
    fc.constantFrom<Lines>([''], ['# comment'], ['   # more']),
  ),
  flow: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.array(tie('flow'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(key, tie('flow')), { maxLength: 3 })
      .map((entries) => `{${entries.map((entry) => entry.join(': ')).join(',\n    ')}}`),
  ),
}));

/** YAML in many styles, mostly valid. */
export const yamlText: fc.Arbitrary<string> = fc
  .tuple(shapes.block, fc.constantFrom('\n', '\n', '\n', '\r\n'))
  .map(([lines, end]) => lines.join(end) + end);

/** The same with random insertions, removals and repetitions. */
export const mutatedText: fc.Arbitrary<string> = fc
  .tuple(
    yamlText,
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...pieces())), { minLength: 1, maxLength: 3 }),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [position, removed, piece]) => {
      const at = position % (changed.length + 1);
      return changed.slice(0, at) + piece + changed.slice(at + removed);
    }, text),
  );

function indent(lines: Lines, by: number): Lines {
  return lines.map((line) => (line === '' ? line : ' '.repeat(by) + line));
}

function asItem(lines: Lines): Lines {
  const [first = '', ...rest] = lines;
  return [`- ${first}`, ...indent(rest, 2)];
}

function pieces(): string[] {
  return [
    ' ',
    '\n',
    ':',
    ': ',
    '- ',
    '#',
    ' #',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '?',
    '\t',
    '  ',
    '\n  ',
    '\r',
    '\\',
    '---',
    '...',
    '',
  ];
}
