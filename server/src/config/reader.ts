import type { ListNode, MapEntry, MapNode, Node } from '../manifest/node.ts';
import { nearest } from '../text/nearest.ts';
import type { Span } from '../text/span.ts';
import type { ConfigProblem } from './config.ts';

/** Reads values from a configuration's nodes and collects a problem for each invalid one. */
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

  /** The entries of a map whose keys are free, each key once. */
  map(node: Node, what: string, example: string): readonly MapEntry[] {
    if (node.kind !== 'map') {
      this.problem(node, `${what} must be a map`, `write ${example}`);
      return [];
    }
    return this.#once(node, what);
  }

  /** The entries of a map with only `keys`; `say` can give a better message for a key than "unknown". */
  object(
    node: Node,
    what: string,
    keys: Iterable<string>,
    isReported?: (entry: MapEntry) => boolean,
  ): ReadonlyMap<string, MapEntry> {
    const allowed = [...keys];
    const found = new Map<string, MapEntry>();
    if (node.kind !== 'map') {
      this.problem(node, `${what} must be a map`, `its keys are ${allowed.join(', ')}`);
      return found;
    }
    for (const entry of this.#once(node, what)) {
      if (allowed.includes(entry.key)) found.set(entry.key, entry);
      else if (isReported?.(entry) !== true) this.#unknown(entry, what, allowed);
    }
    return found;
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
   * A version, which YAML must not have read as a number: `1.30` would be 1.3.
   * Undefined, with a problem, for anything but a string.
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

  /** A switch as kube-apiserver's flags write it: `true`, `"true"`; other words are left for the server's rules to refuse. */
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

  #once(node: MapNode, what: string): readonly MapEntry[] {
    const seen = new Set<string>();
    return node.entries.filter((entry) => {
      if (!seen.has(entry.key)) {
        seen.add(entry.key);
        return true;
      }
      this.problem(entry.keySpan, `${what} has "${entry.key}" twice`, 'remove or rename one of them');
      return false;
    });
  }
}
