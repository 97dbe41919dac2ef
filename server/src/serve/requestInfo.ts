/** What the path of a resource request names, decoded. */
export interface RequestInfo {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Undefined for cluster-scoped requests, and for lists of all namespaces. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/**
 * Reads the path of a resource request; undefined for any other path. Source: k8s.io/apiserver
 * pkg/endpoints/request/requestinfo.go.
 */
export function requestInfoOf(path: string): RequestInfo | undefined {
  const [root, ...rest] = path.replace(/^\/+|\/+$/g, '').split('/');
  const group = root === 'api' ? '' : root === 'apis' ? rest.shift() : undefined;
  const [version, ...parts] = rest.map(decoded);
  if (group === undefined || version === undefined || parts.length === 0) return undefined;
  const isInNamespace = parts[0] === 'namespaces' && parts.length > 2 && !namespaceSubresources.has(parts[2] ?? '');
  const namespace = isInNamespace ? parts[1] : undefined;
  const [resource, name, subresource, ...others] = isInNamespace ? parts.slice(2) : parts;
  if (resource === undefined || resource === 'watch') return undefined;
  // What follows a subresource is the path of a proxied request.
  if (others.length > 0 && subresource !== 'proxy') return undefined;
  return { group: decoded(group), version, resource, namespace, name, subresource };
}

/** What may follow the name of a Namespace besides the resources in it. */
const namespaceSubresources: ReadonlySet<string> = new Set(['status', 'finalize']);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
