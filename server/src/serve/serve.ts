import { randomBytes } from 'node:crypto';
import { lazily } from '../text/lazily.ts';
import { answerTo } from './apiServer.ts';
import { ServedTarget, type TargetInputs } from './servedTarget.ts';
import { ownCertificate } from './transport/certificate.ts';
import { kubeconfigOf } from './transport/kubeconfig.ts';
import { type Listener, listen } from './transport/listener.ts';

/** A target to serve. */
export interface TargetToServe {
  /** The name of its context. */
  readonly name: string;
  /** Called at the first request. */
  readonly inputs: () => TargetInputs;
}

/** Targets that are being served. */
export interface Serving {
  /** A kubeconfig with a context for each, as JSON. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/**
 * Serves targets on the loopback address until they are closed, with a separate certificate and token.
 *
 * @param port of the first target; the others have the following ones. 0 for free ports. Rejects if one is in use.
 * @param onBug receives unexpected exceptions.
 */
export async function serveTargets(
  targets: readonly TargetToServe[],
  port: number,
  onBug: (error: unknown) => void,
): Promise<Serving> {
  const certificate = ownCertificate(new Date());
  const token = randomBytes(32).toString('hex');
  const listeners: Listener[] = [];
  for (const [index, { inputs }] of targets.entries()) {
    const target = lazily(() => new ServedTarget(inputs()));
    const answer: Parameters<typeof listen>[0] = (request) => answerTo(request, target(), () => new Date());
    listeners.push(await listen(answer, { certificate, token }, port === 0 ? 0 : port + index, onBug));
  }
  const endpoints = targets.map(({ name }, index) => ({ name, url: listeners[index]?.url ?? '' }));
  return {
    kubeconfig: kubeconfigOf(endpoints, certificate.certificate, token),
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}
