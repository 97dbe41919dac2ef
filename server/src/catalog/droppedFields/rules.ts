import table from '../../../data/authored/dropped-fields.json' with { type: 'json' };
import { factMinor, type Minor } from '../../targets/version.ts';
import { grouped } from '../../text/grouped.ts';
import type { ApiField } from '../types.ts';

/** A field that a create drops while one of its gates is off. */
export interface GatedRule {
  readonly type: string;
  readonly fields: readonly string[];
  readonly gates: readonly string[];
  /** The kinds whose strategy drops it; undefined where every kind with the type does. */
  readonly kinds?: readonly string[];
  /** A condition on the value or its place: the name of one in `conditions.ts`. */
  readonly when?: string;
  /**
   * When an update keeps the field: if the stored object has any field of the same gates, or for `field`, the same
   * field. With `per-item`, only the item with the same name counts.
   */
  readonly inUse?: string;
  /** The first binary that drops it; older ones keep it regardless of gates. */
  readonly since?: string;
  /** The file of k8s.io/kubernetes that drops it. */
  readonly source: string;
}

/** A field that a create drops regardless of gates. */
export interface AlwaysRule {
  readonly type: string;
  readonly fields: readonly string[];
  readonly since: string;
  readonly why: string;
  readonly source: string;
}

const gated: readonly GatedRule[] = table.fields;
const always: readonly AlwaysRule[] = table.always;

/** The rules by field name, since every field of a target is looked up. */
const gatedByField = grouped(gated.flatMap((rule) => rule.fields.map((name): [string, GatedRule] => [name, rule])));
const none: readonly GatedRule[] = [];

/** The rules of a binary about a field under gates. */
export function gatedRulesFor(field: ApiField, binary: Minor): readonly GatedRule[] {
  const named = gatedByField.get(field.name);
  return named === undefined ? none : named.filter((rule) => concerns(rule, field) && isInForce(rule, binary));
}

const kindsOfRules = new Set(gated.flatMap(({ kinds = [] }) => kinds));

/** Whether some rules apply only to this kind. */
export function isKindOfRules(kind: string): boolean {
  return kindsOfRules.has(kind);
}

/** Whether a binary lets a field through although newer ones drop it. */
export function isNotYetDropped(field: ApiField, binary: Minor): boolean {
  return gatedByField.get(field.name)?.some((rule) => concerns(rule, field) && !isInForce(rule, binary)) === true;
}

function isInForce({ since }: GatedRule, binary: Minor): boolean {
  return since === undefined || factMinor(since) <= binary;
}

/** The rule that drops a field of a binary for good, if there is one. */
export function alwaysRuleFor(field: ApiField, binary: Minor, parse: (text: string) => Minor): AlwaysRule | undefined {
  return always.find((rule) => concerns(rule, field) && parse(rule.since) <= binary);
}

/** A rule's type is a short name whose version may be `*`: `resource.*.Device`. */
function concerns(rule: GatedRule | AlwaysRule, { owner, name }: ApiField): boolean {
  if (!rule.fields.includes(name)) return false;
  if (!rule.type.includes('*')) return rule.type === owner;
  const [before = '', after = ''] = rule.type.split('*');
  const version = owner.slice(before.length, owner.length - after.length);
  return owner.startsWith(before) && owner.endsWith(after) && version !== '' && !version.includes('.');
}
