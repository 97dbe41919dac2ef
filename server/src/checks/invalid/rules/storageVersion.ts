import { dns1035Label, dnsSubdomain } from '../../../formats/dns.ts';
import type { Format } from '../../../formats/format.ts';
import type { KindRule } from '../rule.ts';
import { validateObjectMeta } from './meta/objectMeta.ts';

/** The storage versions of a resource at the servers of a cluster. The status is cleared before validation. */
export const storageVersionRules: readonly KindRule[] = [
  {
    group: 'internal.apiserver.k8s.io',
    kind: 'StorageVersion',
    rule: (object, errors, kind) => validateObjectMeta(object.at('metadata'), kind, resourceOfGroup, errors),
    source: 'pkg/apis/apiserverinternal/validation/validation.go, ValidateStorageVersion',
  },
];

const resourceOfGroup: Format = (name) => {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return ['name must be in the form of <group>.<resource>'];
  return [
    ...dnsSubdomain(name.slice(0, dot)).map((problem) => `the group segment ${problem}`),
    ...dns1035Label(name.slice(dot + 1)).map((problem) => `the resource segment ${problem}`),
  ];
};
