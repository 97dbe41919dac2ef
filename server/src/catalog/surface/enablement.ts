import { compareVersions, type GroupVersion } from '../../targets/groupVersion.ts';
import { groupVersionKey, type KindFacts } from '../catalog.ts';
import type { Registry } from './registry.ts';
import { isOfStability, type RuntimeConfig } from './runtimeConfig.ts';

/** A kind that a binary has installed, with whether it is on without `--runtime-config`. */
export interface InstalledKind {
  readonly kind: KindFacts;
  readonly resource: string;
  readonly onByDefault: boolean;
}

/** Which resources are turned on: `ResourceConfig` in `k8s.io/apiserver/pkg/server/storage`. */
export class Enablement {
  readonly #versions = new Map<string, boolean>();
  readonly #resources = new Map<string, boolean>();
  readonly #groupVersions = new Map<string, GroupVersion>();
  readonly #config: RuntimeConfig;

  constructor(installed: readonly InstalledKind[], config: RuntimeConfig) {
    this.#config = config;
    for (const { kind, onByDefault } of installed) {
      const key = groupVersionKey(kind);
      this.#groupVersions.set(key, { group: kind.group, version: kind.version });
      this.#versions.set(key, (this.#versions.get(key) ?? true) && onByDefault);
    }
    for (const { kind, resource, onByDefault } of installed) {
      if (onByDefault && this.#versions.get(groupVersionKey(kind)) === false) {
        this.#resources.set(resourceKey(kind, resource), true);
      }
    }
    for (const { stability, on } of config.stabilities) {
      for (const [key, { version }] of this.#groupVersions) {
        if (isOfStability(version, stability)) this.#setVersion(key, on);
      }
    }
    this.#applyNamed();
  }

  /** Whether a resource is on. A setting for the resource precedes one for its version. */
  isOn(kind: GroupVersion, resource: string): boolean {
    return this.#resources.get(resourceKey(kind, resource)) ?? this.#versions.get(groupVersionKey(kind)) ?? false;
  }

  /** Whether `--runtime-config` names the version itself and turns it on. */
  namesVersion({ group, version }: GroupVersion): boolean {
    return this.#config.versions.some((named) => named.on && named.group === group && named.version === version);
  }

  /** Whether `--runtime-config` names the resource itself and turns it on. */
  namesResource({ group, version }: GroupVersion, resource: string): boolean {
    return this.#config.resources.some(
      (named) => named.on && named.group === group && named.version === version && named.resource === resource,
    );
  }

  /**
   * Turns on every version that ranks above an enabled one, and resources likewise; alpha versions enable nothing
   * (`EmulationForwardCompatibleResourceConfig`). A higher version that is off by default is on or off depending on the
   * order in which the server walks a map: this turns it on.
   *
   * @returns the versions for which the server's result is not deterministic.
   */
  addNewerVersions(registry: Registry): readonly GroupVersion[] {
    const unsure: GroupVersion[] = [];
    const versions = [...this.#versions].filter(([, on]) => on).map(([key]) => key);
    for (const key of versions) {
      const groupVersion = this.#groupVersions.get(key);
      if (groupVersion === undefined) continue;
      for (const version of newerVersions(groupVersion, registry)) {
        const newer = { group: groupVersion.group, version };
        if (this.#versions.get(groupVersionKey(newer)) === false && !this.#isNamed(newer)) unsure.push(newer);
        this.#versions.set(groupVersionKey(newer), true);
      }
    }
    for (const [key, on] of [...this.#resources]) {
      const [group = '', version = '', resource = ''] = key.split('/');
      if (!on) continue;
      for (const newer of newerVersions({ group, version }, registry)) {
        this.#resources.set(resourceKey({ group, version: newer }, resource), true);
      }
    }
    this.#applyNamed();
    return unsure;
  }

  #isNamed({ group, version }: GroupVersion): boolean {
    return this.#config.versions.some((named) => named.group === group && named.version === version);
  }

  #applyNamed(): void {
    for (const named of this.#config.versions) this.#setVersion(groupVersionKey(named), named.on);
    for (const named of this.#config.resources) this.#resources.set(resourceKey(named, named.resource), named.on);
  }

  /** A setting for a version replaces the settings for its resources. */
  #setVersion(key: string, on: boolean): void {
    this.#versions.set(key, on);
    for (const resource of this.#resources.keys()) {
      if (resource.startsWith(`${key}/`)) this.#resources.delete(resource);
    }
  }
}

function newerVersions({ group, version }: GroupVersion, registry: Registry): readonly string[] {
  if (isOfStability(version, 'alpha')) return [];
  return registry.versions(group).filter((candidate) => compareVersions(candidate, version) < 0);
}

function resourceKey(groupVersion: GroupVersion, resource: string): string {
  return `${groupVersionKey(groupVersion)}/${resource}`;
}
