import { dnsLabel } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateEnv, validateEnvFrom } from './env.ts';
import { isLifecycleKept, validateLifecycle, validateProbes } from './handlers.ts';
import { keptMounts, validateVolumeDevices, validateVolumeMounts } from './mounts.ts';
import { validateContainerPorts, validateHostPorts } from './ports.ts';
import { validateContainerResources } from './resources.ts';
import { validateResizePolicy, validateRestartRules } from './restart.ts';
import { validateSecurityContext } from './security.ts';
import type { KnownVolume } from './volumes.ts';

// Source: pkg/apis/core/validation/validation.go, validateContainers and its siblings.

/** The shared context of a pod's containers. */
export interface PodContext {
  readonly spec: Value;
  /** The pod's well-formed volumes by name. */
  readonly volumes: ReadonlyMap<string, KnownVolume>;
  readonly resourceClaims: ReadonlySet<string>;
  /** Seconds, default filled in. */
  readonly gracePeriod: number;
  /** The pod shares the host's user namespace. */
  readonly hostUsers: boolean;
  /** A pod, not the template of one. */
  readonly isPod: boolean;
  /** Ports without host port take their own number on the host: in pods of the host's network, not in templates. */
  readonly hostPortsDefault: boolean;
}

const sidecarsOnly = 'may not be set for init containers without restartPolicy=Always';
const ephemeralForbidden = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
];

/** The containers of a pod, at least one. */
export function validateContainers(context: PodContext, errors: ErrorList): void {
  const containers = context.spec.at('containers');
  if (containers.empty) {
    errors.required(containers);
    return;
  }
  const names = new Set<string>();
  for (const container of containers.items) {
    const name = container.at('name');
    validateContainer(container, context, errors);
    if (names.has(name.text)) errors.duplicate(name);
    names.add(name.text);
    validateRunning(container, context, errors);
    if (errors.gate('ContainerRestartRules')) validateRestartRules(container, errors);
    else if (container.has('restartPolicy') && !errors.has('container-restart-rules')) {
      errors.forbidden(container.at('restartPolicy'), 'may not be set for non-init containers');
    }
  }
  validateHostPorts(containers.items, context.hostPortsDefault, errors);
}

/** The init containers: each runs to completion, or keeps running as a sidecar. */
export function validateInitContainers(context: PodContext, errors: ErrorList): void {
  const { spec } = context;
  const names = new Set(spec.at('containers').items.map((item) => item.at('name').text));
  for (const container of spec.at('initContainers').items) {
    const name = container.at('name');
    validateContainer(container, context, errors);
    // Without sidecars the policy is dropped, and the container is one that ends.
    const knowsSidecars = errors.gate('SidecarContainers');
    const sidecar = knowsSidecars && container.at('restartPolicy').text === 'Always';
    if (knowsSidecars) validateInitRestartPolicy(container, errors);
    if (names.has(name.text)) errors.duplicate(name);
    else if (!name.empty) names.add(name.text);
    validateHostPorts([container], context.hostPortsDefault, errors);
    if (sidecar) validateRunning(container, context, errors);
    else {
      for (const field of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
        if (isKept(container, field)) errors.forbidden(container.at(field), sidecarsOnly);
      }
    }
    validateInitResizePolicy(container, sidecar, errors);
  }
}

/** Containers for debugging, which only a running pod may have. */
export function validateEphemeralContainers(context: PodContext, errors: ErrorList): void {
  const { spec } = context;
  const others = new Set(
    [...spec.at('containers').items, ...spec.at('initContainers').items].map((item) => item.at('name').text),
  );
  const names = new Set(others);
  const dropsRestartPolicy = errors.has('container-restart-rules') && !errors.gate('ContainerRestartRules');
  for (const container of spec.at('ephemeralContainers').items) {
    const [name, target] = [container.at('name'), container.at('targetContainerName')];
    validateContainer(container, context, errors, true);
    validateImageWhitespace(container, errors);
    if (names.has(name.text)) errors.duplicate(name);
    names.add(name.text);
    if (!target.empty && !others.has(target.text)) errors.notFound(target);
    for (const field of ephemeralForbidden) {
      if (field === 'restartPolicy' && dropsRestartPolicy) continue;
      const value = container.at(field);
      if (field === 'resources' ? hasRequirements(value) : isKept(container, field)) {
        errors.forbidden(value, 'cannot be set for an Ephemeral Container');
      }
    }
    for (const mount of keptMounts(container, context.volumes, errors)) {
      for (const field of ['subPath', 'subPathExpr']) {
        if (!mount.at(field).empty) errors.forbidden(mount.at(field), 'cannot be set for an Ephemeral Container');
      }
    }
  }
}

/** Whether any requirements remain: an empty struct is none. */
function hasRequirements(resources: Value): boolean {
  return ['limits', 'requests', 'claims'].some((field) => resources.has(field));
}

function isKept(container: Value, field: string): boolean {
  const value = container.at(field);
  return field === 'lifecycle' ? isLifecycleKept(value) : value.present;
}

/** An image with blanks around its name is refused in pods, not in templates: `validateContainerOnlyForPod`. */
export function validateImageWhitespace(container: Value, errors: ErrorList): void {
  const image = container.at('image');
  if (image.text.trim() !== image.text) errors.invalid(image, 'must not have leading or trailing whitespace');
}

/** All containers of a pod, init and ephemeral ones included. */
export function allContainers(spec: Value): readonly Value[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((name) => spec.at(name).items);
}

function validateContainer(container: Value, context: PodContext, errors: ErrorList, ephemeral = false): void {
  const [name, image] = [container.at('name'), container.at('image')];
  if (name.empty) errors.required(name);
  else errors.format(name, dnsLabel);
  if (image.empty) errors.required(image);
  const messagePolicy = container.at('terminationMessagePolicy');
  if (!messagePolicy.empty) errors.oneOf(messagePolicy, ['File', 'FallbackToLogsOnError']);
  validateContainerPorts(container.at('ports'), context.hostPortsDefault, errors);
  validateEnv(container.at('env'), errors);
  validateEnvFrom(container.at('envFrom'), errors);
  validateVolumeMounts(container, context.volumes, errors);
  validateVolumeDevices(container, context.volumes, errors);
  const pullPolicy = container.at('imagePullPolicy');
  if (!pullPolicy.empty) errors.oneOf(pullPolicy, ['Always', 'IfNotPresent', 'Never']);
  // The requests of ephemeral containers are not filled in from their limits.
  validateContainerResources(container.at('resources'), context.resourceClaims, context.isPod && !ephemeral, errors);
  validateResizePolicy(container.at('resizePolicy'), context.spec.at('restartPolicy').or('Always'), errors);
  validateSecurityContext(container.at('securityContext'), context.hostUsers, errors);
}

function validateRunning(container: Value, context: PodContext, errors: ErrorList): void {
  const lifecycle = container.at('lifecycle');
  if (lifecycle.present) validateLifecycle(lifecycle, context.gracePeriod, context.spec.at('os'), errors);
  validateProbes(container, context.gracePeriod, errors);
}

function validateInitRestartPolicy(container: Value, errors: ErrorList): void {
  const [policy, rules] = [container.at('restartPolicy'), container.at('restartPolicyRules')];
  if (!policy.present) {
    if (!rules.empty && errors.has('init-restart-rules'))
      errors.required(policy, 'must specify restartPolicy when restart rules are used');
  } else if (!errors.gate('ContainerRestartRules')) {
    if (!errors.has('container-restart-rules')) errors.oneOf(policy, ['Always']);
  } else if (policy.text !== 'Always' || errors.gate('RestartAllContainersOnContainerExits')) {
    validateRestartRules(container, errors);
  } else if (!rules.empty) {
    errors.forbidden(rules, 'restartPolicyRules are not allowed for init containers with restart policy Always');
  }
}

function validateInitResizePolicy(container: Value, sidecar: boolean, errors: ErrorList): void {
  const policies = container.at('resizePolicy');
  if (!errors.gate('InPlacePodVerticalScaling') && !policies.empty) {
    errors.invalid(policies, 'must not be set for init containers');
  }
  if (sidecar || !errors.has('init-resize-restart')) return;
  for (const policy of policies.items) {
    if (policy.at('restartPolicy').text === 'RestartContainer') {
      errors.invalid(
        policy.at('restartPolicy'),
        "must not be set to 'RestartContainer' for non-sidecar initContainers",
      );
    }
  }
}
