import { type CST, Parser } from 'yaml';

/**
 * How deep collections may be nested. Far beyond any manifest, and far below where recursion runs out of stack: V8 ends
 * the whole process when it must compile a regular expression there.
 */
const limit = 400;

/** How deep go-yaml reads (`max_flow_level`, `max_indents` in `yamlh.go` of go.yaml.in/yaml/v2); beyond, it refuses a text. */
export const maxServerDepth = 10_000;

/** Whether a text could exceed the nesting limit: cheap, with few false positives. */
function mayNestTooDeeply(source: string, max: number): boolean {
  if (flowDepth(source) > max) return true;
  // Each level of a block collection is at least one column further to the right.
  return source.length > max && new RegExp(`^[ \\t?:-]{${max}}`, 'm').test(source);
}

/** Each level of a flow collection has its bracket. Brackets inside strings count too, so this can only be too much. */
function flowDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of source.matchAll(/[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') deepest = Math.max(deepest, ++depth);
    else if (depth > 0) depth--;
  }
  return deepest;
}

/** Whether collections are nested beyond the limit. Neither this nor the parser recurses. */
export function nestsTooDeeply(source: string, max: number = limit): boolean {
  if (!mayNestTooDeeply(source, max)) return false;
  const waiting: Level[] = [...new Parser().parse(source)].map((token) => ({ token, depth: 0 }));
  for (let level = waiting.pop(); level !== undefined; level = waiting.pop()) {
    const { token, depth } = level;
    if (depth > max) return true;
    if (token.type === 'document') {
      if (token.value !== undefined) waiting.push({ token: token.value, depth });
    } else if ('items' in token) {
      for (const { key, value } of token.items) {
        for (const inner of [key, value]) {
          if (inner !== undefined && inner !== null) waiting.push({ token: inner, depth: depth + 1 });
        }
      }
    }
  }
  return false;
}

interface Level {
  readonly token: CST.Token;
  readonly depth: number;
}
