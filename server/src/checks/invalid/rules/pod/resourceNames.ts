import { qualifiedName } from '../../../../formats/label.ts';

// Source: pkg/apis/core/helper/helpers.go and the name functions of pkg/apis/core/validation/validation.go.

const containerNames = ['cpu', 'memory', 'ephemeral-storage'];
const objectCounts = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const quotaNames = [
  ...containerNames,
  ...containerNames.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'requests.storage',
  ...objectCounts,
];
const standardNames = [
  ...containerNames,
  ...containerNames.map((name) => `requests.${name}`),
  ...containerNames.map((name) => `limits.${name}`),
  'storage',
  'requests.storage',
  ...objectCounts,
];

/** `IsHugePageResourceName`. */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** `IsQuotaHugePageResourceName`. */
export function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith('requests.hugepages-');
}

/** `IsNativeResource`. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** `IsExtendedResourceName`. */
export function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}

/** `IsOvercommitAllowed`. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** `IsIntegerResourceName`: resources that come in whole pieces. */
export function isIntegerResource(name: string): boolean {
  return objectCounts.includes(name) || isExtendedResource(name);
}

/** `IsStandardQuotaResourceName`. */
export function isStandardQuotaResource(name: string): boolean {
  return quotaNames.includes(name) || isQuotaHugePages(name);
}

/** Why a text names no resource: `validateResourceName`. */
export function resourceNameProblems(name: string): readonly string[] {
  const problems = qualifiedName(name);
  if (problems.length > 0) return problems;
  if (!name.includes('/') && !standardNames.includes(name) && !isQuotaHugePages(name)) {
    return ['must be a standard resource type or fully qualified'];
  }
  return [];
}

/** Why a text names no resource of a container: `ValidateContainerResourceName`. */
export function containerResourceNameProblems(name: string): readonly string[] {
  const problems = [...resourceNameProblems(name)];
  if (!name.includes('/')) {
    if (!containerNames.includes(name) && !isHugePages(name))
      problems.push('must be a standard resource for containers');
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    problems.push("doesn't follow extended resource name standard");
  }
  return problems;
}

/** Whether a pod as a whole can have the resource: `IsSupportedPodLevelResource`. */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}
