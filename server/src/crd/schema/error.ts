import type { FieldPath } from '../../text/fieldPath.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import { type Json, jsonText } from './json.ts';

/** The kinds of refusal of custom resources, as `field.ErrorType` in `k8s.io/apimachinery` calls them. */
export type SchemaErrorType =
  | 'Required'
  | 'Invalid'
  | 'TypeInvalid'
  | 'NotSupported'
  | 'Duplicate'
  | 'Forbidden'
  | 'TooLong'
  | 'TooMany';

/** One refused value. */
export interface SchemaError {
  readonly type: SchemaErrorType;
  /** As Kubernetes writes field paths, from where validation began. */
  readonly path: string;
  readonly key: Span;
  /** The server's sentence without the path. */
  readonly message: string;
  /** The values that would be taken, for `NotSupported`. */
  readonly allowed: readonly string[];
  /** Whether an update is refused even if it does not change the value. */
  readonly isLasting?: boolean;
}

const shownLength = 120;

/** A value as the server's messages show it, cut where it would fill the screen. */
export function displayedValue(json: Json): string {
  const text = jsonText(json);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** So many values of an enumeration are listed; the server lists them all. */
const maxListed = 500;

/** Makes errors about a value at a path. `name` in a sentence is the path, as kube-openapi writes it. */
export class SchemaErrors {
  readonly errors: SchemaError[] = [];
  #seen: Set<string> | undefined;

  required(path: FieldPath, key: Span): void {
    this.#add('Required', path, key, 'Required value');
  }

  /** @param why the end of the sentence: `should be a multiple of 2`. */
  invalid(path: FieldPath, value: Json, why: string): void {
    this.#add(
      'Invalid',
      path,
      value.span,
      `Invalid value: ${displayedValue(value)}: ${formatPath(path)} in body ${why}`,
    );
  }

  /** @param sentence the server's complete sentence about the value. */
  refused(path: FieldPath, value: Json, sentence: string): void {
    this.#add('Invalid', path, value.span, `Invalid value: ${displayedValue(value)}: ${sentence}`);
  }

  /** @param wanted the types or the format; `found` is the server's name for the value's type. */
  wrongType(path: FieldPath, value: Json, wanted: string, found: string): void {
    const name = formatPath(path);
    const is = JSON.stringify(found);
    this.#add(
      'TypeInvalid',
      path,
      value.span,
      `Invalid value: ${is}: ${name} in body must be of type ${wanted}: ${is}`,
    );
  }

  unsupported(path: FieldPath, value: Json, allowed: readonly Json[]): void {
    const texts = allowed
      .slice(0, maxListed)
      .map((json) => (json.kind === 'scalar' ? String(json.value) : jsonText(json)));
    const list = texts.map((text) => JSON.stringify(text)).join(', ');
    const others = allowed.length > maxListed ? ` and ${allowed.length - maxListed} more` : '';
    const message = `Unsupported value: ${displayedValue(value)}: supported values: ${list}${others}`;
    this.#add('NotSupported', path, value.span, message, texts);
  }

  duplicate(path: FieldPath, value: Json, key: Span): void {
    this.#add('Duplicate', path, key, `Duplicate value: ${displayedValue(value)}`);
  }

  tooLong(path: FieldPath, value: Json, limit: number): void {
    this.#add('TooLong', path, value.span, `Too long: may not be more than ${limit} bytes`);
  }

  tooMany(path: FieldPath, value: Json, actual: number, limit: number): void {
    const items = limit === 1 ? 'item' : 'items';
    this.#add('TooMany', path, value.span, `Too many: ${actual}: must have at most ${limit} ${items}`);
  }

  /** Takes errors over, each once. */
  take(others: readonly SchemaError[]): void {
    for (const error of others) {
      // Most values have no errors at all, and need no set.
      this.#seen ??= new Set();
      const identity = `${error.path}\n${error.message}`;
      if (this.#seen.has(identity)) continue;
      this.#seen.add(identity);
      this.errors.push(error);
    }
  }

  #add(type: SchemaErrorType, path: FieldPath, key: Span, message: string, allowed: readonly string[] = []): void {
    this.take([{ type, path: formatPath(path), key, message, allowed }]);
  }
}
