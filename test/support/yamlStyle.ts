import fc from 'fast-check';

/** A JSON value to write as YAML. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** A YAML style of a value. */
export interface YamlStyle {
  /** The columns of one level of indentation. */
  readonly indent: number;
  readonly lineBreak: string;
  /** Numbered comments above fields and items and after them. */
  readonly comments: boolean;
  readonly blankLines: boolean;
  readonly quotes: 'none' | 'single' | 'double';
  /** Lists are indented deeper than their keys. */
  readonly dashed: boolean;
  /** From this depth on, collections are in flow style. */
  readonly flowBelow: number;
  /** Flow collections have each member on a separate line. */
  readonly flowLines: boolean;
  readonly finalBreak: boolean;
}

/** Arbitrary styles. For tests. */
export const yamlStyles: fc.Arbitrary<YamlStyle> = fc.record({
  indent: fc.integer({ min: 1, max: 5 }),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  comments: fc.boolean(),
  blankLines: fc.boolean(),
  quotes: fc.constantFrom('none', 'single', 'double'),
  dashed: fc.boolean(),
  flowBelow: fc.integer({ min: 1, max: 12 }),
  flowLines: fc.boolean(),
  finalBreak: fc.boolean(),
});

/** A value as YAML in a style. Comments are numbered (`# c7`), so that lost ones are detected. */
export function inYamlStyle(value: PlainValue, dress: YamlStyle): string {
  const writer = new Writer(dress);
  const text = writer.collection(value, 0, 0).join(dress.lineBreak);
  return dress.finalBreak ? text + dress.lineBreak : text;
}

/** The comments that {@link inYamlStyle} wrote, in order of their numbers. For tests. */
export function commentsOf(text: string): readonly string[] {
  return (text.match(/# c\d+\b/g) ?? []).sort();
}

class Writer {
  readonly #dress: YamlStyle;
  #count = 0;

  constructor(dress: YamlStyle) {
    this.#dress = dress;
  }

  /** The lines of a block collection, or of another root. */
  collection(value: PlainValue, column: number, depth: number): string[] {
    if (!this.#isBlock(value, depth)) return [this.#inline(value, column, depth)];
    const pad = ' '.repeat(column);
    const lines: string[] = [];
    const members = Array.isArray(value)
      ? value.map((item: PlainValue) => ['', item] as const)
      : Object.entries(value ?? {});
    for (const [key, item] of members) {
      this.#count++;
      if (this.#dress.blankLines && this.#count % 5 === 0) lines.push('');
      if (this.#dress.comments && this.#count % 3 === 0) lines.push(`${pad}# c${this.#count}a`);
      const trail = this.#dress.comments && this.#count % 2 === 0 ? `  # c${this.#count}b` : '';
      if (Array.isArray(value)) lines.push(...this.#item(item, column, depth, trail));
      else lines.push(...this.#field(key, item, column, depth, trail));
    }
    return lines;
  }

  #item(item: PlainValue, column: number, depth: number, trail: string): string[] {
    const pad = ' '.repeat(column);
    if (!this.#isBlock(item, depth + 1)) return this.#behind(`${pad}- `, item, column, depth, trail);
    const [first = '', ...rest] = this.collection(item, column + 2, depth + 1);
    if (first.trimStart().startsWith('#') || first === '') return [`${pad}-${trail}`, first, ...rest];
    return [`${pad}- ${first.trimStart()}`, ...rest];
  }

  #field(key: string, item: PlainValue, column: number, depth: number, trail: string): string[] {
    const start = `${' '.repeat(column)}${keyText(key)}:`;
    if (!this.#isBlock(item, depth + 1)) return this.#behind(`${start} `, item, column, depth, trail);
    const deeper = Array.isArray(item) && !this.#dress.dashed ? column : column + this.#dress.indent;
    return [start + trail, ...this.collection(item, deeper, depth + 1)];
  }

  #behind(start: string, item: PlainValue, column: number, depth: number, trail: string): string[] {
    if (typeof item === 'string' && isBlockText(item) && this.#dress.quotes === 'none') {
      const pad = ' '.repeat(column + this.#dress.indent);
      const body = item.replace(/\n$/, '').split('\n');
      return [
        `${start}${item.endsWith('\n') ? '|' : '|-'}${trail}`,
        ...body.map((line) => (line === '' ? '' : pad + line)),
      ];
    }
    return `${start}${this.#inline(item, column, depth + 1)}${trail}`.split(this.#dress.lineBreak);
  }

  #isBlock(value: PlainValue, depth: number): boolean {
    return (
      typeof value === 'object' && value !== null && Object.keys(value).length > 0 && depth < this.#dress.flowBelow
    );
  }

  #inline(value: PlainValue, column: number, depth: number): string {
    if (typeof value !== 'object' || value === null) return this.#scalar(value);
    const members = Array.isArray(value)
      ? value.map((item: PlainValue) => this.#inline(item, column + 2, depth + 1))
      : Object.entries(value).map(
          ([key, item]: readonly [string, PlainValue]) =>
            `${keyText(key)}: ${this.#inline(item, column + 2, depth + 1)}`,
        );
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    if (members.length === 0 || !this.#dress.flowLines) return `${open}${members.join(', ')}${close}`;
    const pad = ' '.repeat(column + 2);
    const { lineBreak } = this.#dress;
    const lines = members.map((member, index) => {
      this.#count++;
      const comment = this.#dress.comments && this.#count % 3 === 0 ? ` # c${this.#count}c` : '';
      return `${lineBreak}${pad}${member}${index < members.length - 1 ? ',' : ''}${comment}`;
    });
    return `${open}${lines.join('')}${lineBreak}${' '.repeat(column + 1)}${close}`;
  }

  #scalar(value: string | number | boolean | null): string {
    if (typeof value !== 'string') return String(value);
    if (value.includes('\n')) return JSON.stringify(value);
    const { quotes } = this.#dress;
    if (quotes === 'single' && isPrintable(value)) return `'${value.replaceAll("'", "''")}'`;
    return quotes === 'none' ? keyText(value) : JSON.stringify(value);
  }
}

/** Quotes keys that would have another meaning. */
function keyText(key: string): string {
  return /^[a-z][\w.]*$/i.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key)
    ? key
    : JSON.stringify(key);
}

/** Whether a literal block can represent the text, with its indentation. */
function isBlockText(text: string): boolean {
  return text.includes('\n') && /^[^\s]/.test(text) && !/\n\n$/.test(text) && isPrintable(text.replaceAll('\n', ''));
}

/** Whether a line of YAML needs no escapes. */
function isPrintable(text: string): boolean {
  return /^[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/.test(text);
}

const word = fc.constantFrom('web', 'x', 'apps.v1', 'a b', '1.20', '#no', 'yes', '', 'one\ntwo\n', 'one\n\n  two');

/** Values of some depth, maps at the top. For tests. */
export const plainValues: fc.Arbitrary<PlainValue> = fc.letrec<{ value: PlainValue; map: PlainValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.constantFrom(0, 5, true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(fc.stringMatching(/^[a-e][a-z]{1,3}$/), tie('value'), { maxKeys: 5 }),
})).map;
