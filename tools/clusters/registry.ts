import type { Tool } from './tool.ts';
import { clusterApi } from './tools/clusterApi.ts';
import { kamaji } from './tools/kamaji.ts';
import { kind } from './tools/kind.ts';
import { kubeadm } from './tools/kubeadm.ts';
import { talos } from './tools/talos.ts';
import { vcluster } from './tools/vcluster.ts';

/** The tools that can be asked, one line each. */
export const tools: readonly Tool[] = [kind, kubeadm, talos, clusterApi, vcluster, kamaji];
