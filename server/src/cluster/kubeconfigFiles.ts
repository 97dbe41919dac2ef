import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { isObject, type JsonObject, listAt, objectAt, textAt } from '../live/json.ts';
import { isNull, type Node } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { readText } from '../workspace/disk/readFile.ts';
import { type Failure, failure } from './failure.ts';

/** A part of a kubeconfig with its file. */
export interface KubeconfigEntry {
  readonly value: JsonObject;
  readonly file: string;
}

/** The merged kubeconfig files. Of several entries of one name the first counts, as in kubectl. */
export interface Kubeconfig {
  readonly ok: true;
  readonly contexts: ReadonlyMap<string, KubeconfigEntry>;
  readonly clusters: ReadonlyMap<string, KubeconfigEntry>;
  readonly users: ReadonlyMap<string, KubeconfigEntry>;
  readonly currentContext: string | undefined;
}

/**
 * Reads the user's kubeconfig: the named file, else those of `KUBECONFIG`, else `~/.kube/config`. Referenced files are
 * not read.
 *
 * @param named relative to `cwd`; undefined if none is named.
 */
export function readKubeconfig(named: string | undefined, cwd: string): Kubeconfig | Failure {
  const files = named === undefined ? defaultFiles(cwd).filter((file) => existsSync(file)) : [resolve(cwd, named)];
  if (files.length === 0) {
    const inCluster = inClusterConfig();
    if (inCluster !== undefined) return inCluster;
    return failure(
      `there is no kubeconfig (${defaultFiles(cwd).join(', ')})`,
      'create one with the tool of your cluster, set KUBECONFIG, or name one with --kubeconfig=FILE',
    );
  }
  const contexts = new Map<string, KubeconfigEntry>();
  const clusters = new Map<string, KubeconfigEntry>();
  const users = new Map<string, KubeconfigEntry>();
  let currentContext: string | undefined;
  for (const file of files) {
    const read = readOne(file);
    if (!isObject(read)) return failure(`${file} ${read}`, 'name a kubeconfig with --kubeconfig=FILE, or fix it');
    collect(contexts, read, 'contexts', 'context', file);
    collect(clusters, read, 'clusters', 'cluster', file);
    collect(users, read, 'users', 'user', file);
    const current = textAt(read, 'current-context');
    if (current !== '') currentContext ??= current;
  }
  return { ok: true, contexts, clusters, users, currentContext };
}

/** Whether a file is the user's own rather than part of an untrusted workspace. */
export function isUserKubeconfig(file: string, workspace: string): boolean {
  const real = realPath(file);
  return isBelow(real, realPath(join(homedir(), '.kube'))) || !isBelow(real, realPath(workspace));
}

/** Whether a path is in a folder; links are resolved. */
export function isInsideFolder(path: string, folder: string): boolean {
  return isBelow(realPath(path), realPath(folder));
}

/** Where a pod has the credentials of its service account. */
const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The cluster that this pod runs in, as the context `in-cluster`, by the rules of client-go (`rest/config.go`,
 * `InClusterConfig`); undefined outside of a pod. Only for users without a kubeconfig.
 */
export function inClusterConfig(folder = serviceAccount): Kubeconfig | undefined {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = process.env;
  const tokenFile = join(folder, 'token');
  if (host === '' || port === '' || !existsSync(tokenFile)) return undefined;
  const name = 'in-cluster';
  const file = join(folder, 'kubeconfig');
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const entry = (value: JsonObject) => new Map([[name, { value, file }]]);
  return {
    ok: true,
    contexts: entry({ cluster: name, user: name }),
    clusters: entry({ server, 'certificate-authority': join(folder, 'ca.crt') }),
    users: entry({ tokenFile }),
    currentContext: name,
  };
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A missing path is located by its folder.
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}

function defaultFiles(cwd: string): readonly string[] {
  const files = (process.env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '');
  return files.length > 0 ? files.map((file) => resolve(cwd, file)) : [join(homedir(), '.kube', 'config')];
}

/** The content of a kubeconfig, or the problem of the file. */
function readOne(file: string): JsonObject | string {
  const content = readText(file);
  if (!content.ok) return content.message;
  const [document, ...others] = readManifest(content.text).documents;
  if (document?.root === undefined || document.problems.length > 0 || others.length > 0) return 'is not a kubeconfig';
  const value = plain(document.root);
  return isObject(value) && (Array.isArray(value['contexts']) || Array.isArray(value['clusters']))
    ? value
    : 'is not a kubeconfig';
}

function plain(node: Node): unknown {
  if (isNull(node)) return null;
  if (node.kind === 'list') return node.items.map(plain);
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
  return node.value;
}

function collect(
  entries: Map<string, KubeconfigEntry>,
  read: JsonObject,
  list: string,
  key: string,
  file: string,
): void {
  for (const item of listAt(read, list)) {
    const name = textAt(item, 'name');
    if (name !== undefined && !entries.has(name)) entries.set(name, { value: objectAt(item, key), file });
  }
}
