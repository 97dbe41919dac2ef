import { dnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateNonNegativeQuantity } from '../pod/quantities.ts';
import { validateCsiDriverName } from '../pod/volumeSources.ts';

const group = 'storage.k8s.io';
const file = 'pkg/apis/storage/validation/validation.go';

/** CSI drivers, and their nodes and capacities. */
export const csiRules: readonly KindRule[] = [
  { group, kind: 'CSIDriver', rule: validateCsiDriver, source: `${file}, ValidateCSIDriver` },
  { group, kind: 'CSINode', rule: validateCsiNode, source: `${file}, ValidateCSINode` },
  { group, kind: 'CSIStorageCapacity', rule: validateCapacity, source: `${file}, ValidateCSIStorageCapacity` },
];

const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const longestNodeId = 256;

function validateCsiDriver(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const [policy, modes, period, secrets] = [
    spec.at('fsGroupPolicy'),
    spec.at('volumeLifecycleModes'),
    spec.at('nodeAllocatableUpdatePeriodSeconds'),
    spec.at('serviceAccountTokenInSecrets'),
  ];
  if (policy.present) errors.oneOf(policy, groupPolicies);
  for (const mode of modes.items) errors.oneOf(mode.reportedAt(modes), ['Persistent', 'Ephemeral']);
  if ((period.number ?? 10) < 10) errors.invalid(period, 'must be greater than or equal to 10 seconds');
  if (secrets.present && spec.at('tokenRequests').empty) {
    errors.invalid(secrets, 'serviceAccountTokenInSecrets is set but no tokenRequests are specified');
  }
  validateTokenRequests(spec.at('tokenRequests'), errors);
}

function validateTokenRequests(requests: Value, errors: ErrorList): void {
  const audiences = new Set<string>();
  for (const request of requests.items) {
    const [audience, expiration] = [request.at('audience'), request.at('expirationSeconds')];
    if (audiences.has(audience.text)) {
      errors.duplicate(audience, audience.text);
      continue;
    }
    audiences.add(audience.text);
    const seconds = expiration.number ?? 600;
    if (seconds < 600) errors.invalid(expiration, 'may not specify a duration less than 10 minutes');
    if (seconds > 2 ** 32) errors.invalid(expiration, 'may not specify a duration larger than 2^32 seconds');
  }
}

function validateCsiNode(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const names = new Set<string>();
  for (const driver of object.at('spec').at('drivers').items) {
    const [name, nodeId] = [driver.at('name'), driver.at('nodeID')];
    validateCsiDriverName(name, errors);
    if (nodeId.empty) errors.required(nodeId);
    if (isLonger(nodeId.text, longestNodeId)) errors.invalid(nodeId, `must be ${longestNodeId} characters or less`);
    errors.nonNegative(driver.at('allocatable').at('count'));
    if (names.has(name.text)) errors.duplicate(name);
    names.add(name.text);
    validateTopologyKeys(driver, errors);
  }
}

/** The server names the driver, not the key. */
function validateTopologyKeys(driver: Value, errors: ErrorList): void {
  const keys = new Set<string>();
  for (const key of driver.at('topologyKeys').items) {
    const field = key.reportedAt(driver);
    if (key.empty) errors.required(field);
    if (keys.has(key.text)) errors.duplicate(field, key.text);
    keys.add(key.text);
    errors.invalid(field, qualifiedName(key.text), key.text);
  }
}

function validateCapacity(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateLabelSelector(object.at('nodeTopology'), errors);
  const className = object.at('storageClassName');
  errors.invalid(className, dnsSubdomain(className.text), className.text);
  if (object.has('capacity')) validateNonNegativeQuantity(object.at('capacity'), errors);
}
