import { RE2JS } from 're2js';

const maxPatterns = 2_000;
const compiled = new Map<string, RE2JS | undefined>();

/** Go's `regexp.MatchString`, in time linear to the text; undefined if the pattern is invalid in Go. */
export function goMatches(pattern: string, text: string): boolean | undefined {
  return expressionOf(pattern)?.test(text);
}

/**
 * Go's `regexp.FindAllString`; undefined if the pattern is invalid in Go.
 *
 * @param max the maximum number of matches.
 */
export function goFindAll(pattern: string, text: string, max: number): readonly string[] | undefined {
  const matcher = expressionOf(pattern)?.matcher(text);
  if (matcher === undefined) return undefined;
  const found: string[] = [];
  let end = -1;
  while (found.length < max && matcher.find()) {
    // An empty match directly after a match is ignored.
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
  if (compiled.size >= maxPatterns) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}
