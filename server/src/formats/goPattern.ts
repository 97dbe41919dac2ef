import { RE2JS } from 're2js';

const mostPatterns = 2_000;
const compiled = new Map<string, RE2JS | undefined>();

/**
 * Whether Go's `regexp.MatchString` finds a pattern in a text, in time linear to the text; undefined where the pattern
 * is none of Go's.
 */
export function goMatches(pattern: string, text: string): boolean | undefined {
  return expressionOf(pattern)?.test(text);
}

/**
 * What Go's `regexp.FindAllString` finds of a pattern in a text, one after the other; undefined where the pattern is
 * none of Go's.
 *
 * @param most how many at most.
 */
export function goFindAll(pattern: string, text: string, most: number): readonly string[] | undefined {
  const matcher = expressionOf(pattern)?.matcher(text);
  if (matcher === undefined) return undefined;
  const found: string[] = [];
  let end = -1;
  while (found.length < most && matcher.find()) {
    // Nothing right after a match is none.
    if (matcher.start() === matcher.end() && matcher.start() === end) continue;
    found.push(matcher.group() ?? '');
    end = matcher.end();
  }
  return found;
}

function expressionOf(pattern: string): RE2JS | undefined {
  return compiled.get(pattern) ?? compile(pattern);
}

function compile(pattern: string): RE2JS | undefined {
  if (compiled.has(pattern)) return undefined;
  let expression: RE2JS | undefined;
  try {
    expression = RE2JS.compile(pattern);
  } catch {
    expression = undefined;
  }
  if (compiled.size >= mostPatterns) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}
