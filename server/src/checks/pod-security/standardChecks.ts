import type { Value } from '../value.ts';
import type { PodToCheck } from './podToCheck.ts';
import { appArmorProfile, seccompBaseline, seccompRestricted } from './profileChecks.ts';
import { containerWords, joinQuote, pluralize, sorted, values } from './quotedNames.ts';
import type { Violation } from './violation.ts';

export type { Violation } from './violation.ts';

/** A check of a policy version: returns the violation, if any. */
export type Check = (pod: PodToCheck) => Violation | undefined;

/** The name of a check, as the server has it. */
export type CheckId = keyof typeof checksById;

const securityOf = (container: Value) => container.at('securityContext');
const nameOf = (container: Value) => container.at('name').text;

/** The checks by their names. Source: k8s.io/pod-security-admission policy/check_*.go. */
export const checksById = {
  allowPrivilegeEscalation({ containers, isWindows }: PodToCheck): Violation | undefined {
    const bad = isWindows
      ? []
      : containers.filter((container) => securityOf(container).at('allowPrivilegeEscalation').scalar !== false);
    return violation(
      bad,
      'allowPrivilegeEscalation != false',
      (who) => `${who} must set securityContext.allowPrivilegeEscalation=false`,
    );
  },
  appArmorProfile,
  capabilities_baseline({ containers, capabilities }: PodToCheck): Violation | undefined {
    const added = (value: Value) => securityOf(value).at('capabilities').at('add').texts;
    const isBad = (name: string) => !capabilities.includes(name);
    const bad = containers.filter((container) => added(container).some(isBad));
    return violation(bad, 'non-default capabilities', (who) => {
      const names = sorted(bad.flatMap(added).filter(isBad));
      return `${who} must not include ${joinQuote(names)} in securityContext.capabilities.add`;
    });
  },
  capabilities_restricted({ containers, isWindows }: PodToCheck): Violation | undefined {
    if (isWindows) return undefined;
    const of = (value: Value, list: string) => securityOf(value).at('capabilities').at(list).texts;
    const isBad = (name: string) => name !== 'NET_BIND_SERVICE';
    const missing = containers.filter((container) => !of(container, 'drop').includes('ALL'));
    const adding = containers.filter((container) => of(container, 'add').some(isBad));
    const details: string[] = [];
    if (missing.length > 0) {
      details.push(`${containerWords(missing.map(nameOf))} must set securityContext.capabilities.drop=["ALL"]`);
    }
    if (adding.length > 0) {
      const names = joinQuote(sorted(adding.flatMap((value) => of(value, 'add')).filter(isBad)));
      details.push(
        `${containerWords(adding.map(nameOf))} must not include ${names} in securityContext.capabilities.add`,
      );
    }
    const at = missing[0] ?? adding[0];
    return at && { reason: 'unrestricted capabilities', detail: details.join('; '), at };
  },
  hostNamespaces({ spec }: PodToCheck): Violation | undefined {
    const set = ['hostNetwork', 'hostPID', 'hostIPC'].filter((name) => spec.at(name).isTrue);
    const [first] = set;
    return first === undefined
      ? undefined
      : { reason: 'host namespaces', detail: set.map((name) => `${name}=true`).join(', '), at: spec.at(first) };
  },
  hostPathVolumes({ spec }: PodToCheck): Violation | undefined {
    const bad = spec.at('volumes').items.filter((volume) => volume.has('hostPath'));
    const [at] = bad;
    const names = bad.map(nameOf);
    return at && { reason: 'hostPath volumes', detail: `${volumeWords(names)}`, at };
  },
  hostPorts({ containers, defaultsHostPorts }: PodToCheck): Violation | undefined {
    const portOf = (port: Value) =>
      port.at('hostPort').number || (defaultsHostPorts ? port.at('containerPort').number : undefined) || 0;
    const ports = (value: Value) =>
      value
        .at('ports')
        .items.map(portOf)
        .filter((port) => port !== 0);
    const bad = containers.filter((container) => ports(container).length > 0);
    return violation(bad, 'hostPort', (who) => {
      const used = sorted(bad.flatMap(ports).map(String));
      const [verb, noun] = [pluralize('uses', 'use', bad.length), pluralize('hostPort', 'hostPorts', used.length)];
      return `${who} ${verb} ${noun} ${used.join(', ')}`;
    });
  },
  hostProbesAndHostLifecycle({ containers, checksProbeHosts }: PodToCheck): Violation | undefined {
    const bad = checksProbeHosts ? containers.filter((container) => hostsOf(container).length > 0) : [];
    const [at] = bad;
    if (at === undefined) return undefined;
    const [names, hosts] = [sorted(bad.map(nameOf)), sorted(bad.flatMap(hostsOf))];
    const noun = pluralize('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length);
    const detail = `${containerWords(names)} ${pluralize('uses', 'use', names.length)} ${noun} ${joinQuote(hosts)}`;
    return { reason: 'probe or lifecycle host', detail, at };
  },
  privileged({ containers }: PodToCheck): Violation | undefined {
    const bad = containers.filter((container) => securityOf(container).at('privileged').isTrue);
    return violation(bad, 'privileged', (who) => `${who} must not set securityContext.privileged=true`);
  },
  procMount(pod: PodToCheck): Violation | undefined {
    return pod.exemptsProcMount ? undefined : unmaskedProc(pod);
  },
  procMount_restricted: unmaskedProc,
  restrictedVolumes({ spec, volumes, namedVolumes }: PodToCheck): Violation | undefined {
    const bad = spec.at('volumes').items.filter((volume) => !volumes.some((source) => volume.has(source)));
    // A volume without a source is an empty folder by default.
    const sourced = bad.filter((volume) => [...volume.entries].some(([key, { present }]) => key !== 'name' && present));
    const [at] = sourced;
    if (at === undefined) return undefined;
    const types = sorted(sourced.map((volume) => namedVolumes.find((source) => volume.has(source)) ?? 'unknown'));
    const [verb, noun] = [
      pluralize('uses', 'use', sourced.length),
      pluralize('restricted volume type', 'restricted volume types', types.length),
    ];
    const detail = `${volumeWords(sourced.map(nameOf))} ${verb} ${noun} ${joinQuote(types)}`;
    return { reason: 'restricted volume types', detail, at };
  },
  runAsNonRoot({ spec, containers, exemptsUsers }: PodToCheck): Violation | undefined {
    if (exemptsUsers) return undefined;
    const field = (of: Value) => securityOf(of).at('runAsNonRoot');
    const reason = 'runAsNonRoot != true';
    const explicit = containers.filter((container) => field(container).scalar === false);
    const setters = settersOf(field(spec).scalar === false, explicit.map(nameOf));
    if (setters !== '') {
      const at = explicit[0] === undefined ? field(spec) : field(explicit[0]);
      return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false`, at };
    }
    const implicit = field(spec).isTrue ? [] : containers.filter((container) => !field(container).present);
    return violation(implicit, reason, (who) => `pod or ${who} must set securityContext.runAsNonRoot=true`);
  },
  runAsUser({ spec, containers, exemptsUsers }: PodToCheck): Violation | undefined {
    if (exemptsUsers) return undefined;
    const field = (of: Value) => securityOf(of).at('runAsUser');
    const bad = containers.filter((container) => field(container).number === 0);
    const setters = settersOf(field(spec).number === 0, bad.map(nameOf));
    if (setters === '') return undefined;
    return { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0`, at: field(bad[0] ?? spec) };
  },
  seLinuxOptions({ spec, containers, seLinuxTypes }: PodToCheck): Violation | undefined {
    const options = (of: Value) => securityOf(of).at('seLinuxOptions');
    const isBad = (of: Value) =>
      options(of).present &&
      (!seLinuxTypes.includes(options(of).at('type').text) ||
        options(of).at('user').text !== '' ||
        options(of).at('role').text !== '');
    const bad = containers.filter(isBad);
    const setters = settersOf(isBad(spec), bad.map(nameOf));
    if (setters === '') return undefined;
    const all = [...(isBad(spec) ? [spec] : []), ...bad].map(options);
    const types = sorted(all.map((value) => value.at('type').text).filter((type) => !seLinuxTypes.includes(type)));
    const data = [
      ...(types.length > 0 ? [`${pluralize('type', 'types', types.length)} ${joinQuote(types)}`] : []),
      ...(all.some((value) => value.at('user').text !== '') ? ['user may not be set'] : []),
      ...(all.some((value) => value.at('role').text !== '') ? ['role may not be set'] : []),
    ];
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`;
    return { reason: 'seLinuxOptions', detail, at: options(bad[0] ?? spec) };
  },
  seccompProfile_baseline: seccompBaseline,
  seccompProfile_restricted: seccompRestricted,
  sysctls({ spec, sysctls }: PodToCheck): Violation | undefined {
    const bad = securityOf(spec)
      .at('sysctls')
      .items.filter((item) => !sysctls.includes(nameOf(item)));
    const [at] = bad;
    return at && { reason: 'forbidden sysctls', detail: bad.map(nameOf).join(', '), at };
  },
  windowsHostProcess({ spec, containers }: PodToCheck): Violation | undefined {
    const field = (of: Value) => securityOf(of).at('windowsOptions').at('hostProcess');
    const bad = containers.filter((container) => field(container).isTrue);
    const setters = settersOf(field(spec).isTrue, bad.map(nameOf));
    if (setters === '') return undefined;
    const detail = `${setters} must not set securityContext.windowsOptions.hostProcess=true`;
    return { reason: 'hostProcess', detail, at: field(bad[0] ?? spec) };
  },
} satisfies Record<string, Check>;

function violation(bad: readonly Value[], reason: string, detail: (who: string) => string): Violation | undefined {
  const [at] = bad;
  return at && { reason, detail: detail(containerWords(bad.map(nameOf))), at };
}

function unmaskedProc({ containers }: PodToCheck): Violation | undefined {
  const typeOf = (value: Value) => securityOf(value).at('procMount').text;
  const bad = containers.filter(
    (container) => securityOf(container).at('procMount').present && typeOf(container) !== 'Default',
  );
  return violation(
    bad,
    'procMount',
    (who) => `${who} must not set securityContext.procMount to ${joinQuote(sorted(bad.map(typeOf)))}`,
  );
}

function hostsOf(container: Value): readonly string[] {
  const lifecycle = container.at('lifecycle');
  const handlers = [
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => container.at(probe)),
    ...['postStart', 'preStop'].map((handler) => lifecycle.at(handler)),
  ];
  return handlers
    .flatMap((handler) => [handler.at('httpGet').at('host').text, handler.at('tcpSocket').at('host').text])
    .filter((host) => host !== '');
}

function volumeWords(names: readonly string[]): string {
  return `${pluralize('volume', 'volumes', names.length)} ${joinQuote(names)}`;
}

function settersOf(pod: boolean, names: readonly string[]): string {
  return values(pod ? 'pod' : undefined, names.length > 0 ? containerWords(names) : undefined).join(' and ');
}
