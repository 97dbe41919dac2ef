import { httpHeaderName } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validatePortOrName } from './ports.ts';

// Source: pkg/apis/core/validation/validation.go, validateHandler, validateProbe, validateLifecycle.

type Handler = (handler: Value, errors: ErrorList, gracePeriod: number) => void;

const probeHandlers: readonly (readonly [string, Handler])[] = [
  ['exec', validateExec],
  ['httpGet', validateHttpGet],
  ['tcpSocket', (handler, errors) => validatePortOrName(handler.at('port'), errors)],
  ['grpc', validateGrpc],
];
const lifecycleHandlers: readonly (readonly [string, Handler])[] = [
  ['exec', validateExec],
  ['httpGet', validateHttpGet],
  ['tcpSocket', (handler, errors) => validatePortOrName(handler.at('port'), errors)],
  ['sleep', validateSleep],
];
const probeNumbers = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];
const windowsSignals = ['SIGKILL', 'SIGTERM'];

/** The three probes of a container. */
export function validateProbes(container: Value, gracePeriod: number, errors: ErrorList): void {
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container.at(name);
    if (!probe.present) continue;
    validateProbe(probe, gracePeriod, errors);
    const successThreshold = probe.at('successThreshold');
    const grace = probe.at('terminationGracePeriodSeconds');
    if (name === 'readinessProbe') {
      if (grace.present) errors.invalid(grace, 'must not be set for readinessProbes');
    } else if ((successThreshold.number || 1) !== 1) errors.invalid(successThreshold, 'must be 1');
  }
}

/**
 * Whether a lifecycle remains after gated fields are dropped: one with only a dropped signal or sleep is dropped too
 * (`dropContainerStopSignals` and `dropPodLifecycleSleepAction` in pkg/api/pod/util.go).
 */
export function isLifecycleKept(lifecycle: Value): boolean {
  const handlers = ['postStart', 'preStop'].map((name) => lifecycle.at(name));
  if (lifecycle.has('stopSignal') || handlers.some(isHandlerKept)) return true;
  const drops = lifecycle.holds('stopSignal') || handlers.some((handler) => handler.present);
  return lifecycle.present && !drops;
}

function isHandlerKept(handler: Value): boolean {
  const isDropped = handler.holds('sleep') && !handler.has('sleep');
  return handler.present && (!isDropped || ['exec', 'httpGet', 'tcpSocket'].some((name) => handler.has(name)));
}

/** The lifecycle hooks of a container. */
export function validateLifecycle(lifecycle: Value, gracePeriod: number, os: Value, errors: ErrorList): void {
  for (const name of ['postStart', 'preStop']) {
    const handler = lifecycle.at(name);
    if (isHandlerKept(handler)) validateHandler(handler, lifecycleHandlers, gracePeriod, errors);
  }
  const stopSignal = lifecycle.at('stopSignal');
  if (!stopSignal.present) return;
  if (!os.present) errors.forbidden(stopSignal, 'may not be set for containers with empty `spec.os.name`');
  else if (os.at('name').text === 'windows') errors.oneOf(stopSignal, windowsSignals);
  else if (os.at('name').text === 'linux') errors.oneOf(stopSignal, linuxSignals);
}

function validateProbe(probe: Value, gracePeriod: number, errors: ErrorList): void {
  validateHandler(probe, probeHandlers, gracePeriod, errors);
  for (const name of probeNumbers) errors.nonNegative(probe.at(name));
  const grace = probe.at('terminationGracePeriodSeconds');
  if ((grace.number ?? 1) <= 0) errors.invalid(grace, 'must be greater than 0');
}

function validateHandler(
  holder: Value,
  handlers: readonly (readonly [string, Handler])[],
  gracePeriod: number,
  errors: ErrorList,
): void {
  let found = false;
  for (const [name, validate] of handlers) {
    const handler = holder.at(name);
    if (!handler.present) continue;
    if (found) errors.forbidden(handler, 'may not specify more than 1 handler type');
    else validate(handler, errors, gracePeriod);
    found = true;
  }
  if (!found) errors.required(holder, 'must specify a handler type');
}

function validateExec(handler: Value, errors: ErrorList): void {
  if (handler.at('command').empty) errors.required(handler.at('command'));
}

function validateHttpGet(handler: Value, errors: ErrorList): void {
  validatePortOrName(handler.at('port'), errors);
  const scheme = handler.at('scheme');
  if (!scheme.empty) errors.oneOf(scheme, ['HTTP', 'HTTPS']);
  for (const header of handler.at('httpHeaders').items) {
    const name = header.at('name');
    errors.invalid(name.reportedAt(handler.at('httpHeaders')), httpHeaderName(name.text), name.text);
  }
  const protocol = handler.at('protocol');
  if (!protocol.present) return;
  if (!['HTTP1', 'HTTP2'].includes(protocol.text)) errors.unsupported(protocol, ['HTTP1', 'HTTP2']);
  else if (protocol.text === 'HTTP2' && scheme.or('HTTP') !== 'HTTP') {
    errors.invalid(protocol, 'is only supported with HTTP (H2C)');
  } else if (protocol.text === 'HTTP2' && !handler.at('host').empty) {
    errors.invalid(handler.at('host'), 'must be empty when `protocol` is "HTTP2"');
  }
}

function validateGrpc(handler: Value, errors: ErrorList): void {
  validatePortOrName(handler.at('port'), errors);
  const mode = handler.at('mode');
  if (mode.present) errors.oneOf(mode, ['Plaintext', 'TLS']);
}

function validateSleep(handler: Value, errors: ErrorList, gracePeriod: number): void {
  const seconds = handler.at('seconds').number ?? 0;
  const zeroAllowed = errors.gate('PodLifecycleSleepActionAllowZero');
  if (seconds < 0 || seconds > gracePeriod || (seconds === 0 && !zeroAllowed)) {
    errors.invalid(handler, `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`);
  }
}

const linuxSignals: readonly string[] = [
  ...['ABRT', 'ALRM', 'BUS', 'CHLD', 'CLD', 'CONT', 'FPE', 'HUP', 'ILL', 'INT', 'IO', 'IOT', 'KILL', 'PIPE', 'POLL'],
  ...['PROF', 'PWR', 'QUIT', 'SEGV', 'STKFLT', 'STOP', 'SYS', 'TERM', 'TRAP', 'TSTP', 'TTIN', 'TTOU', 'URG', 'USR1'],
  ...['USR2', 'VTALRM', 'WINCH', 'XCPU', 'XFSZ', 'RTMIN', 'RTMAX'],
  ...Array.from({ length: 15 }, (_, i) => `RTMIN+${i + 1}`),
  ...Array.from({ length: 14 }, (_, i) => `RTMAX-${i + 1}`),
].map((name) => `SIG${name}`);
