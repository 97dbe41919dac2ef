import { dns1035Label, dnsSubdomain } from '../../../formats/dns.ts';
import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import { isAlpha, type KindRule, type ValidatedKind } from '../rule.ts';
import { subdomainName, validateObjectMeta } from './meta/objectMeta.ts';

/** Migrations of stored objects to another version. */
export const storageMigrationRules: readonly KindRule[] = [
  {
    group: 'storagemigration.k8s.io',
    kind: 'StorageVersionMigration',
    rule: validateMigration,
    source: 'pkg/apis/storagemigration/validation/validation.go, ValidateStorageVersionMigration',
  },
];

function validateMigration(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const target = object.at('spec').at('resource');
  if (isAlpha(kind)) {
    for (const field of ['resource', 'version']) {
      if (target.at(field).empty) errors.required(target.at(field), `${field} is required`);
    }
    return;
  }
  const [resource, group] = [target.at('resource'), target.at('group')];
  if (resource.empty) errors.required(resource, 'resource is required to be set');
  else {
    const problem = dns1035Label(resource.text).join(',');
    if (problem !== '') errors.invalid(resource, problem);
  }
  const problem = group.empty ? '' : dnsSubdomain(group.text).join(',');
  if (problem !== '') errors.invalid(group, problem);
}
