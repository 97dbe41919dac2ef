import type { MapEntry, MapNode, ScalarNode } from '../node.ts';

/**
 * The head of broken text in braces: apiVersion and kind in the outermost ones, with the name and namespace of its
 * metadata, each written once as a string. Undefined unless both apiVersion and kind are found.
 */
export function recoverJsonHead(body: string, offset: number): MapNode | undefined {
  const seen = new Map<string, MapEntry | undefined>();
  let depth = 0;
  let parentKey = '';
  const token = /"(?:[^"\\\n]|\\.)*"|[{}[\]]|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  for (let found = token.exec(body); found !== null; found = token.exec(body)) {
    const [text] = found;
    if (text === '{' || text === '[') depth++;
    else if (text === '}' || text === ']') depth--;
    // The rest is another text.
    if (depth === 0) break;
    if (!text.startsWith('"') || depth < 1 || depth > 2) continue;
    const [member, quoted] = /^\s*:\s*("[^"\\\n]*")?/.exec(body.slice(token.lastIndex, token.lastIndex + 500)) ?? [];
    if (member === undefined) continue;
    const key = text.slice(1, -1);
    if (depth === 1) parentKey = key;
    const path = depth === 1 ? key : `${parentKey}.${key}`;
    if (quoted !== undefined && wanted.has(path)) {
      const end = offset + token.lastIndex + member.length;
      const value: ScalarNode = {
        kind: 'scalar',
        start: end - quoted.length,
        end,
        value: quoted.slice(1, -1),
        style: 'double',
      };
      const keySpan = { start: offset + found.index, end: offset + token.lastIndex };
      seen.set(path, seen.has(path) ? undefined : { key, keySpan, value });
      token.lastIndex += member.length;
    }
  }
  const [apiVersion, kind] = [seen.get('apiVersion'), seen.get('kind')];
  if (apiVersion === undefined || kind === undefined) return undefined;
  const inside = inOrder([seen.get('metadata.name'), seen.get('metadata.namespace')]);
  const [first] = inside;
  const metadata = first && { key: 'metadata', keySpan: first.keySpan, value: mapOf(inside) };
  return mapOf(inOrder([apiVersion, kind, metadata]));
}

const wanted: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata.name', 'metadata.namespace']);

function inOrder(entries: readonly (MapEntry | undefined)[]): readonly MapEntry[] {
  return entries.filter((entry) => entry !== undefined).sort((a, b) => a.keySpan.start - b.keySpan.start);
}

function mapOf(entries: readonly MapEntry[]): MapNode {
  return {
    kind: 'map',
    start: entries[0]?.keySpan.start ?? 0,
    end: entries.at(-1)?.value.end ?? 0,
    entries: [...entries],
    flow: true,
  };
}
