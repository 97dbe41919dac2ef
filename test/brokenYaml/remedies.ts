import type { SyntaxProblem } from '../../server/src/manifest/manifest.ts';

/** The texts that may result from following a remedy at the position of a problem. */
type Follow = (text: string, problem: SyntaxProblem, words: readonly string[]) => readonly string[];

const replaced = (text: string, start: number, end: number, by: string) => text.slice(0, start) + by + text.slice(end);
const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;
const lineEnd = (text: string, at: number) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at));
const removed: Follow = (text, { span }) => [replaced(text, span.start, span.end, '')];
const lineRemoved: Follow = (text, { span }) => [
  replaced(text, lineStart(text, span.start), Math.min(text.length, lineEnd(text, span.start) + 1), ''),
];

/** The whole value on a line, from the span of a part. */
function valueAround(text: string, at: number): readonly [start: number, end: number] {
  const start = lineStart(text, at);
  const line = text.slice(start, lineEnd(text, at)).trimEnd();
  const [key = ''] = /^\s*(?:- +)*(?:[^\s:"'[{]+: +)?/.exec(line) ?? [];
  return [start + key.length, start + line.length];
}

const quotedValue: Follow = (text, { span }) => {
  const wraps = (start: number, end: number) => {
    const value = text.slice(start, end).replace(/\s+#.*$/, '');
    return replaced(
      text,
      start,
      start + value.length,
      `'${value.replace(/^(["'])(.*)\1$/, '$2').replaceAll("'", "''")}'`,
    );
  };
  const flowEnd = /^[^,\]}\n]*/.exec(text.slice(span.start))?.[0].length ?? 0;
  const [start, end] = valueAround(text, span.start);
  return [wraps(start, end), wraps(span.start, lineEnd(text, span.start)), wraps(span.start, span.start + flowEnd)];
};

const indented =
  (...columns: readonly number[]) =>
  (text: string, at: number): readonly string[] => {
    const start = lineStart(text, at);
    const from = start + (/^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0);
    return columns.map((column) => replaced(text, start, from, ' '.repeat(column)));
  };

const columnsOfLinesAbove = (text: string, at: number): readonly number[] => {
  const above = text.slice(0, lineStart(text, at)).split('\n');
  return [
    ...new Set(
      above
        .filter((line) => line.trim() !== '')
        .flatMap((line) => {
          const indent = line.search(/\S/);
          const dashes = /^\s*((?:- +)*)/.exec(line)?.[1]?.length ?? 0;
          return [indent, indent + dashes];
        }),
    ),
  ].reverse();
};

/** The known remedies with the edits that follow them. The test fails for an unknown remedy. */
const known: readonly (readonly [RegExp, Follow])[] = [
  [
    /^Write spaces instead\.$/,
    (text, { span }) => {
      const start = lineStart(text, span.start);
      const blanks = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
      const wide = text.slice(span.start, span.end);
      if (/[^ \t]/.test(wide)) return [replaced(text, span.start, span.end, wide.replace(/\s/g, ' '))];
      if (span.start > start + blanks.length) return [replaced(text, span.start, span.end, ' ')];
      return [...columnsOfLinesAbove(text, start), 2, 4].flatMap((column) => indented(column)(text, start));
    },
  ],
  [
    /^Close it with ([\]}])/,
    (text, { span }, [, sign = '']) => {
      const ends = [...text.slice(span.start).matchAll(/[ \t\r]*(?:#[^\n]*)?(?:\n|$)|\s*[\]},]/g)];
      const texts = ends.map(({ index }) => replaced(text, span.start + index, span.start + index, ` ${sign}`));
      return texts.reverse();
    },
  ],
  [
    /^Close them/,
    (text, { span }) => {
      const quote = text.charAt(span.start);
      const ends = [...text.slice(span.start + 1).matchAll(/[ \t\r]*(?:#[^\n]*)?(?:\n|$)|\s*[\]},:]/g)].slice(0, 30);
      const texts = ends.map(({ index }) => replaced(text, span.start + 1 + index, span.start + 1 + index, quote));
      return texts.reverse();
    },
  ],
  [
    /^Write ([\]}]) here/,
    (text, { span }, [, sign = '']) => [
      replaced(text, span.start, span.end, sign),
      replaced(text, span.start, span.start, sign),
    ],
  ],
  [
    /^Write a comma between them/,
    (text, problem) => [
      replaced(text, problem.span.start, problem.span.start, ', '),
      ...quotedValue(text, problem, []),
    ],
  ],
  [/^Remove it/, (text, problem) => [...removed(text, problem, []), ...quotedValue(text, problem, [])]],
  [/^Remove the (?:comma|tag|anchor)/, removed],
  [
    /^Remove the tag/,
    (text, { span }) => {
      const start = lineStart(text, span.start);
      const end = lineEnd(text, span.start);
      return [replaced(text, start, end, text.slice(start, end).replace(/!\S*/g, ''))];
    },
  ],
  [/^Remove one of the two/, removed],
  [/^Remove that column/, (text) => [text.replace(/^-.*\n|^@@ .*\n/gm, '').replace(/^[ +]/gm, '')]],
  [/or remove the key\.$/, lineRemoved],
  [
    /^Write (-|:) (?:with a space after it )?instead\.$/,
    (text, { span }, [, sign = '']) => [replaced(text, span.start, span.end, sign === ':' ? ': ' : sign)],
  ],
  [/^Remove the line/, lineRemoved],
  [
    /^Resolve the conflict and remove the markers/,
    (text) => [
      text.replace(/^[ \t]*<{7}[^\n]*\n|^[ \t]*(?:\|{7}|={7})[\s\S]*?^[ \t]*>{7}[^\n]*(?:\n|$)/gm, ''),
      text.replace(/^[ \t]*(?:<{7}|\|{7}|={7}|>{7})[^\n]*(?:\n|$)/gm, ''),
    ],
  ],
  [/^Remove the spaces of the blank lines/, (text) => [text.replace(/^ +(?=\r?$)/gm, '')]],
  [/^Put (?:the value|all of it|the key|it) in quotes|or put (?:all of it|the value|the text) in quotes/, quotedValue],
  [
    /^Put a list in \[ \] and a map in \{ \}/,
    (text, { span }) => {
      const [start, end] = valueAround(text, span.start);
      const item = start - (/[^ -]*: +$/.exec(text.slice(lineStart(text, start), start))?.[0].length ?? 0);
      const bare = (from: number) => text.slice(from, end).replace(/\s*[\]}]$/, '');
      return [replaced(text, start, end, `[${bare(start)}]`), replaced(text, item, end, `{${bare(item)}}`)];
    },
  ],
  [
    /^Begin the list on the next line/,
    (text, { span }) => {
      const indent = /^ */.exec(text.slice(lineStart(text, span.start)))?.[0] ?? '';
      return ['', '  '].map((more) => replaced(text, span.start, span.start, `\n${indent}${more}`));
    },
  ],
  [
    /^Begin a line for each key/,
    (text, { span }) =>
      columnsOfLinesAbove(text, lineEnd(text, span.start) + 1).map((column) =>
        replaced(text, span.start, span.start, `\n${' '.repeat(column)}`),
      ),
  ],
  [/^Render the template/, lineRemoved],
  [/^Write three dashes/, (text, { span }) => [replaced(text, span.start, span.end, '---')]],
  [/^Begin the line with ---/, (text, { span }) => indented(0)(text, span.start)],
  [/^Begin the document on the next line/, (text, { span }) => [replaced(text, span.start + 3, span.start + 4, '\n')]],
  [
    /^Begin it with #/,
    (text, { span }) => [
      replaced(text, span.start, span.end, '#'),
      replaced(text, span.start, lineEnd(text, span.start), ''),
    ],
  ],
  [/^Write \\\\ for a backslash/, (text, { span }) => [replaced(text, span.start, span.start, '\\')]],
  [
    /^Write both on one line/,
    (text, { span }) => {
      const next = text.indexOf('\n', span.start);
      return [replaced(text, next, next, ','), replaced(text, next, next + 1, ' ')];
    },
  ],
  [/^Add a space\.$/, (text, { span }) => [replaced(text, span.end, span.end, ' ')]],
  [/^Write the key before it/, (text, { span }) => [replaced(text, span.start, span.start, 'key')]],
  [/^Remove the numbers of all lines/, (text) => [text.replace(/^[ \t]*\d+(?:[:|]|[ \t]{1,2}|$)/gm, '')]],
  [/^Write \[ before it/, (text, { span }) => [replaced(text, span.start, span.start, '[')]],
  [/^Write - before it/, (text, { span }) => [replaced(text, span.start, span.start, '- ')]],
  [
    /^Write key: value/,
    (text, { span }) => {
      const line = text.slice(span.start, span.end);
      return [
        replaced(text, span.start, span.end, line.replace(/(?<=\S)(?:=| +)(?=\S)/, ': ')),
        replaced(text, span.start, span.end, line.replace(/(?<=- \S+)(?:=| +)(?=\S)/, ': ')),
        replaced(text, span.start, span.end, `${line}:`),
      ];
    },
  ],
  [
    /^Write the key of the list above it/,
    (text, { span }) => {
      const indent = ' '.repeat(span.start - lineStart(text, span.start));
      const keyed = replaced(text, lineStart(text, span.start), lineStart(text, span.start), `${indent}key:\n`);
      return [keyed, ...columnsOfLinesAbove(text, span.start).flatMap((column) => indented(column)(text, span.start))];
    },
  ],
  [
    /or remove that value/,
    (text, { span }) => {
      const above = text
        .slice(0, lineStart(text, span.start))
        .replace(/(?<=:) +\S[^\n]*(?=\n(?:[ \t\r]*(?:#[^\n]*)?\n)*$)/, '');
      return [above + text.slice(lineStart(text, span.start))];
    },
  ],
  [
    /^Indent it by (\d+)(?: or (\d+))?/,
    (text, { span }, [, ...columns]) =>
      columns.filter((column) => column !== undefined).flatMap((column) => indented(Number(column))(text, span.start)),
  ],
  [
    /^Indent it like|^Indent all top-level keys|^Indent each line|^Indent it deeper/,
    (text, { span }) =>
      columnsOfLinesAbove(text, span.start).flatMap((column) =>
        [0, 2].flatMap((more) => indented(column + more)(text, span.start)),
      ),
  ],
];

/** The possible texts after the remedy of the first problem was followed; undefined if the remedy is unknown. */
export function textsAfterRemedy(text: string, problem: SyntaxProblem): readonly string[] | undefined {
  const found = known.flatMap(([remedy, follow]) => {
    const words = remedy.exec(problem.remedy);
    return words === null ? [] : [follow(text, problem, words)];
  });
  const [, exact] = /^Write (.+)\.$/.exec(problem.remedy) ?? [];
  if (exact !== undefined && found.length === 0) {
    const { span } = problem;
    found.push([replaced(text, span.start, lineEnd(text, span.start), exact)]);
  }
  return found.length === 0 ? undefined : found.flat();
}
