import { RE2JS } from 're2js';

const mostPatterns = 2_000;
const compiled = new Map<string, RE2JS | undefined>();

/**
 * Whether Go's `regexp.MatchString` finds a pattern in a text, in time linear to the text; undefined where the pattern
 * is none of Go's.
 */
export function goMatches(pattern: string, text: string): boolean | undefined {
  const known = compiled.get(pattern);
  const expression = known ?? compile(pattern);
  return expression?.test(text);
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
