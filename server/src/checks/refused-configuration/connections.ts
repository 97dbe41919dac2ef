import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { parseUrl } from '../../formats/url.ts';
import type { Value } from '../value.ts';
import type { Refusals } from './refusals.ts';

const { names } = facts.egress;
const maxRate = 1_000_000;

/**
 * Collects the server's errors in a TracingConfiguration.
 *
 * Source: ValidateTracingConfiguration in k8s.io/component-base tracing/api/v1/config.go.
 */
export function validateTracing(root: Value, refusals: Refusals): void {
  const [rate, endpoint] = [root.at('samplingRatePerMillion'), root.at('endpoint')];
  if ((rate.number ?? 0) < 0) refusals.value(rate, 'sampling rate must be positive');
  if ((rate.number ?? 0) > maxRate) {
    refusals.value(rate, 'sampling rate per million must be less than or equal to one million');
  }
  const url = parseUrl(endpoint.text.includes('//') ? endpoint.text : `dns://${endpoint.text}`);
  if (typeof url === 'string') {
    refusals.value(endpoint, url);
    return;
  }
  if (['dns', 'unix', 'unix-abstract'].includes(url.scheme)) return;
  refusals.value(
    endpoint,
    `unsupported scheme: ${url.scheme}. Options are none, dns, unix, or unix-abstract`,
    'Write the endpoint without a scheme, such as localhost:4317',
  );
}

/**
 * Collects the server's errors in an EgressSelectorConfiguration, without those about files of the host.
 *
 * Source: ValidateEgressSelectorConfiguration in k8s.io/apiserver pkg/server/egressselector/config.go.
 */
export function validateEgress(root: Value, refusals: Refusals): void {
  const seen = new Set<string>();
  for (const selection of root.at('egressSelections').items) {
    validateConnection(selection.at('connection'), refusals);
    const name = selection.at('name');
    const lower = name.text.toLowerCase();
    if (seen.has(lower)) refusals.duplicate(name);
    else if (!names.includes(lower)) refusals.unsupported(name, names);
    seen.add(lower);
  }
}

function validateConnection(connection: Value, refusals: Refusals): void {
  const [protocol, transport] = [connection.at('proxyProtocol'), connection.at('transport')];
  const [tcp, uds] = [transport.at('tcp'), transport.at('uds')];
  switch (protocol.text) {
    case 'Direct':
      if (transport.present) refusals.value(transport, 'config must be absent for direct connect', 'Remove it');
      return;
    case 'HTTPConnect':
      if (!transport.present) refusals.missing(transport, 'transport must be set for HTTPConnect');
      else if (tcp.present && uds.present) refusals.value(tcp, 'TCP and UDS cannot both be set', 'Remove one of them');
      else if (tcp.present) validateTcp(tcp, refusals);
      else if (uds.present) validateUds(uds, refusals);
      else refusals.missing(tcp, 'One of TCP or UDS must be set');
      return;
    case 'GRPC':
      if (!transport.present) refusals.missing(transport, 'transport must be set for GRPC');
      else if (uds.present) validateUds(uds, refusals);
      else refusals.missing(uds, 'UDS must be set with GRPC');
      return;
    default:
      refusals.unsupported(protocol, ['Direct', 'HTTPConnect', 'GRPC']);
  }
}

function validateUds(uds: Value, refusals: Refusals): void {
  const name = uds.at('udsName');
  if (name.text === '') refusals.missing(name, 'must be present for UDS connections');
}

function validateTcp(tcp: Value, refusals: Refusals): void {
  const [url, tls] = [tcp.at('url'), tcp.at('tlsConfig')];
  if (url.text.startsWith('http://')) {
    if (tls.present) refusals.value(tls, 'config must not be present when using HTTP', 'Remove it');
  } else if (!url.text.startsWith('https://')) {
    refusals.value(url, 'supported connection protocols are http:// and https://');
  } else if (!tls.present) refusals.missing(tls, 'TLSConfig must be present when using HTTPS');
  else {
    for (const name of ['clientCert', 'clientKey']) {
      if (tls.at(name).text === '') refusals.missing(tls.at(name), `Using TLS requires ${name}`);
    }
  }
}
