import { dnsSubdomain, wildcardDnsSubdomain } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import { parseIp } from '../../../../formats/ip.ts';
import { domainPrefixedPath, pathSegment, portName } from '../../../../formats/names.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { label1035Name, labelName, subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

const group = 'networking.k8s.io';
const file = 'pkg/apis/networking/validation/validation.go';

/** Ingresses and their classes. */
export const ingressRules: readonly KindRule[] = [
  { group, kind: 'Ingress', rule: validateIngress, source: `${file}, ValidateIngressCreate` },
  { group, kind: 'IngressClass', rule: validateIngressClass, source: `${file}, ValidateIngressClass` },
];

const classAnnotation = 'kubernetes.io/ingress.class';
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
const forbiddenInPaths = ['//', '/./', '/../', '%2f', '%2F'];
const forbiddenAtEnd = ['/..', '/.'];

function validateIngress(ingress: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = ingress.at('spec');
  validateObjectMeta(ingress.at('metadata'), kind, subdomainName, errors);
  // Backends had another shape before the stable version.
  if (!isStable(kind)) return;
  const [rules, backend, className] = [spec.at('rules'), spec.at('defaultBackend'), spec.at('ingressClassName')];
  if (rules.empty && !backend.present) {
    errors.invalid(spec, 'either `defaultBackend` or `rules` must be specified');
  }
  if (backend.present) validateBackend(backend, errors);
  for (const rule of rules.items) validateRule(rule, errors);
  for (const tls of spec.at('tls').items) validateTls(tls, errors);
  if (className.present) errors.invalid(className, subdomainName(className.text, false));
  const annotation = ingress.at('metadata').at('annotations').entries.get(classAnnotation);
  if (annotation !== undefined && className.present && annotation.text !== className.text) {
    errors.invalid(
      annotation.reportedAt(ingress.at('annotations').at(classAnnotation)),
      'must match `ingressClassName` when both are specified',
    );
  }
}

function validateTls(tls: Value, errors: ErrorList): void {
  for (const host of tls.at('hosts').items) validateHost(host, errors);
  const secret = tls.at('secretName');
  if (!secret.empty) errors.format(secret, dnsSubdomain);
}

function validateHost(host: Value, errors: ErrorList): void {
  errors.invalid(host, (host.text.includes('*') ? wildcardDnsSubdomain : dnsSubdomain)(host.text), host.text);
}

function validateRule(rule: Value, errors: ErrorList): void {
  const [host, http] = [rule.at('host'), rule.at('http')];
  if (!host.empty) {
    if (parseIp(host.text) !== undefined) errors.invalid(host, 'must be a DNS name, not an IP address');
    validateHost(host, errors);
  }
  if (!http.present) return;
  if (http.at('paths').empty) errors.required(http.at('paths'));
  for (const path of http.at('paths').items) validatePath(path, errors);
}

function validatePath(path: Value, errors: ErrorList): void {
  const [type, value] = [path.at('pathType'), path.at('path')];
  if (!type.present) {
    errors.required(type, 'pathType must be specified');
    return;
  }
  switch (type.text) {
    case 'Exact':
    case 'Prefix':
      if (!value.text.startsWith('/')) errors.invalid(value, 'must be an absolute path', value.text);
      for (const part of forbiddenInPaths) {
        if (value.text.includes(part)) errors.invalid(value, `must not contain '${part}'`);
      }
      for (const part of forbiddenAtEnd) {
        if (value.text.endsWith(part)) errors.invalid(value, `cannot end with '${part}'`);
      }
      break;
    case 'ImplementationSpecific':
      if (!value.empty && !value.text.startsWith('/')) errors.invalid(value, 'must be an absolute path');
      break;
    default:
      errors.unsupported(type, pathTypes);
  }
  validateBackend(path.at('backend'), errors);
}

function validateBackend(backend: Value, errors: ErrorList): void {
  const [resource, service] = [backend.at('resource'), backend.at('service')];
  if (resource.present && service.present) {
    errors.invalid(backend, 'cannot set both resource and service backends', '');
  } else if (resource.present) validateReference(resource, errors);
  else if (service.present) validateServiceBackend(service, backend, errors);
  else errors.invalid(backend, 'resource or service backend is required', '');
}

function validateServiceBackend(service: Value, backend: Value, errors: ErrorList): void {
  const name = service.at('name');
  if (name.empty) errors.required(name);
  else {
    const rule = errors.gate('RelaxedServiceNameValidation') ? labelName : label1035Name;
    errors.invalid(name, rule(name.text, false));
  }
  const [portLabel, number] = [service.at('port').at('name'), service.at('port').at('number')];
  const hasNumber = (number.number ?? 0) !== 0;
  if (!portLabel.empty && hasNumber) errors.invalid(backend, 'cannot set both port name & port number', '');
  else if (!portLabel.empty) errors.format(portLabel, portName);
  else if (hasNumber) errors.invalid(number, portNumber(number.number ?? 0));
  else errors.required(backend, 'port name or number is required');
}

/** A reference to another object: group, kind and name. */
function validateReference(reference: Value, errors: ErrorList): void {
  const apiGroup = reference.at('apiGroup');
  if (apiGroup.present) errors.invalid(apiGroup, dnsSubdomain(apiGroup.text), apiGroup.text);
  for (const field of ['kind', 'name']) {
    if (reference.at(field).empty) errors.required(reference.at(field));
    else errors.format(reference.at(field), pathSegment);
  }
}

function validateIngressClass(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const [controller, parameters] = [object.at('spec').at('controller'), object.at('spec').at('parameters')];
  if (isLonger(controller.text, 250)) errors.tooLong(controller, 250);
  if (controller.empty) errors.required(controller);
  else errors.format(controller, domainPrefixedPath);
  if (!parameters.present) return;
  validateReference(parameters, errors);
  const [scope, namespace] = [parameters.at('scope'), parameters.at('namespace')];
  const actual = scope.present ? scope.text : 'Cluster';
  if (actual === 'Namespace') {
    if (!namespace.present) errors.required(namespace, "`parameters.scope` is set to 'Namespace'");
    else errors.invalid(namespace, labelName(namespace.text, false));
  } else if (actual === 'Cluster') {
    if (namespace.present) errors.forbidden(namespace, "`parameters.scope` is set to 'Cluster'");
  } else errors.unsupported(scope, ['Cluster', 'Namespace']);
}
