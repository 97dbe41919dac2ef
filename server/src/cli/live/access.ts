import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments } from '../flags/arguments.ts';
import { timeoutOf } from '../flags/timeout.ts';
import type { Terminal } from '../output/terminal.ts';

/** The flags of commands that talk to clusters. */
export const liveFlags: readonly FlagSpec[] = [
  {
    name: 'context',
    value: 'NAME',
    help: 'add live, releases: a context of your kubeconfig; without it the current one. Otherwise: as the target',
  },
  {
    name: 'name',
    value: 'NAME',
    help: 'add live: the name of the target (default: from the context); releases: only this release',
  },
  { name: 'namespace', short: 'n', value: 'NAME', help: 'releases, stored: only of this namespace (default: all)' },
  { name: 'all-namespaces', short: 'A', help: 'releases, stored: of all namespaces, as without --namespace' },
  { name: 'audit-log', value: 'FILE', help: 'stored: an audit log of kube-apiserver (JSON); may be repeated' },
  { name: 'releases', help: 'stored: also read the Helm releases of the cluster (its Secrets and ConfigMaps of Helm)' },
  {
    name: 'annotation',
    value: 'KEY',
    help: 'stored: an annotation that holds a manifest as JSON, besides that of kubectl; may be repeated',
  },
  { name: 'show-labels', help: 'stored: also show the labels of objects, as kubectl does' },
  { name: 'write', help: 'releases: write a new revision of each rewritable release; the old one is kept' },
  {
    name: 'drop-ended',
    help: 'releases: leave out objects of kinds that the target no longer serves in any version, such as PodSecurityPolicy',
  },
  { name: 'backup', value: 'FOLDER', help: 'releases --write: save the replaced revisions there, secrets included' },
];

/** The only namespace to read; undefined for all. `--all-namespaces` wins over `--namespace`, as in kubectl. */
export function namespaceOf(parsed: ParsedArguments): string | undefined {
  return isOn(parsed, 'all-namespaces') ? undefined : lastValue(parsed, 'namespace');
}

/** The inputs of every request to a cluster. Throws a UsageError for an invalid time limit. */
export function accessOf(parsed: ParsedArguments, terminal: Terminal, folder: string) {
  return {
    folder,
    cwd: terminal.cwd,
    kubeconfig: lastValue(parsed, 'kubeconfig'),
    milliseconds: timeoutOf(parsed, 15),
    now: () => new Date(),
    catalog: readCatalog(),
  };
}
