import table from '../../../data/authored/immutable-fields.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Node } from '../../manifest/node.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { factMinor, type Minor } from '../../targets/version.ts';
import { isGateOn } from '../fieldGates.ts';
import { isBlank, nodeAt, scalarText } from './values.ts';

/** Fields of a kind that no update may change. */
export interface ImmutableRule {
  /** The fields, from the resource down; the first one that changes is the finding. */
  readonly paths: readonly (readonly string[])[];
  /** The server's value for an absent field. */
  readonly fallback: Node | undefined;
  /** Whether an absent field stays unset, by name. */
  readonly staysUnset: (name: string) => boolean;
  /** Whether the server drops an empty map: absent equals empty. */
  readonly isOpen: (name: string) => boolean;
  /** The server's value for an absent field, by name; undefined if unknown. */
  readonly defaultOf: (name: string) => Node | undefined;
  /** Whether changes at a path are allowed. */
  readonly isFree: (path: string) => boolean;
  /** Whether an empty text is not the same as an absent field, by name: the server has a pointer. */
  readonly isOwnZero: (name: string) => boolean;
  /** Whether what is at a path is stored as it is written, without defaults. */
  readonly isVerbatim: (path: string) => boolean;
  /** Whether the value of a field may change from one to another: the keys of labels that were renamed. */
  readonly isRename: (name: string, from: string, to: string) => boolean;
  /** Whether an update may set a field that the stored object lacks. */
  readonly isSettable: (name: string) => boolean;
  /**
   * The comparison: values, decoded base64 values, the number of items, whether a number increases, the set of items,
   * items with the same name, keys of a map that change or vanish, items with a new name, items that vanish, or lists in
   * items that change other than at their end.
   */
  readonly compares: Comparison;
  /** Whether admission completes omitted fields on create only. */
  readonly isFilledOnce: boolean;
  /** A map of texts, whose keys are present even with empty texts. */
  readonly isKeyed: boolean;
  /** Lists may have more items in the stored object, which admission put there. */
  readonly growsInServer: boolean;
  /** Whether admission adds an item to every update: `key operator effect` of a toleration. */
  readonly isAddedAgain: (item: string) => boolean;
  /** Whether it only holds for an update that replaces the object. */
  readonly isForReplacement: boolean;
  /** The message if a replacing update omits the field, which the server does not fill in again. */
  readonly missing: string | undefined;
  /** What the message says about the field, such as `is immutable`. */
  readonly restriction: string;
  /** The path that the server reports; that of the field, if it names none. */
  readonly reports: string | undefined;
  /** The server's cause, `FieldValueInvalid` or `FieldValueForbidden`. */
  readonly cause: string;
  readonly source: string;
  /** Values are not shown: more people read findings than Secrets. */
  readonly isConfidential: boolean;
  /** The server stops after this refusal. */
  readonly isLast: boolean;
  /** Whether it holds for this update. */
  applies(now: Resource, stored: Resource, surface: ApiSurface): boolean;
}

const comparisons = [
  'values',
  'base64',
  'count',
  'increase',
  'set',
  'named',
  'keys',
  'added',
  'kept',
  'extended',
] as const;
type Comparison = (typeof comparisons)[number];

interface RuleFact {
  readonly kinds: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly default?: string | number | boolean | readonly string[];
  readonly unset?: string | readonly string[];
  readonly open?: string;
  readonly defaults?: string;
  readonly free?: string;
  readonly settable?: readonly string[];
  readonly pointers?: readonly string[];
  readonly verbatim?: string;
  readonly renamedKeys?: string;
  readonly restriction?: string;
  readonly compares?: string;
  readonly growsInServer?: boolean;
  readonly filledOnce?: boolean;
  readonly addedAgain?: string;
  readonly keyed?: boolean;
  readonly when?: readonly Condition[];
  readonly gate?: string;
  readonly since: string;
  readonly until?: string;
  readonly confidential?: boolean;
  readonly last?: boolean;
  readonly replaces?: boolean;
  readonly missing?: string;
  readonly reports?: string;
  readonly error: string;
  readonly source: string;
}

/**
 * A field of the new or the stored object, or of both, that must be absent, match a pattern ('' where absent), or
 * have another number than another field, which an update that omits it keeps or returns to its default (`absent`).
 */
interface Condition {
  readonly of: string;
  readonly path: readonly string[];
  readonly is?: string;
  readonly differsFrom?: readonly string[];
  readonly absent?: number;
}

const facts: readonly RuleFact[] = table.rules;
const nameLists: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(table.nameLists));
const defaultLists: ReadonlyMap<string, Readonly<Record<string, string | number | boolean>>> = new Map(
  Object.entries(table.defaultLists),
);

const renamedKeys: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(Object.entries(table.renamedKeys));

/** Names of fields whose value, if omitted, depends on other fields or is kept by admission. */
export const computedFields: ReadonlySet<string> = new Set(table.computed);

/** Names of fields that hold quantities by resource, which defaulting rounds up to a thousandth. */
export const resourceLists: ReadonlySet<string> = new Set(table.resourceLists);

/** Matches every kind. */
const anyKind = '*';

let rulesByKind: ReadonlyMap<string, readonly ImmutableRule[]> | undefined;

/** The immutable fields of a kind in updates, for every target. */
export function immutableRules({ apiVersion, kind }: Resource): readonly ImmutableRule[] {
  rulesByKind ??= indexRules();
  const group = parseGroupVersion(apiVersion)?.group ?? '';
  const rulesOfKind = rulesByKind.get(group === '' ? kind : `${group}/${kind}`) ?? [];
  return [...rulesOfKind, ...(rulesByKind.get(anyKind) ?? [])];
}

interface PreservedFact {
  readonly kind: string;
  readonly paths: string;
  readonly gate?: string;
}

const preservedFacts: readonly PreservedFact[] = table.preserved;

/** Whether a target takes the value at a path from the stored object, or fills it in, if an update of a kind has none. */
export function preservedIn({ apiVersion, kind }: Resource, surface: ApiSurface): (path: string) => boolean {
  const patterns = preservedFacts
    .filter(
      (fact) => apiVersion === 'v1' && fact.kind === kind && (fact.gate === undefined || isGateOn(surface, fact.gate)),
    )
    .map(({ paths }) => new RegExp(paths));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Made when the first update is judged: most runs judge none. */
function indexRules(): ReadonlyMap<string, readonly ImmutableRule[]> {
  const index = new Map<string, ImmutableRule[]>();
  for (const fact of facts) {
    const rule = ruleOf(fact);
    for (const kind of fact.kinds) index.set(kind, [...(index.get(kind) ?? []), rule]);
  }
  return index;
}

function ruleOf(fact: RuleFact): ImmutableRule {
  const since = factMinor(fact.since);
  const until = fact.until === undefined ? undefined : factMinor(fact.until);
  const [free, again, verbatim] = [fact.free, fact.addedAgain, fact.verbatim].map((pattern) =>
    pattern === undefined ? undefined : new RegExp(pattern),
  );
  const renamed = new Map(Object.entries(renamedKeys.get(fact.renamedKeys ?? '') ?? {}));
  const unset = typeof fact.unset === 'string' ? (nameLists.get(fact.unset) ?? 'all') : fact.unset;
  const open = nameLists.get(fact.open ?? '');
  const defaults = new Map(
    Object.entries(defaultLists.get(fact.defaults ?? '') ?? {}).map(([name, value]) => [name, valueNode(value)]),
  );
  const conditions = (fact.when ?? []).map(conditionOf);
  return {
    paths: fact.paths,
    fallback: fact.default === undefined ? undefined : valueNode(fact.default),
    staysUnset: (name) => unset === 'all' || unset?.includes(name) === true,
    isOpen: (name) => open?.includes(name) === true,
    defaultOf: (name) => defaults.get(name),
    isFree: (path) => free?.test(path) === true,
    isOwnZero: (name) => fact.pointers?.includes(name) === true,
    isVerbatim: (path) => verbatim?.test(path) === true,
    isRename: (name, from, to) => name === 'key' && renamed.get(from) === to,
    isSettable: (name) => fact.settable?.includes(name) === true,
    compares: comparisons.find((comparison) => comparison === fact.compares) ?? 'values',
    isFilledOnce: fact.filledOnce === true,
    isKeyed: fact.keyed === true,
    isAddedAgain: (item) => again?.test(item) === true,
    growsInServer: fact.growsInServer === true,
    isForReplacement: fact.replaces === true || fact.missing !== undefined,
    missing: fact.missing,
    restriction: fact.restriction ?? (fact.compares === 'increase' ? 'can only be lowered' : 'is immutable'),
    reports: fact.reports,
    cause: fact.error,
    source: fact.source,
    isConfidential: fact.confidential === true,
    isLast: fact.last === true,
    applies: (now, stored, surface) =>
      isWithin(surface.versions.binary, since, until) &&
      fits(fact.gate, surface) &&
      conditions.every((holds) => holds(now, stored)),
  };
}

/** Whether a gate is not off, or with `!` before it not on. */
function fits(gate: string | undefined, { gates }: ApiSurface): boolean {
  if (gate === undefined) return true;
  return gate.startsWith('!') ? gates.get(gate.slice(1))?.enabled !== true : gates.get(gate)?.enabled !== false;
}

function isWithin(binary: Minor, since: Minor, until: Minor | undefined): boolean {
  return since <= binary && (until === undefined || binary <= until);
}

function conditionOf(condition: Condition): (now: Resource, stored: Resource) => boolean {
  const { of, path, is, differsFrom } = condition;
  if (differsFrom !== undefined)
    return (now, stored) => differs(nodeAt(now.root, path), numbersAt(differsFrom, now, stored, condition.absent));
  const pattern = is === undefined ? undefined : new RegExp(is);
  const holds = ({ root }: Resource) => {
    const node = nodeAt(root, path);
    return pattern === undefined ? isBlank(node) : pattern.test(scalarText(node));
  };
  return (now, stored) => (of === 'stored' || holds(now)) && (of === 'now' || holds(stored));
}

/** The values that a number may have after an update. */
function numbersAt(path: readonly string[], now: Resource, stored: Resource, absent: number | undefined) {
  const written = nodeAt(now.root, path);
  if (written !== undefined) return [numberOf(written)];
  return [absent, numberOf(nodeAt(stored.root, path)) ?? absent];
}

function differs(node: Node | undefined, others: readonly (number | undefined)[]): boolean {
  const number = numberOf(node);
  return number !== undefined && others.every((other) => other !== undefined && other !== number);
}

function numberOf(node: Node | undefined): number | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
}

function valueNode(value: string | number | boolean | readonly string[]): Node {
  if (typeof value !== 'object') return { kind: 'scalar', value, style: 'plain', start: 0, end: 0 };
  return { kind: 'list', items: value.map(valueNode), flow: true, start: 0, end: 0 };
}
