import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { dirname, resolve } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { isObject, type JsonObject, objectAt, textAt } from '../live/json.ts';
import { nearest } from '../text/nearest.ts';
import { execCredential } from './execCredential.ts';
import { type Failure, failure, messageOf } from './failure.ts';
import {
  isInsideFolder,
  isUserKubeconfig,
  type Kubeconfig,
  type KubeconfigEntry,
  readKubeconfig,
} from './kubeconfigFiles.ts';

/** The requested cluster, and the user. */
export interface AccessRequest {
  /** A context of the kubeconfig; undefined for the current one. */
  readonly context: string | undefined;
  /** A kubeconfig that the user named; undefined for their default one. */
  readonly kubeconfig: string | undefined;
  readonly cwd: string;
  /** The folder with untrusted files. */
  readonly workspace: string;
}

/** The address of an API server, with credentials. */
export interface ClusterAccess {
  readonly ok: true;
  readonly context: string;
  /** Without a slash at its end. */
  readonly server: string;
  /** For `node:https` and `node:http`. */
  readonly options: RequestOptions;
  /** The client certificate in PEM and the token, to report their expiry. */
  readonly certificate: string | undefined;
  readonly token: string | undefined;
}

/**
 * Prepares access to the cluster of a context.
 *
 * A kubeconfig in the workspace is untrusted. It is read if the user names it, but it runs nothing and reads nothing
 * outside of the workspace: its credentials must be inline.
 */
export async function accessCluster(request: AccessRequest): Promise<ClusterAccess | Failure> {
  const config = readKubeconfig(request.kubeconfig, request.cwd);
  if (!config.ok) return config;
  const context = request.context ?? config.currentContext;
  if (context === undefined) return failure('the kubeconfig has no current context', 'name one with --context=NAME');
  const found = config.contexts.get(context);
  if (found === undefined) return unknownContext(context, config);
  const clusterName = textAt(found.value, 'cluster') ?? '';
  const cluster = config.clusters.get(clusterName);
  const server = textAt(cluster?.value, 'server');
  if (cluster === undefined || server === undefined) {
    return failure(
      `context ${context} names the cluster "${clusterName}", which the kubeconfig does not have`,
      'correct the context in the kubeconfig',
    );
  }
  const userName = textAt(found.value, 'user') ?? '';
  const user = config.users.get(userName) ?? { value: {}, file: found.file };
  const refused = refusal(cluster, request.workspace) ?? refusal(user, request.workspace);
  if (refused !== undefined) return refused;
  const credentials = await credentialsOf(user, cluster.value);
  if (!credentials.ok) return credentials;
  return open(context, server, absolute(cluster), credentials.user);
}

/** A context of a kubeconfig, and the API server that it leads to. */
export interface NamedContext {
  readonly name: string;
  /** '' where the kubeconfig has none. */
  readonly server: string;
  readonly isCurrent: boolean;
}

/** The contexts of the user's kubeconfig, the current one first. */
export function contextsOf(kubeconfig: string | undefined, cwd: string): readonly NamedContext[] | Failure {
  const config = readKubeconfig(kubeconfig, cwd);
  if (!config.ok) return config;
  const { contexts, clusters, currentContext } = config;
  return [...contexts]
    .map(([name, { value }]) => ({
      name,
      server: textAt(clusters.get(textAt(value, 'cluster') ?? '')?.value, 'server') ?? '',
      isCurrent: name === currentContext,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

function unknownContext(context: string, { contexts }: Kubeconfig): Failure {
  const close = nearest(context, contexts.keys(), 1)[0];
  const known = contexts.size === 0 ? 'it has none' : `it has ${[...contexts.keys()].slice(0, 20).join(', ')}`;
  return failure(
    `the kubeconfig has no context "${context}"`,
    close === undefined ? `${known}; name one with --context=NAME` : `did you mean ${close}?`,
  );
}

/** The keys under which a kubeconfig names files. */
const fileKeys = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/** Why an entry from the workspace is refused. */
function refusal({ value, file }: KubeconfigEntry, workspace: string): Failure | undefined {
  if (isUserKubeconfig(file, workspace)) return undefined;
  const remedy = 'if you trust it, move the kubeconfig out of the workspace, for example to ~/.kube';
  for (const key of ['exec', 'auth-provider']) {
    if (isObject(value[key])) {
      return failure(`${file} is in the workspace and would run a program for credentials (${key})`, remedy);
    }
  }
  const outside = fileKeys.find((key) => {
    const path = textAt(value, key);
    return path !== undefined && path !== '' && !isInsideFolder(resolve(dirname(file), path), workspace);
  });
  if (outside === undefined) return undefined;
  return failure(`${file} is in the workspace and names a file outside of it (${outside})`, remedy);
}

/** An entry whose files are named from the root on. */
function absolute({ value, file }: KubeconfigEntry): JsonObject {
  const paths = fileKeys.flatMap((key) => {
    const path = textAt(value, key);
    return path === undefined || path === '' ? [] : [[key, resolve(dirname(file), path)]];
  });
  return { ...value, ...Object.fromEntries(paths) };
}

type Credentials = { readonly ok: true; readonly user: JsonObject } | Failure;

async function credentialsOf(entry: KubeconfigEntry, cluster: JsonObject): Promise<Credentials> {
  const { exec, ...user } = absolute(entry);
  const tokenFile = textAt(user, 'tokenFile');
  if (tokenFile !== undefined) {
    try {
      return { ok: true, user: { ...user, token: readFileSync(tokenFile, 'utf8').trim() } };
    } catch (thrown) {
      return failure(`the token file of the kubeconfig cannot be read: ${messageOf(thrown)}`, 'fix the kubeconfig');
    }
  }
  if (!isObject(exec)) return { ok: true, user };
  const credential = await execCredential(exec, cluster, entry.file);
  if (!credential.ok) return credential;
  const { token, certificate, key } = credential;
  const given = {
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined ? {} : { 'client-certificate-data': base64(certificate) }),
    ...(key === undefined ? {} : { 'client-key-data': base64(key) }),
  };
  return { ok: true, user: { ...user, ...given } };
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** Hands one context to the client library, which knows about TLS, proxies and the providers of credentials. */
async function open(
  context: string,
  server: string,
  cluster: JsonObject,
  user: JsonObject,
): Promise<ClusterAccess | Failure> {
  const config = new KubeConfig();
  const options: RequestOptions = {};
  try {
    config.loadFromString(
      JSON.stringify({
        'current-context': context,
        contexts: [{ name: context, context: { cluster: 'cluster', user: 'user' } }],
        clusters: [{ name: 'cluster', cluster }],
        users: [{ name: 'user', user }],
      }),
    );
    await config.applyToHTTPSOptions(options);
  } catch (thrown) {
    const plainHttp = server.startsWith('http:') && textAt(cluster, 'insecure-skip-tls-verify') === undefined;
    return failure(
      `the credentials of context ${context} cannot be used: ${messageOf(thrown)}`,
      plainHttp
        ? 'write insecure-skip-tls-verify: true for this cluster if you accept a connection without verification'
        : 'fix the kubeconfig, or log in with the tool of your cluster',
    );
  }
  const token = textAt(objectAt(options, 'headers'), 'Authorization')?.replace(/^Bearer /, '');
  const certificate = pemOf(options.cert);
  return { ok: true, context, server: server.replace(/\/+$/, ''), options, certificate, token };
}

function pemOf(value: RequestOptions['cert']): string | undefined {
  if (typeof value === 'string') return value;
  return Buffer.isBuffer(value) ? value.toString('utf8') : undefined;
}
