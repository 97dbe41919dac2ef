import type { Value } from '../../server/src/conversion/value.ts';
import type { RealServer, ServerReply } from '../support/realServer.ts';

/** Plugins that depend on other objects of the cluster, or change the sent object. */
const disabledPlugins = [
  ...['ServiceAccount', 'NamespaceLifecycle', 'LimitRanger', 'ResourceQuota', 'Priority', 'DefaultStorageClass'],
  ...['DefaultIngressClass', 'StorageObjectInUseProtection', 'PersistentVolumeClaimResize', 'RuntimeClass'],
  ...['CertificateApproval', 'CertificateSigning', 'CertificateSubjectRestriction', 'DefaultTolerationSeconds'],
  ...['TaintNodesByCondition', 'PodSecurity', 'MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'],
  ...['ValidatingAdmissionPolicy', 'ClusterTrustBundleAttest'],
];

/** The flag that disables these plugins. */
export const withoutPlugins = `--disable-admission-plugins=${disabledPlugins.join(',')}`;

/** The flags of servers whose answers must depend only on the sent object. */
export const askedFlags: readonly string[] = [withoutPlugins, '--allow-privileged=true'];

/** The endpoint for resources of a kind. */
export interface ResourceEndpoint {
  readonly path: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

/** The path of an endpoint's resources, in a namespace if they have one. */
export function pathIn({ path, resource, namespaced }: ResourceEndpoint, namespace: string): string {
  return `${path}${namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ''}/${resource}`;
}

/** The endpoints of all kinds that support a verb, by `apiVersion kind`. */
export async function discover(server: RealServer, verb = 'patch'): Promise<ReadonlyMap<string, ResourceEndpoint>> {
  const endpoints = new Map<string, ResourceEndpoint>();
  const { groups }: { groups: { versions: { groupVersion: string }[] }[] } = JSON.parse(
    (await server.ask('GET', '/apis')).body,
  );
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
  for (const version of ['v1', ...versions]) {
    const path = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const reply = await server.ask('GET', path);
    // A stored APIService can name a group that is not served.
    if (reply.status !== 200) continue;
    const { resources }: { resources: { name: string; kind: string; namespaced: boolean; verbs: string[] }[] } =
      JSON.parse(reply.body);
    for (const { name, kind, namespaced, verbs } of resources) {
      if (name.includes('/') || !verbs.includes(verb)) continue;
      endpoints.set(`${version} ${kind}`, { path, resource: name, namespaced });
    }
  }
  return endpoints;
}

/** The part of a reply that recordings keep. */
export interface KeptAnswer {
  readonly status: number;
  readonly warnings?: readonly string[];
  readonly message?: string;
  /** The refused fields with messages. */
  readonly causes?: readonly Value[];
}

/** The recorded part of a reply: the warnings of an accepted request, the refused fields of a refused one. */
export function answerOf({ status, warnings, body }: ServerReply): KeptAnswer {
  if (status < 300) return { status, ...(warnings.length === 0 ? {} : { warnings }) };
  const { message, details }: { message?: string; details?: { causes?: { field?: string; message?: string }[] } } =
    JSON.parse(body);
  const causes = details?.causes?.map((cause): Value => [cause.field ?? '', cause.message ?? '']);
  return { status, ...(message === undefined ? {} : { message }), ...(causes === undefined ? {} : { causes }) };
}
