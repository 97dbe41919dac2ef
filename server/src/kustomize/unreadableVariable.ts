/** An expression that Flux's variable substitution cannot read, whatever the values. */
export interface UnreadableVariable {
  /** From the `${` of the whole expression up to the character that it cannot have; an offset in the text. */
  readonly start: number;
  readonly end: number;
  /** Flux's words for it. */
  readonly error: 'unable to parse variable name' | 'missing closing brace' | 'bad substitution';
}

/**
 * The first expression in a text that Flux's variable substitution certainly cannot read, and for which it refuses
 * the whole object. `unclear` if an expression may go on after the text, or depends on how YAML writes the text.
 *
 * Source: https://github.com/fluxcd/pkg/tree/main/envsubst (`parse/parse.go`, `scan.go`).
 */
export function unreadableVariable(text: string): UnreadableVariable | 'unclear' | undefined {
  let at = 0;
  for (;;) {
    const start = text.indexOf('$', at);
    if (start < 0) return undefined;
    if (text[start + 1] !== '{') {
      at = start + (text[start + 1] === '$' ? 2 : 1);
      continue;
    }
    const read = readExpression(text, start + 2);
    if (read === undefined) return 'unclear';
    if (read.error !== undefined) return { start, end: read.end, error: read.error };
    at = read.end;
  }
}

/** The offset after an expression, or after the character at which it cannot be read. */
interface ReadExpression {
  readonly end: number;
  readonly error?: UnreadableVariable['error'];
}

/** @param start the offset after `${`. */
function readExpression(text: string, start: number): ReadExpression | undefined {
  const isLength = text[start] === '#';
  const nameStart = isLength ? start + 1 : start;
  const name = match(/[A-Za-z0-9_]*/y, text, nameStart);
  const end = nameStart + name.length;
  const next = text[end];
  // YAML may write other characters as escapes, of which names may then be a part.
  if (next === undefined || next > '~') return undefined;
  if (isLength) return name !== '' && next === '}' ? { end: end + 1 } : { end: end + 1, error: 'bad substitution' };
  if (name === '') return { end: end + 1, error: 'unable to parse variable name' };
  if (next === '}') return { end: end + 1 };
  if (next === ',' || next === '^') return readCasing(text, end);
  if (/^(?::[-=?+]|=)/.test(text.slice(end, end + 2))) return readDefault(text, end + (next === '=' ? 1 : 2));
  if (!':/#%'.includes(next)) return { end: end + 1, error: 'missing closing brace' };
  const parameter = match(
    /(?:\/[/#%]?[^/}$\\'"]+\/[^}$\\'"]*|##?[^}$\\'"#]+|%%?[^}$\\'"%]+|:\d+(?::\d+)?)\}/y,
    text,
    end,
  );
  return parameter === '' ? undefined : { end: end + parameter.length };
}

/** `,}`, `,,}`, `^}` and `^^}`; Flux also takes one of each. */
function readCasing(text: string, start: number): ReadExpression | undefined {
  const end = start + match(/[,^]{1,2}/y, text, start).length;
  const next = text[end];
  if (next === undefined || next > '~') return undefined;
  return next === '}' ? { end: end + 1 } : { end: end + 1, error: 'bad substitution' };
}

/** A default up to its brace, with expressions in it. */
function readDefault(text: string, start: number): ReadExpression | undefined {
  let at = start;
  for (;;) {
    const found = match(/[^}$]*/y, text, at).length + at;
    if (text[found] === undefined) return undefined;
    if (text[found] === '}') return { end: found + 1 };
    if (text[found + 1] === '{') {
      const inner = readExpression(text, found + 2);
      if (inner?.error !== undefined || inner === undefined) return inner;
      at = inner.end;
    } else at = found + 1;
  }
}

/** The text that a sticky pattern matches at an offset; '' if none. */
function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
