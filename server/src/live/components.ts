import { componentNamed, componentOfImage, imageParts } from '../sources/components.ts';
import type { ObservedComponent } from '../targets/observedComponent.ts';
import { parseMinor } from '../targets/version.ts';
import type { AuditedUse } from './auditLog.ts';
import { isObject, listAt, objectAt, textAt } from './json.ts';
import { isGitVersion } from './serverVersion.ts';

/** The limit of names per version. */
const maxNames = 5;
const longestName = 253;

/** Counts components by version, each by its name. */
export class ComponentCount {
  readonly #seenIn: ObservedComponent['seenIn'];
  readonly #found = new Map<string, { component: string; version: string; count: number; names: string[] }>();

  constructor(seenIn: ObservedComponent['seenIn']) {
    this.#seenIn = seenIn;
  }

  /** Counts a component, unless its version is not one of Kubernetes 1. */
  add(component: string, version: string, name: string): void {
    if (componentNamed(component) === undefined || !isGitVersion(version) || parseMinor(version) === undefined) return;
    const key = `${component} ${version}`;
    const known = this.#found.get(key);
    const found = known ?? { component, version, count: 0, names: [] };
    if (known === undefined) this.#found.set(key, found);
    found.count++;
    if (found.names.length < maxNames) found.names.push(name.slice(0, longestName));
  }

  /** All that were counted, by component and version. */
  all(): readonly ObservedComponent[] {
    return [...this.#found.values()]
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((found) => ({ ...found, seenIn: this.#seenIn }));
  }
}

/**
 * The kubelets of a page of nodes, listed as a table (`k8s.io/kubernetes/pkg/printers/internalversion`): the column
 * Version has `status.nodeInfo.kubeletVersion`, and nothing else of the nodes is sent.
 */
export function countKubelets(table: unknown, count: ComponentCount): void {
  const columns = listAt(table, 'columnDefinitions').map((column) => textAt(column, 'name'));
  const [name, version] = [columns.indexOf('Name'), columns.indexOf('Version')];
  if (name < 0 || version < 0) return;
  for (const row of listAt(table, 'rows')) {
    const cells = listAt(row, 'cells');
    const [node, kubelet] = [cells[name], cells[version]];
    if (typeof node === 'string' && typeof kubelet === 'string') count.add('kubelet', kubelet, node);
  }
}

/** The components that Pods, or the template of a DaemonSet, run, by the tags of their images. */
export function countPods(items: readonly unknown[], count: ComponentCount): void {
  for (const item of items) {
    const name = textAt(objectAt(item, 'metadata'), 'name') ?? '';
    for (const container of listAt(objectAt(item, 'spec'), 'containers')) {
      const parts = isObject(container) ? imageParts(textAt(container, 'image') ?? '') : undefined;
      const component = parts && componentOfImage(parts);
      if (component !== undefined && parts?.tag !== undefined) count.add(component, parts.tag, name);
    }
  }
}

/**
 * The components and kubectls that an audit log names, by their user agents: `kubelet/v1.31.4 (linux/amd64) kubernetes/a1b2c3d`
 * (`adjustVersion` of `k8s.io/client-go/rest/config.go`).
 */
export function componentsOfAuditLog(uses: readonly AuditedUse[]): readonly ObservedComponent[] {
  const count = new ComponentCount('audit log');
  const seen = new Set<string>();
  for (const { user, userAgent } of uses) {
    const [, program, version] = /^([a-z-]{1,60})\/(v1\.\d+\.\d+\S{0,60}) \(/.exec(userAgent) ?? [];
    if (program === undefined || version === undefined) continue;
    const key = `${program} ${version} ${user}`;
    if (seen.has(key)) continue;
    seen.add(key);
    count.add(program, version, user);
  }
  return count.all();
}

function keyOf({ component, version }: { readonly component: string; readonly version: string }): string {
  return `${component} ${String(parseMinor(version) ?? 0).padStart(4, '0')} ${version}`;
}
