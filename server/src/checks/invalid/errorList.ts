import type { ApiSurface } from '../../catalog/surface.ts';
import type { SchemaError } from '../../crd/schema/error.ts';
import { maxFindingsOfRule } from '../../finding.ts';
import type { Format } from '../../formats/format.ts';
import { outOfRange } from '../../formats/format.ts';
import type { Node } from '../../manifest/node.ts';
import { spanOfValue } from '../../manifest/scalarSpan.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import { isGateOn } from '../fieldGates.ts';
import type { Value } from '../value.ts';
import type { Rewrite } from './rewrite.ts';
import { isRuleActive, type RuleChange } from './ruleChanges.ts';

/** The kinds of refusal, called as `field.ErrorType` in `k8s.io/apimachinery/pkg/util/validation/field` calls them. */
export type ErrorType =
  | 'Required'
  | 'Invalid'
  | 'NotSupported'
  | 'Duplicate'
  | 'Forbidden'
  | 'TooLong'
  | 'TooMany'
  | 'TooFew'
  | 'NotFound'
  /** Not a cause of a 422: the handler refuses the request with 400 because something is missing. */
  | 'BadRequest';

/** One refused field. */
export interface FieldError {
  readonly type: ErrorType;
  readonly path: string;
  /** The span to highlight. */
  readonly span: Span;
  /** The server's sentence without the path. */
  readonly message: string;
  /** The values that would be taken, for `NotSupported`. */
  readonly allowed: readonly string[];
  /** Where within the value the trouble is, for expressions. */
  readonly within?: { readonly node: Node; readonly offset: number };
  /** How the object can mean the same and be accepted. */
  readonly rewrite?: Rewrite;
  /** Whether an update is refused even if it does not change the value. */
  readonly isLasting?: boolean;
}

/** Types whose messages are about the field, not the value. */
const ofField: ReadonlySet<ErrorType> = new Set(['Required', 'Forbidden', 'BadRequest']);

/** Why a value is refused, in the server's words: one reason or several. */
type Reasons = string | readonly string[];

/** Collects validation errors and knows the validating target. */
export class ErrorList {
  readonly surface: ApiSurface;
  readonly errors: FieldError[] = [];
  /** Reported errors; most objects have none and need no set. */
  #seen: Set<string> | undefined;
  /** How many there were of each type; most objects have none. */
  #counts: Map<ErrorType, number> | undefined;
  #dropped = 0;
  #isLasting = false;

  constructor(surface: ApiSurface) {
    this.surface = surface;
  }

  /** How many refusals there are so far: validation often stops a line of thought when there are some. */
  get count(): number {
    return this.errors.length + this.#dropped;
  }

  /** A separate list for errors that are only counted. */
  apart(): ErrorList {
    return new ErrorList(this.surface);
  }

  /** Validates what no update keeps, even unchanged. */
  lasting(validate: () => void): void {
    this.#isLasting = true;
    validate();
    this.#isLasting = false;
  }

  /** Whether a gate is on at the target. */
  gate(name: string): boolean {
    return isGateOn(this.surface, name);
  }

  /** Whether the binary has a rule that came or went without a gate. */
  has(rule: RuleChange): boolean {
    return isRuleActive(rule, this.surface.versions.binary);
  }

  /** A value that must be there and is not. */
  required(value: Value, detail = ''): void {
    this.#add('Required', value, 'Required value', detail);
  }

  /** A value without which the request itself is refused, in the server's words. */
  badRequest(value: Value, message: string): void {
    this.#add('BadRequest', value, message, '');
  }

  /** A value that is not well-formed. No reasons, no error. `shown` is the bad value where it is not the node itself. */
  invalid(value: Value, reasons: Reasons, shown?: string | null | readonly string[]): void {
    // Most values are well-formed, and need not be shown.
    if (reasons.length === 0 && typeof reasons !== 'string') return;
    const bad = shown === undefined ? show(value) : JSON.stringify(shown);
    for (const reason of typeof reasons === 'string' ? [reasons] : reasons) {
      this.#add('Invalid', value, `Invalid value: ${bad}`, reason);
    }
  }

  /** A value that is refused although the object can mean the same in another form. */
  rewritable(value: Value, reason: string, rewrite: Rewrite | undefined): void {
    this.#add('Invalid', value, `Invalid value: ${show(value)}`, reason, [], rewrite && { rewrite });
  }

  /** An expression that does not compile: why, and the offset in its text, in UTF-16 units, if it is known. */
  expression(value: Value, detail: string, offset: number | undefined): void {
    const { node } = value;
    const within = node === undefined || offset === undefined ? {} : { within: { node, offset } };
    this.#add('Invalid', value, `Invalid value: ${show(value)}`, detail, [], within);
  }

  /** A value outside an enumeration. */
  unsupported(value: Value, allowed: readonly string[]): void {
    const list = allowed.map((item) => `"${item}"`).join(', ');
    this.#add('NotSupported', value, `Unsupported value: ${show(value)}`, `supported values: ${list}`, allowed);
  }

  /** A value that may not be there under these circumstances. */
  forbidden(value: Value, detail: string): void {
    this.#add('Forbidden', value, 'Forbidden', detail);
  }

  /** A value that must be unique and is not. */
  duplicate(value: Value, shown?: string): void {
    this.#add('Duplicate', value, `Duplicate value: ${shown === undefined ? show(value) : `"${shown}"`}`, '');
  }

  /** A value that is longer than `limit` bytes. */
  tooLong(value: Value, limit: number): void {
    this.#add('TooLong', value, 'Too long', `may not be more than ${limit} bytes`);
  }

  /** A list with more items than `limit`. */
  tooMany(value: Value, actual: number, limit: number): void {
    this.#add('TooMany', value, `Too many: ${actual}`, `must have at most ${limit} item${limit === 1 ? '' : 's'}`);
  }

  /** A list with fewer items than `limit`. */
  tooFew(value: Value, actual: number, limit: number): void {
    this.#add('TooFew', value, `Too few: ${actual}`, `must have at least ${limit} item${limit === 1 ? '' : 's'}`);
  }

  /** A name that matches nothing in this object. */
  notFound(value: Value, detail = ''): void {
    this.#add('NotFound', value, `Not found: ${show(value)}`, detail);
  }

  /** The text must have a format. */
  format(value: Value, format: Format): void {
    this.invalid(value, format(value.text));
  }

  /** The text must be one of the allowed ones; empty is not. */
  oneOf(value: Value, allowed: readonly string[]): void {
    if (!allowed.includes(value.text)) this.unsupported(value, allowed);
  }

  /** A number, if present, must be 0 or more. */
  nonNegative(value: Value): void {
    if ((value.number ?? 0) < 0) this.invalid(value, 'must be greater than or equal to 0');
  }

  /** A number, if present, must be 1 or more. */
  positive(value: Value): void {
    if ((value.number ?? 1) < 1) this.invalid(value, 'must be greater than zero');
  }

  /** A number, if present, must be in an inclusive range. */
  range(value: Value, low: number, high: number): void {
    const { number } = value;
    if (number !== undefined && (number < low || number > high)) this.invalid(value, outOfRange(low, high));
  }

  /** A refusal by a schema of a custom resource. */
  take({ type, path, key: span, message, allowed, isLasting }: SchemaError): void {
    const as = type === 'TypeInvalid' ? 'Invalid' : type;
    if (this.#isFull(as)) return;
    this.#keep({ type: as, path, span, message, allowed, ...(isLasting === true ? { isLasting } : {}) });
  }

  #add(
    type: ErrorType,
    value: Value,
    head: string,
    detail: string,
    allowed: readonly string[] = [],
    more: Pick<FieldError, 'within' | 'rewrite'> = {},
  ): void {
    if (this.#isFull(type)) return;
    const path = formatPath(value.path);
    const message = detail === '' ? head : `${head}: ${detail}`;
    const span = ofField.has(type) ? value.key : spanOfValue(value.node, value.key);
    this.#keep({ type, path, span, message, allowed, ...more, ...(this.#isLasting ? { isLasting: true } : {}) });
  }

  /** Whether a type has reached the limit of errors; further ones are only counted. */
  #isFull(type: ErrorType): boolean {
    const count = (this.#counts?.get(type) ?? 0) + 1;
    this.#counts ??= new Map();
    this.#counts.set(type, count);
    if (count <= maxFindingsOfRule) return false;
    this.#dropped++;
    return true;
  }

  /** The number of omitted errors of a type. */
  moreOf(type: ErrorType): number {
    return Math.max(0, (this.#counts?.get(type) ?? 0) - maxFindingsOfRule);
  }

  #keep(error: FieldError): void {
    const identity = `${error.path}\n${error.message}`;
    this.#seen ??= new Set();
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.errors.push(error);
  }
}

const shownLength = 120;

/** A value as the server's messages show it, JSON, cut where it would fill the screen. */
function show({ node, zero }: Value): string {
  const text = node === undefined ? zero : json(node);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function json(node: Node): string {
  if (node.kind === 'list') return `[${node.items.map(json).join(',')}]`;
  if (node.kind === 'map') {
    return `{${node.entries.map((entry) => `${JSON.stringify(entry.key)}:${json(entry.value)}`).join(',')}}`;
  }
  return typeof node.value === 'bigint' ? node.value.toString() : JSON.stringify(node.value);
}
