import { isTargetFlag, type Setting } from '../targets/target.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import { type CommandWord, itemWord, restOfWord } from './commandWords.ts';
import type { Cursor } from './cursor.ts';
import type { WrittenFlag, WrittenSetting, WrittenText } from './description.ts';
import { type SourceText, scalarText } from './scalarText.ts';

/** The flags with a list of settings as their value. */
const listFlags: ReadonlySet<string> = new Set(['feature-gates', 'runtime-config']);

/** The flags among the words after a program: `--flag=value`, `--flag value` and switches. Other words are skipped. */
export function flagsOfWords(words: readonly CommandWord[]): readonly WrittenFlag[] {
  const flags: WrittenFlag[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const match = word === undefined ? null : /^--([A-Za-z][\w.-]*)(=?)/.exec(word.text);
    if (word === undefined || match === null) continue;
    const [head, name = '', equals = ''] = match;
    const next = words[i + 1];
    const nameSpan = wordSpan(word, head.length - equals.length);
    if (equals === '=') flags.push(flagOfPiece(name, nameSpan, word, head.length));
    else if (takesValue(name) && next !== undefined && !next.text.startsWith('-')) {
      flags.push(flagOfPiece(name, nameSpan, next, 0));
      i++;
    } else flags.push(switchOfWord(name, nameSpan, word));
  }
  return flags;
}

/** Placeholders for unknown words: `$ARGS`, `$(ARGS)`, `{{ .args }}`. */
export function openWords(words: readonly CommandWord[]): readonly WrittenText[] {
  return words
    .filter(({ text }) => /^["']?(?:\$[({A-Za-z_]|\{\{)/.test(text))
    .map(({ text, source, start, end }) => ({ text, span: source.spanOf(start, end), path: source.path }));
}

/** `name=value` or `--name=value` in each item of a list, or in one string: how k3s and RKE2 write arguments. */
export function flagsOfArguments(cursor: Cursor): readonly WrittenFlag[] {
  const items = cursor.node.kind === 'list' ? cursor.items() : [cursor];
  return items.flatMap((item) => {
    const word = itemWord(item);
    return word === undefined ? [] : flagOfArgument(word);
  });
}

/**
 * The flag in one word, `name=value` or `--name=value`; none otherwise.
 *
 * @param suffix what a tool reads behind the name, a pattern; by default nothing.
 */
export function flagOfArgument(word: CommandWord, suffix = ''): readonly WrittenFlag[] {
  const match = new RegExp(`^((?:--)?([A-Za-z][\\w.]*(?:-[\\w.]+)*))(${suffix})(=?)`).exec(word.text);
  if (match === null) return [];
  const [head, written = '', name = '', , equals = ''] = match;
  const nameSpan = wordSpan(word, written.length);
  return [equals === '=' ? flagOfPiece(name, nameSpan, word, head.length) : switchOfWord(name, nameSpan, word)];
}

/** The flags of a list of enabled APIs in a provider's format, one for each API. */
export function flagsOfApis(flag: string, cursor: Cursor): readonly WrittenFlag[] {
  return cursor.items().flatMap((item): readonly WrittenFlag[] => {
    const source = scalarText(item);
    return source === undefined ? [] : [flagOfApi(flag, cursor.keySpan, source, () => removal(item))];
  });
}

/** The flag that enables a named API. */
export function flagOfApi(
  flag: string,
  nameSpan: Span,
  source: SourceText,
  remove: WrittenFlag['remove'],
): WrittenFlag {
  const { value: key, span, path } = source;
  const rewrite = (setting: Setting) =>
    setting.value === 'true' ? list(source.rewrite(0, key.length, setting.key)) : undefined;
  const settings = [{ key, value: 'true', span, path, rewrite, remove }];
  return { flag, nameSpan, value: `${key}=true`, span, path, settings, rewrite: () => undefined, remove };
}

/** A flag with a value that no edit changes. */
export function flagOfText(flag: string, nameSpan: Span, { value, span, path }: SourceText): WrittenFlag {
  const noEdits = () => undefined;
  return { flag, nameSpan, value, span, path, settings: [], rewrite: noEdits, remove: noEdits };
}

/**
 * The flags in a map of names and values, in a list of objects with `name` and `value` as in kubeadm, or in a list of
 * `--name=value`.
 */
export function flagsOfExtraArgs(cursor: Cursor): readonly WrittenFlag[] {
  if (cursor.node.kind === 'list') {
    return cursor.items().flatMap((item) => {
      if (item.node.kind === 'scalar') return flagsOfArguments(item);
      const name = item.string('name');
      const nameSpan = item.at('name')?.node;
      const value = item.at('value');
      return name === undefined || value === undefined
        ? []
        : flagOfValue(name, value, { whole: item, nameSpan: nameSpan ?? item.keySpan });
    });
  }
  return cursor.entries().flatMap((entry) => flagOfValue(entry.key, entry));
}

/** A flag that is a map of settings: `featureGates: {A: true}`. */
export function flagOfMap(flag: string, cursor: Cursor): readonly WrittenFlag[] {
  if (cursor.node.kind !== 'map') return flagOfValue(flag, cursor);
  const settings = cursor.entries().map(settingOfEntry);
  const value = settings.map(({ key, value: on }) => `${key}=${on}`).join(',');
  const { span, path, keySpan: nameSpan } = cursor;
  const remove = () => removal(cursor);
  return settings.length === 0
    ? []
    : [{ flag, nameSpan, value, span, path, settings, rewrite: () => undefined, remove }];
}

/** The part of a file that is removed with a flag, and the span of its name. */
interface ValueOwner {
  readonly whole: Cursor;
  readonly nameSpan: Span;
}

/** A flag with a scalar value; none for other values. By default, the value is that of an entry with its name. */
export function flagOfValue(
  name: string,
  value: Cursor,
  { whole, nameSpan }: ValueOwner = { whole: value, nameSpan: value.keySpan },
): readonly WrittenFlag[] {
  const source = scalarText(value);
  if (source === undefined) return [];
  const flag = normalizedName(name);
  const remove = () => removal(whole);
  const length = source.value.length;
  return [
    {
      flag,
      nameSpan: { start: nameSpan.start, end: nameSpan.end },
      value: source.value,
      span: source.span,
      path: source.path,
      settings: listFlags.has(flag) ? settingsOfPiece(source, 0, length, remove) : [],
      rewrite: (text) => list(source.rewrite(0, length, text)),
      remove,
    },
  ];
}

/** A flag with a list of values: `a,b`. None if an item is not a scalar. Only a single value can be edited. */
export function flagOfValues(flag: string, items: readonly Cursor[], list: Cursor): readonly WrittenFlag[] {
  const [only, ...more] = items;
  if (only === undefined) return [];
  if (more.length === 0) return flagOfValue(flag, only, { whole: list, nameSpan: list.keySpan });
  const texts = items.flatMap((item) => scalarText(item)?.value ?? []);
  if (texts.length < items.length) return [];
  const { keySpan: nameSpan, span, path } = list;
  const remove = () => removal(list);
  return [{ flag, nameSpan, value: texts.join(','), span, path, settings: [], rewrite: () => undefined, remove }];
}

function takesValue(name: string): boolean {
  const flag = normalizedName(name);
  return isTargetFlag(flag) && !flag.endsWith('forward-compatible');
}

/** The flag whose value is the rest of a word from `from` on. */
function flagOfPiece(name: string, nameSpan: Span, word: CommandWord, from: number): WrittenFlag {
  const flag = normalizedName(name);
  const { source, item } = word;
  const span = restOfWord(word, from);
  const { path } = source;
  const remove = () => (item === undefined ? undefined : removal(item));
  return {
    flag,
    nameSpan,
    value: word.text.slice(from),
    span: source.spanOf(word.start, word.end),
    path,
    settings: listFlags.has(flag) ? wordSettings(word, from, span, remove) : [],
    rewrite: (text) => (span === undefined ? undefined : list(source.rewrite(span.start, span.end, text))),
    remove,
  };
}

/** A flag without a value: `true`. */
function switchOfWord(name: string, nameSpan: Span, word: CommandWord): WrittenFlag {
  return { ...flagOfPiece(name, nameSpan, word, word.text.length), value: 'true', rewrite: () => undefined };
}

/** The span of a word's first characters; the whole word if quotes or escapes intervene. */
function wordSpan({ source, start, end, offsets }: CommandWord, length: number): Span {
  const last = offsets === undefined ? start + length - 1 : (offsets[length - 1] ?? end - 1);
  const first = offsets?.[0] ?? start;
  return last - first === length - 1 ? source.spanOf(first, last + 1) : source.spanOf(start, end);
}

function wordSettings(
  word: CommandWord,
  from: number,
  range: ReturnType<typeof restOfWord>,
  remove: WrittenFlag['remove'],
): readonly WrittenSetting[] {
  if (range !== undefined) return settingsOfPiece(word.source, range.start, range.end, remove);
  const span = word.source.spanOf(word.start, word.end);
  const { path } = word.source;
  // With escapes in the word, all settings have its span, and none can be edited.
  const noEdits = () => undefined;
  return pieces(word.text.slice(from)).map(({ key, value }) => ({
    key,
    value,
    span,
    path,
    rewrite: noEdits,
    remove: noEdits,
  }));
}

/** The settings in a part of a text, `A=true,B=false`, each with its span. */
function settingsOfPiece(
  source: SourceText,
  start: number,
  end: number,
  removeAll: WrittenFlag['remove'],
): readonly WrittenSetting[] {
  const found = pieces(source.value.slice(start, end));
  return found.map(({ key, value, from, to }, index) => ({
    key,
    value,
    span: source.spanOf(start + from, start + to),
    path: source.path,
    rewrite: (setting) => list(source.rewrite(start + from, start + to, `${setting.key}=${setting.value}`)),
    remove: () => {
      const next = found[index + 1];
      const previous = found[index - 1];
      if (next !== undefined) return list(source.rewrite(start + from, start + next.from, ''));
      return previous === undefined ? removeAll() : list(source.rewrite(start + previous.to, start + to, ''));
    },
  }));
}

/** The settings between commas as kube-apiserver reads them (`targets/settings.ts`), with their offsets. */
function pieces(text: string) {
  const found: { key: string; value: string; from: number; to: number }[] = [];
  let at = 0;
  for (const piece of text.split(',')) {
    const from = at + (piece.length - piece.trimStart().length);
    const equals = piece.indexOf('=');
    const key = (equals < 0 ? piece : piece.slice(0, equals)).trim();
    const value = equals < 0 ? '' : piece.slice(equals + 1).trim();
    if (piece !== '') found.push({ key, value, from, to: from + piece.trim().length });
    at += piece.length + 1;
  }
  return found;
}

function settingOfEntry(entry: Cursor): WrittenSetting {
  const source = scalarText(entry);
  const value = source?.value ?? '';
  const { key, span, path } = entry;
  return {
    key,
    value,
    span,
    path,
    rewrite: (setting) => {
      const edits: TextEdit[] = [];
      if (setting.key !== key) {
        const keySpan = entry.keySpan;
        // A quoted key keeps its quotes.
        const quote = /^["']/.test(entry.text.charAt(keySpan.start)) ? 1 : 0;
        edits.push({ span: { start: keySpan.start + quote, end: keySpan.end - quote }, newText: setting.key });
      }
      if (setting.value !== value) {
        const { node } = entry;
        if (node.kind !== 'scalar' || !/^(?:true|false)$/.test(setting.value)) return undefined;
        const quoted = typeof node.value === 'string';
        const edit = quoted ? source?.rewrite(0, value.length, setting.value) : undefined;
        const plain = { span: { start: node.start, end: node.end }, newText: setting.value };
        if (quoted && edit === undefined) return undefined;
        edits.push(edit ?? plain);
      }
      return edits;
    },
    remove: () => removal(entry),
  };
}

function removal(cursor: Cursor): readonly TextEdit[] | undefined {
  return list(cursor.remove());
}

function list(edit: TextEdit | undefined): readonly TextEdit[] | undefined {
  return edit === undefined ? undefined : [edit];
}

/** The name of a flag, which may have underscores (`WordSepNormalizeFunc` in `k8s.io/component-base/cli/flag`). */
function normalizedName(name: string): string {
  return name.replace(/^-+/, '').replaceAll('_', '-');
}
