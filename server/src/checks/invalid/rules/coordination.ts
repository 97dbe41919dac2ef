import { qualifiedName } from '../../../formats/label.ts';
import { configMapKey } from '../../../formats/names.ts';
import { compareSemanticVersions, parseSemanticVersion } from '../../../formats/semanticVersion.ts';
import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule, ValidatedKind } from '../rule.ts';
import { subdomainName, validateMetadata } from './meta/objectMeta.ts';

const group = 'coordination.k8s.io';
const file = 'pkg/apis/coordination/validation/validation.go';

/** Leases and lease candidates. */
export const coordinationRules: readonly KindRule[] = [
  { group, kind: 'Lease', rule: validateLease, source: `${file}, ValidateLease` },
  { group, kind: 'LeaseCandidate', rule: validateLeaseCandidate, source: `${file}, ValidateLeaseCandidate` },
];

const oldest = 'OldestEmulationVersion';
const notSemantic = 'must be a valid semantic version';

function validateLease(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateMetadata(object.at('metadata'), kind, subdomainName, errors);
  const [duration, transitions, strategy, preferred] = [
    spec.at('leaseDurationSeconds'),
    spec.at('leaseTransitions'),
    spec.at('strategy'),
    spec.at('preferredHolder'),
  ];
  if ((duration.number ?? 1) <= 0) errors.invalid(duration, 'must be greater than 0');
  errors.nonNegative(transitions);
  if (strategy.present) validateStrategy(strategy, errors);
  if (!preferred.empty && strategy.empty) {
    errors.forbidden(preferred, 'may only be specified if `strategy` is defined');
  }
}

function validateLeaseCandidate(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  // Earlier candidates had a list of strategies instead of one, under other rules.
  if (!errors.has('lease-candidate-strategy')) return;
  const spec = object.at('spec');
  validateMetadata(object.at('metadata'), kind, configMapKey, errors);
  const [emulated, binary, strategy] = [spec.at('emulationVersion'), spec.at('binaryVersion'), spec.at('strategy')];
  if (spec.at('leaseName').empty) errors.required(spec.at('leaseName'));
  const [emulation, actual] = [parseSemanticVersion(emulated.text), parseSemanticVersion(binary.text)];
  if (!emulated.empty && emulation === undefined) errors.invalid(emulated, notSemantic);
  if (binary.empty) errors.required(binary);
  else if (actual === undefined) errors.invalid(binary, notSemantic);
  // A version that cannot be read counts as 0.0.0.
  const zero = { numbers: [0n, 0n, 0n], prerelease: [] };
  const order = compareSemanticVersions(actual ?? zero, emulation ?? zero);
  if (!binary.empty && !emulated.empty && order < 0) {
    errors.invalid(binary, 'must be greater than or equal to `emulationVersion`');
  }
  if (strategy.empty) {
    errors.required(strategy);
    return;
  }
  if (strategy.text === oldest && compareSemanticVersions(emulation ?? zero, zero) === 0) {
    errors.required(emulated, `must be specified when \`strategy\` is '${oldest}'`);
  }
  validateStrategy(strategy, errors);
}

/** The server names a field of the strategy that there is not: `ValidateCoordinatedLeaseStrategy`. */
function validateStrategy(strategy: Value, errors: ErrorList): void {
  const field = strategy.reportedAt(strategy.at('strategy'));
  if (strategy.text.includes('/')) errors.format(field, qualifiedName);
  else errors.oneOf(field, [oldest]);
}
