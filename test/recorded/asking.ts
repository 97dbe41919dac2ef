import type { Value } from '../../server/src/conversion/value.ts';
import type { RealServer, ServerReply } from '../support/realServer.ts';

/** Plugins that answer by other objects of the cluster, or write into what they are sent. */
const unasked = [
  ...['ServiceAccount', 'NamespaceLifecycle', 'LimitRanger', 'ResourceQuota', 'Priority', 'DefaultStorageClass'],
  ...['DefaultIngressClass', 'StorageObjectInUseProtection', 'PersistentVolumeClaimResize', 'RuntimeClass'],
  ...['CertificateApproval', 'CertificateSigning', 'CertificateSubjectRestriction', 'DefaultTolerationSeconds'],
  ...['TaintNodesByCondition', 'PodSecurity', 'MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'],
  ...['ValidatingAdmissionPolicy', 'ClusterTrustBundleAttest'],
];

/** The flags of servers that are asked about objects alone. */
export const askedFlags: readonly string[] = [
  `--disable-admission-plugins=${unasked.join(',')}`,
  '--allow-privileged=true',
];

/** Where resources of a kind are. */
export interface ResourceEndpoint {
  readonly path: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

/** The path of an endpoint's resources, in a namespace if they have one. */
export function pathIn({ path, resource, namespaced }: ResourceEndpoint, namespace: string): string {
  return `${path}${namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ''}/${resource}`;
}

/** Where resources of each kind that know a verb are, by `apiVersion kind`. */
export async function discover(server: RealServer, verb = 'patch'): Promise<ReadonlyMap<string, ResourceEndpoint>> {
  const endpoints = new Map<string, ResourceEndpoint>();
  const { groups }: { groups: { versions: { groupVersion: string }[] }[] } = JSON.parse(
    (await server.ask('GET', '/apis')).body,
  );
  const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
  for (const version of ['v1', ...versions]) {
    const path = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const reply = await server.ask('GET', path);
    // A stored APIService may name a group that nothing serves.
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
  /** The refused fields, each with what is said of it. */
  readonly causes?: readonly Value[];
}

/** What of a reply is kept: warnings of one that was taken, the refused fields of another. */
export function answerOf({ status, warnings, body }: ServerReply): KeptAnswer {
  if (status < 300) return { status, ...(warnings.length === 0 ? {} : { warnings }) };
  const { message, details }: { message?: string; details?: { causes?: { field?: string; message?: string }[] } } =
    JSON.parse(body);
  const causes = details?.causes?.map((cause): Value => [cause.field ?? '', cause.message ?? '']);
  return { status, ...(message === undefined ? {} : { message }), ...(causes === undefined ? {} : { causes }) };
}
