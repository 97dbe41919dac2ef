import { dnsLabel } from '../../../formats/dns.ts';
import { versionRank } from '../../../targets/groupVersion.ts';
import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule, ValidatedKind } from '../rule.ts';
import { validateLabels } from './meta/labels.ts';
import { subdomainName, validateMetadata } from './meta/objectMeta.ts';
import { containerResourceNameProblems } from './pod/resourceNames.ts';
import { validateAmounts, validateHugePages } from './pod/resources.ts';
import { validateTolerations } from './pod/scheduling.ts';

/** RuntimeClasses. */
export const runtimeClassRules: readonly KindRule[] = [
  {
    group: 'node.k8s.io',
    kind: 'RuntimeClass',
    rule: validateRuntimeClass,
    source: 'pkg/apis/node/validation/validation.go, ValidateRuntimeClass',
  },
];

function validateRuntimeClass(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateMetadata(object.at('metadata'), kind, subdomainName, errors);
  // The alpha version had a spec; the server reports its fields where they are now.
  const isAlpha = versionRank(kind.version)?.stability === 'alpha';
  const spec = isAlpha ? object.at('spec') : object;
  const handler = spec.at(isAlpha ? 'runtimeHandler' : 'handler').reportedAt(object.at('handler'));
  if (handler.empty && errors.has('runtime-class-handler-required')) errors.required(handler);
  else errors.invalid(handler, dnsLabel(handler.text), handler.text);
  validateOverhead(spec.at('overhead').reportedAt(object.at('overhead')), errors);
  validateScheduling(spec.at('scheduling').reportedAt(object.at('scheduling')), errors);
}

/** Pod overhead is validated like container limits. */
function validateOverhead(overhead: Value, errors: ErrorList): void {
  const fixed = overhead.at('podFixed');
  validateAmounts(fixed.reportedAt(overhead.at('limits')).entries, containerResourceNameProblems, errors);
  validateHugePages(overhead, [...fixed.entries.keys()], errors);
}

function validateScheduling(scheduling: Value, errors: ErrorList): void {
  const tolerations = scheduling.at('tolerations');
  validateLabels(scheduling.at('nodeSelector'), errors);
  const nested = errors.has('runtime-class-tolerations-nested');
  // Amounts are never compared here, regardless of the gate for pods.
  validateTolerations(nested ? tolerations.reportedAt(tolerations.at('tolerations')) : tolerations, errors, false);
  const seen = new Set<string>();
  for (const toleration of tolerations.items) {
    const key = JSON.stringify(['key', 'operator', 'value', 'effect'].map((field) => toleration.at(field).text));
    if (seen.has(key)) errors.duplicate(toleration);
    seen.add(key);
  }
}
