import { type Fault, finalFault } from './fault.ts';
import { type Line, lineAbove, lineAt } from './lines.ts';
import { isReadBeyond } from './reread.ts';

/** Lines of other languages and programs, which are copied into manifests with the text around them. */
interface Foreign {
  /** The form of such a line, trimmed. */
  readonly form: RegExp;
  readonly message: string;
  readonly remedy: string;
  /** Only the first character of the line is foreign, and only at the start of the source. */
  readonly isSign?: true;
}

const is = (form: RegExp, what: string): Foreign => ({
  form,
  message: `this line is not YAML but ${what}`,
  remedy: 'Remove the line.',
});

const foreign: readonly Foreign[] = [
  is(/^(?:`{3,}|~{3,})[\w-]*$/, 'a Markdown fence'),
  is(/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, 'the header of a diff hunk'),
  is(/^(?:diff --git \S|index [0-9a-f]{6,}\.\.|\+\+\+ \S)/, 'the header of a diff'),
  {
    form: /^(?:\{%|<%|\{\{[^{}]*\}\}\s*:)/,
    message: 'a template is in the structure of the YAML',
    remedy: 'Render the template, or remove the line.',
  },
  is(/<<-?\s*(["']?)[A-Z]+\1(?:\s|$)|^(?:\$ |kubectl |helm )\S/, 'a shell command'),
  is(/^(?:EOF|EOT|EOL)$/, 'the end of a shell here-document'),
  is(/^\[[\w .-]+\]$/, 'the header of an INI section'),
  is(/^<[/?!]?[a-zA-Z][^<>]*>/, 'an element of XML or HTML'),
  {
    form: /^--\s+\S|^;/,
    message: 'a comment begins with # in YAML',
    remedy: 'Begin it with #, or remove it.',
  },
  {
    form: /^[+-](?: {2,}\S|\s*[\]}][\]},\s]*$)/,
    message: 'this line begins with the sign of a diff',
    remedy: 'Remove it.',
    isSign: true,
  },
];

/** The number of lines above an error to scan. */
const maxLines = 60;

/** The number of lines to try: each re-reads the whole source. */
const maxTried = 4;

/**
 * The foreign line that keeps a source from being read from an offset on: without all such lines it can be read.
 * Undefined if there is none.
 */
export function foreignLine(source: string, at: number): Fault | undefined {
  let line: Line | undefined = lineAt(source, at);
  let tried = 0;
  for (let looked = 0; line !== undefined && looked < maxLines && tried < maxTried; looked++) {
    const { text, indent } = line;
    const found = foreign.find(({ form, isSign }) => (isSign !== true || indent === 0) && form.test(text));
    if (found !== undefined) {
      tried++;
      const fault = found.isSign ? signFault(source, line, found, at) : lineFault(source, line, found, at);
      if (fault !== undefined) return fault;
    }
    line = lineAbove(source, line);
  }
  return undefined;
}

const isForeign = (line: string) => foreign.some(({ form, isSign }) => isSign !== true && form.test(line.trim()));

function lineFault(source: string, line: Line, { message, remedy }: Foreign, at: number): Fault | undefined {
  const { start, end, indent } = line;
  // Spaces keep the offsets.
  const without = source
    .split('\n')
    .map((each) => (isForeign(each) ? ' '.repeat(each.length) : each))
    .join('\n');
  if (!isReadBeyond(without, Math.max(at, end))) return undefined;
  const next = source.indexOf('\n', end);
  const whole = { start: start - indent, end: next < 0 ? source.length : next + 1 };
  return { ...finalFault({ start, end }, message, remedy), edit: { ...whole, newText: '', title: 'Remove the line' } };
}

/** Where a diff was applied by hand, the sign is one column too many; where its lines were copied, it is one of theirs. */
function signFault(source: string, { start, end }: Line, { message, remedy }: Foreign, at: number): Fault | undefined {
  const newText = ['', ' '].find((text) =>
    isReadBeyond(source.slice(0, start) + text + source.slice(start + 1), Math.max(at, end)),
  );
  if (newText === undefined) return undefined;
  const sign = { start, end: start + 1 };
  return { ...finalFault(sign, message, remedy), edit: { ...sign, newText, title: 'Remove the sign' } };
}
