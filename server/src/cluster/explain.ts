import { X509Certificate } from 'node:crypto';
import { textAt } from '../live/json.ts';
import { RequestFailed } from '../network/boundedRequest.ts';
import type { ClusterAccess } from './access.ts';
import { codeOf, type Failure, failure, messageOf } from './failure.ts';
import type { Reply } from './request.ts';

const logIn = 'log in again with the tool of your cluster';

/** Explains a failed request. */
export function explainFailedRequest(thrown: unknown, access: ClusterAccess, milliseconds: number): Failure {
  const { server } = access;
  if (!(thrown instanceof RequestFailed))
    return failure(`${server} cannot be reached: ${messageOf(thrown)}`, 'check the cluster and the kubeconfig');
  if (thrown.reason === 'timeout') {
    const seconds = milliseconds / 1000;
    return failure(`${server} did not answer within ${seconds} seconds`, 'check VPN and proxy, or raise --timeout');
  }
  if (thrown.reason === 'too large') {
    return failure(`${server} sends a response that is too large`, 'check that it is a Kubernetes API server');
  }
  if (thrown.reason === 'cancelled') {
    return cancelled(access);
  }
  const { cause } = thrown;
  const code = codeOf(cause);
  const explanation = network[code] ?? tls[code];
  if (explanation !== undefined) return failure(`${server} ${explanation[0]}`, explanation[1]);
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') {
    return failure(`TLS with ${server} fails: ${messageOf(cause)}`, 'check the address, and whether it speaks https');
  }
  return failure(`${server} cannot be reached: ${messageOf(cause)}`, 'check the address in the kubeconfig');
}

/** The request was cancelled. */
export function cancelled({ server }: ClusterAccess): Failure {
  return { ...failure(`reading ${server} was cancelled`, 'read it again'), isFinal: true };
}

/** The answers came, but took too long together. */
export function explainDeadline({ server }: ClusterAccess, milliseconds: number): Failure {
  const message = `${server} did not answer all requests within ${milliseconds / 1000} seconds`;
  return { ...failure(message, 'try again when it is less busy, or raise --timeout'), isFinal: true };
}

type Texts = Readonly<Record<string, readonly [message: string, remedy: string]>>;

const network: Texts = {
  ECONNREFUSED: ['refuses connections', 'check that the cluster runs and that its address is right'],
  ECONNRESET: ['closed the connection', 'check that it is a Kubernetes API server, and the proxy between'],
  ENOTFOUND: ['has an unknown host name', 'check the address in the kubeconfig, DNS and VPN'],
  EAI_AGAIN: ['has a host name that cannot be resolved now', 'check the network, DNS and VPN'],
  EHOSTUNREACH: ['cannot be reached', 'check the network and VPN'],
  ENETUNREACH: ['cannot be reached', 'check the network and VPN'],
  ETIMEDOUT: ['does not answer', 'check the network, VPN and proxy'],
};

const authority = 'check certificate-authority-data of this cluster in the kubeconfig';

const tls: Texts = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ['has a certificate from an untrusted authority', authority],
  SELF_SIGNED_CERT_IN_CHAIN: ['has a certificate from an untrusted authority', authority],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['has a certificate from an untrusted authority', authority],
  UNABLE_TO_GET_ISSUER_CERT: ['has a certificate from an untrusted authority', authority],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['has a certificate from an untrusted authority', authority],
  CERT_SIGNATURE_FAILURE: ['has a certificate from an untrusted authority', authority],
  CERT_HAS_EXPIRED: ['has a certificate that has expired', 'renew the certificates of the cluster'],
  CERT_NOT_YET_VALID: ['has a certificate that is not valid yet', 'check the clock'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'has a certificate for another host name',
    'use an address in the certificate, or set tls-server-name in the kubeconfig',
  ],
};

/** Explains an unexpected answer. */
export function explainReply({ status, body }: Reply, path: string, access: ClusterAccess, now: Date): Failure {
  const { server, context } = access;
  if (status === 401) {
    const expired = expiryOf(access, now);
    return expired === undefined
      ? failure(`${server} does not accept the credentials of context ${context} (401)`, logIn)
      : failure(`the ${expired} (401 of ${server})`, logIn);
  }
  const why = statusMessage(body);
  if (status === 403) {
    return failure(
      `${server} forbids this user to read ${path} (403)${why === undefined ? '' : `: ${why}`}`,
      'request the permission to read it, or use another context',
    );
  }
  if (status === 429 || status >= 500) {
    return failure(`${server} cannot answer now: ${status}${why === undefined ? '' : `, ${why}`}`, 'try again later');
  }
  return notKubernetes(access, `${path} returns ${status}`);
}

/** The server is not Kubernetes. */
export function notKubernetes({ server }: ClusterAccess, why: string): Failure {
  return failure(
    `${server} does not answer as a Kubernetes API server does (${why})`,
    'check the address of the cluster in the kubeconfig',
  );
}

/** The message of a `Status`, which servers answer with. */
function statusMessage(body: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    return textAt(answer, 'kind') === 'Status' ? textAt(answer, 'message')?.slice(0, 300) : undefined;
  } catch {
    return undefined;
  }
}

/** Which credential expired when, where one did. */
function expiryOf({ certificate, token }: ClusterAccess, now: Date): string | undefined {
  const explanation = (what: string, date: Date) =>
    date < now
      ? `${what} of the kubeconfig expired ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      : undefined;
  try {
    if (token !== undefined) {
      const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
      const expires = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined;
      return typeof expires === 'number' ? explanation('token', new Date(expires * 1000)) : undefined;
    }
    if (certificate === undefined) return undefined;
    return explanation('client certificate', new Date(new X509Certificate(certificate).validTo));
  } catch {
    // Most tokens are opaque.
    return undefined;
  }
}
