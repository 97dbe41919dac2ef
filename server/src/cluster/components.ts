import { ComponentCount, countKubelets, countPods } from '../live/components.ts';
import { listAt, objectAt } from '../live/json.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import { continuation, type GetPath, parse } from './ask.ts';

/** Rows of nodes with their names and versions alone. */
const asTable = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const pageSize = 500;
const maxPages = 40;

/** Where kubeadm and what is built on it run components: static Pods of control planes, and kube-proxy on every node. */
const kubeSystem = '/api/v1/namespaces/kube-system/pods';
const podSelectors = ['tier%3Dcontrol-plane', 'k8s-app%3Dkube-proxy', 'component%3Dkube-proxy'];

/**
 * Reads which versions of which components run in a cluster: kubelets of all nodes, control planes and kube-proxies where
 * they run as Pods. No verdict depends on it, so nothing stops here: `componentsUnread` is why kubelets could not be listed.
 */
export async function readComponents(
  ask: GetPath,
): Promise<Required<Pick<LiveSnapshot, 'components'>> & Pick<LiveSnapshot, 'componentsUnread'>> {
  const count = new ComponentCount('cluster');
  const nodes = await pages(ask, '/api/v1/nodes?includeObject=None', asTable, (page) => countKubelets(page, count));
  for (const selector of podSelectors) {
    await pages(ask, `${kubeSystem}?labelSelector=${selector}`, undefined, (page) =>
      countPods(listAt(page, 'items'), count),
    );
  }
  return { components: count.all(), ...(nodes === undefined ? {} : { componentsUnread: nodes }) };
}

/** Reads a list page by page; returns why it was not read completely. */
async function pages(
  ask: GetPath,
  path: string,
  accept: string | undefined,
  take: (page: unknown) => void,
): Promise<string | undefined> {
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const from = token === undefined ? '' : `&continue=${encodeURIComponent(token)}`;
    const answered = await ask(`${path}&limit=${pageSize}${from}`, accept);
    if (!answered.ok) return answered.message;
    const answer = parse(answered.body);
    take(answer);
    token = continuation(objectAt(answer, 'metadata'));
    if (token === undefined) return undefined;
  }
  return `there are more than ${pageSize * maxPages} of them`;
}
