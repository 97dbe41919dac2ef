import type { WarningRule } from './rule.ts';
import { addressRules } from './rules/addresses.ts';
import { customResourceRule } from './rules/finalizers.ts';
import { nodeLabelRules } from './rules/nodeLabels.ts';
import { nameRules, objectRules } from './rules/objects.ts';
import { podRules } from './rules/pods.ts';
import { schemaRules } from './rules/schemas.ts';
import { secretRules } from './rules/secrets.ts';
import { serviceRules } from './rules/service.ts';
import { storageRules } from './rules/storage.ts';

const rules: readonly WarningRule[] = [
  ...nameRules,
  ...podRules,
  ...serviceRules,
  ...storageRules,
  ...addressRules,
  ...nodeLabelRules,
  ...secretRules,
  ...schemaRules,
  ...objectRules,
];

const everywhere = rules.filter(({ kinds }) => kinds.includes('*'));
const ofCustom: readonly WarningRule[] = [customResourceRule];
/** The rules of each kind, followed by those for all kinds. */
const byKind: ReadonlyMap<string, readonly WarningRule[]> = new Map(
  rules
    .flatMap(({ kinds }) => kinds)
    .map((kind) => [kind, [...rules.filter(({ kinds }) => kinds.includes(kind)), ...everywhere]]),
);

/** The rules for a kind, written `group/Kind`, or for any custom resource. */
export function rulesFor(kind: string, isCustom: boolean): readonly WarningRule[] {
  return isCustom ? ofCustom : (byKind.get(kind) ?? everywhere);
}
