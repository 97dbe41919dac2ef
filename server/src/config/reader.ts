import type { ListNode, MapEntry, MapNode, Node } from '../manifest/node.ts';
import { nearest } from '../text/nearest.ts';
import type { Span } from '../text/span.ts';
import type { ConfigProblem } from './config.ts';

/** Reads values from the nodes of a configuration, and collects a problem for each invalid one. */
export class ConfigReader {
  readonly problems: ConfigProblem[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  problem(span: Span, message: string, remedy: string): void {
    this.problems.push({ message, remedy, span: { start: span.start, end: span.end } });
  }

  /** The text of a value as written. */
  written(node: Span): string {
    return this.#text.slice(node.start, node.end);
  }

  /** The entries of a map with any keys; a duplicate key is a problem. */
  map(node: Node, what: string, example: string): readonly MapEntry[] {
    if (node.kind !== 'map') {
      this.problem(node, `${what} must be a map`, `write ${example}`);
      return [];
    }
    return this.#withoutDuplicates(node, what);
  }

  /** The entries of a map by key; keys other than `keys` are problems. */
  object(node: Node, what: string, keys: Iterable<string>): ReadonlyMap<string, MapEntry> {
    const allowed = [...keys];
    const known = new Map<string, MapEntry>();
    if (node.kind !== 'map') {
      this.problem(node, `${what} must be a map`, `its keys are ${allowed.join(', ')}`);
      return known;
    }
    for (const entry of this.#withoutDuplicates(node, what)) {
      if (allowed.includes(entry.key)) known.set(entry.key, entry);
      else this.#unknown(entry, what, allowed);
    }
    return known;
  }

  /** The items of a list. */
  list(node: Node, what: string, example: string): ListNode['items'] {
    if (node.kind === 'list') return node.items;
    this.problem(node, `${what} must be a list`, `write ${example}`);
    return [];
  }

  /** A string; undefined, after reporting, for anything else. */
  string(node: Node, what: string, example: string): string | undefined {
    if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
    this.problem(node, `${what} must be a string`, `write ${example}`);
    return undefined;
  }

  /**
   * A version as a string; undefined, after reporting, for anything else. YAML reads `1.30` without quotes as the
   * number 1.3.
   */
  version(node: Node, what: string): string | undefined {
    if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
    if (node.kind === 'scalar' && typeof node.value === 'number') {
      const written = this.written(node);
      this.problem(
        node,
        `${what}: without quotes YAML reads ${written} as the number ${node.value}, not as a version`,
        `write "${written}"`,
      );
      return undefined;
    }
    this.problem(node, `${what} must be a version in quotes`, 'write it like "1.36"');
    return undefined;
  }

  /** The value of a flag as text: `true`, `"true"`. The server's rules decide whether it is valid. */
  flagValue(node: Node, what: string): string | undefined {
    if (node.kind === 'scalar' && node.value !== null) {
      return typeof node.value === 'string' ? node.value : String(node.value);
    }
    this.problem(node, `${what} must be true or false`, 'write true or false');
    return undefined;
  }

  #unknown(entry: MapEntry, what: string, allowed: readonly string[]): void {
    const close = nearest(entry.key, allowed, 1)[0];
    const remedy = close === undefined ? `the keys are ${allowed.join(', ')}` : `did you mean ${close}?`;
    this.problem(entry.keySpan, `${what} has no key "${entry.key}"`, remedy);
  }

  #withoutDuplicates(node: MapNode, what: string): readonly MapEntry[] {
    const keys = new Set<string>();
    return node.entries.filter((entry) => {
      if (!keys.has(entry.key)) {
        keys.add(entry.key);
        return true;
      }
      this.problem(entry.keySpan, `${what} has "${entry.key}" twice`, 'remove or rename one of them');
      return false;
    });
  }
}
