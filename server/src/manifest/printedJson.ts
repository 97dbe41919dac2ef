import type { Node } from './node.ts';

/**
 * A value as JSON, with duplicate keys; aliases are expanded. Undefined if the text would exceed `max` UTF-16 units.
 */
export function printedJson(root: Node, max: number): string | undefined {
  let remaining = max;
  const printed = (node: Node): string | undefined => {
    if (remaining < 0) return undefined;
    if (node.kind === 'scalar') {
      const text = typeof node.value === 'string' ? JSON.stringify(node.value) : String(node.value);
      remaining -= text.length;
      return text;
    }
    const parts: string[] = [];
    if (node.kind === 'list') {
      for (const item of node.items) {
        const text = printed(item);
        if (text === undefined) return undefined;
        parts.push(text);
      }
      return `[${parts.join(',')}]`;
    }
    for (const { key, value } of node.entries) {
      remaining -= key.length;
      const text = printed(value);
      if (text === undefined) return undefined;
      parts.push(`${JSON.stringify(key)}:${text}`);
    }
    return `{${parts.join(',')}}`;
  };
  return printed(root);
}
