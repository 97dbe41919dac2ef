import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { labelName, subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateMandatoryFlowSchema } from './mandatory.ts';

/** Flow schemas of priority and fairness. */
export const flowSchemaRules: readonly KindRule[] = [
  {
    group: 'flowcontrol.apiserver.k8s.io',
    kind: 'FlowSchema',
    rule: validateFlowSchema,
    source: 'pkg/apis/flowcontrol/validation/validation.go, ValidateFlowSchema',
  },
];

const greatestPrecedence = 10000;
const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function validateFlowSchema(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const [meta, spec] = [object.at('metadata'), object.at('spec')];
  validateObjectMeta(meta, kind, subdomainName, errors);
  const precedence = spec.at('matchingPrecedence');
  const { number = 0 } = precedence;
  // 0 is replaced by the default.
  if (number < 0) errors.invalid(precedence, 'must be a positive value');
  if (number > greatestPrecedence) errors.invalid(precedence, `must not be greater than ${greatestPrecedence}`);
  if (number === 1 && meta.at('name').text !== 'exempt') {
    errors.invalid(precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
  }
  const method = spec.at('distinguisherMethod');
  if (method.present) errors.oneOf(method.at('type'), ['ByNamespace', 'ByUser']);
  const level = spec.at('priorityLevelConfiguration').at('name');
  if (level.empty) errors.required(level, 'must reference a priority level');
  else errors.format(level, dnsSubdomain);
  for (const rule of spec.at('rules').items) validateRule(rule, errors);
  validateMandatoryFlowSchema(object, errors);
}

function validateRule(rule: Value, errors: ErrorList): void {
  const [subjects, resources, others] = [rule.at('subjects'), rule.at('resourceRules'), rule.at('nonResourceRules')];
  if (subjects.empty) errors.required(subjects, 'subjects must contain at least one value');
  for (const subject of subjects.items) validateSubject(subject, errors);
  if (resources.empty && others.empty) {
    errors.required(rule, 'at least one of resourceRules and nonResourceRules has to be non-empty');
  }
  for (const resource of resources.items) validateResourceRule(resource, errors);
  for (const other of others.items) {
    validateVerbs(other.at('verbs'), errors);
    validateUrls(other.at('nonResourceURLs'), errors);
  }
}

const subjectFields: ReadonlyMap<string, string> = new Map([
  ['Group', 'group'],
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
]);

function validateSubject(subject: Value, errors: ErrorList): void {
  const kind = subject.at('kind');
  const subjectField = subjectFields.get(kind.text);
  if (subjectField === undefined) {
    errors.unsupported(kind, [...subjectFields.keys()]);
    return;
  }
  for (const [otherKind, field] of subjectFields) {
    if (field !== subjectField && subject.has(field)) {
      errors.forbidden(subject.at(field), `${field} is forbidden when subject kind is not '${otherKind}'`);
    }
  }
  const details = subject.at(subjectField);
  if (!details.present) {
    errors.required(details, `${subjectField} is required when subject kind is '${kind.text}'`);
    return;
  }
  const [name, namespace] = [details.at('name'), details.at('namespace')];
  if (name.empty) errors.required(name);
  if (subjectField !== 'serviceAccount') return;
  if (!name.empty && name.text !== '*') errors.format(name, dnsSubdomain);
  if (namespace.empty) errors.required(namespace, 'must specify namespace for service account');
  else errors.invalid(namespace, labelName(namespace.text, false));
}

function validateResourceRule(rule: Value, errors: ErrorList): void {
  validateVerbs(rule.at('verbs'), errors);
  for (const [field, what, whats] of [
    ['apiGroups', 'api group', 'api groups'],
    ['resources', 'resource', 'resources'],
  ] as const) {
    const list = rule.at(field);
    if (list.empty) errors.required(list, `resource rules must supply at least one ${what}`);
    else onlyWildcard(list, whats, errors);
  }
  const namespaces = rule.at('namespaces');
  if (namespaces.empty) {
    if (!rule.at('clusterScope').isTrue) {
      errors.required(namespaces, 'resource rules that are not cluster scoped must supply at least one namespace');
    }
  } else if (!onlyWildcard(namespaces, 'namespaces', errors)) {
    for (const namespace of namespaces.items) {
      errors.invalid(
        namespace,
        labelName(namespace.text, false).map(
          (why) => `each member of this list must be '*' or a DNS-1123 label; ${why}`,
        ),
        namespace.text,
      );
    }
  }
}

function validateVerbs(list: Value, errors: ErrorList): void {
  if (list.empty) errors.required(list, 'verbs must contain at least one value');
  else if (!onlyWildcard(list, 'verbs', errors) && list.texts.some((verb) => !verbs.includes(verb))) {
    errors.unsupported(list, verbs);
  }
}

function validateUrls(list: Value, errors: ErrorList): void {
  if (list.empty) errors.required(list, 'nonResourceURLs must contain at least one value');
  else if (!onlyWildcard(list, 'non-resource URLs', errors)) {
    for (const url of list.items) errors.invalid(url, urlProblem(url.text), url.text);
  }
}

function urlProblem(url: string): readonly string[] {
  if (url === '') return ['must not be empty'];
  if (url === '/') return [];
  if (!url.startsWith('/')) return ['must start with slash'];
  if (url.includes(' ')) return ['must not contain white-space'];
  if (url.includes('//')) return ['must not contain double slash'];
  const stars = url.split('*').length - 1;
  return stars > 1 || (stars === 1 && !url.endsWith('/*')) ? ['wildcard can only do suffix matching'] : [];
}

/** Whether a list has a wildcard, which then must be all it has. */
function onlyWildcard(list: Value, what: string, errors: ErrorList): boolean {
  if (!list.texts.includes('*')) return false;
  if (list.length > 1) errors.invalid(list, `if '*' is present, must not specify other ${what}`);
  return true;
}
