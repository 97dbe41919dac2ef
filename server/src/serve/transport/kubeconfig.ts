/** A served target, as clients reach it. */
export interface Endpoint {
  /** The name of its context. */
  readonly name: string;
  readonly url: string;
}

/** A kubeconfig, as JSON, with a context for each target; the first is current. */
export function kubeconfigOf(endpoints: readonly Endpoint[], certificate: string, token: string): string {
  const authority = Buffer.from(certificate).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': endpoints[0]?.name ?? '',
    contexts: endpoints.map(({ name }) => ({ name, context: { cluster: name, user: 'kubecompat' } })),
    clusters: endpoints.map(({ name, url }) => ({
      name,
      cluster: { server: url, 'certificate-authority-data': authority },
    })),
    users: [{ name: 'kubecompat', user: { token } }],
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
