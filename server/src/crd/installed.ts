import type { KindFacts } from '../catalog/catalog.ts';
import type { CustomServing, ReleaseLifecycle, ServedResource } from '../catalog/surface.ts';
import { compareVersions, formatGroupVersion, versionRank } from '../targets/groupVersion.ts';
import type { CustomDefinition, CustomVersion } from './definition.ts';

/** A served version of a custom resource: a ServedResource from its definition. */
export class InstalledVersion implements CustomServing {
  readonly definition: CustomDefinition;
  readonly version: CustomVersion;

  constructor(definition: CustomDefinition, version: CustomVersion) {
    this.definition = definition;
    this.version = version;
  }

  get origin(): string {
    return this.definition.origin.label;
  }

  get hasStatus(): boolean {
    return this.version.hasStatus;
  }

  get announcement(): string | undefined {
    return this.definition.origin.releases?.announcement(this.version.name);
  }

  get lifecycle(): ReleaseLifecycle | undefined {
    return this.definition.origin.lifecycle?.(this.version.name);
  }

  fieldHistory(path: readonly (string | number)[]): string | undefined {
    return this.definition.origin.releases?.fieldHistory(this.version.name, path);
  }

  /** The definition's warning, or `defaultDeprecationWarning` in apiextensions-apiserver. */
  get deprecationWarning(): string | undefined {
    const { definition, version } = this;
    if (!version.deprecated) return undefined;
    if (version.deprecationWarning !== undefined) return version.deprecationWarning;
    const { group, kind, versions } = definition;
    const name = (each: string): string => `${formatGroupVersion({ group, version: each })} ${kind}`;
    const [newer] = versions
      .filter(
        (customVersion) =>
          customVersion.served && !customVersion.deprecated && compareVersions(customVersion.name, version.name) < 0,
      )
      .map((customVersion) => customVersion.name)
      .sort(compareVersions);
    const deprecated = `${name(version.name)} is deprecated`;
    return newer === undefined ? deprecated : `${deprecated}; use ${name(newer)}`;
  }
}

/** The definition version of a custom resource; undefined for built-in kinds. */
export function installedVersion({ custom }: ServedResource): InstalledVersion | undefined {
  return custom instanceof InstalledVersion ? custom : undefined;
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** A version of a custom resource as the surface of a target shows it. */
export function servedVersion(definition: CustomDefinition, version: CustomVersion): ServedResource {
  const { group, kind, plural, namespaced, shortNames } = definition;
  return {
    group,
    version: version.name,
    kind,
    resource: plural,
    namespaced,
    shortNames,
    verbs,
    storageVersion: definition.versions.find(({ storage }) => storage)?.name,
    facts: factsOf(definition, version),
    lifecycle: undefined,
    custom: new InstalledVersion(definition, version),
  };
}

/** No minor of Kubernetes has the kind: it depends on its definition. */
function factsOf(definition: CustomDefinition, { name }: CustomVersion): KindFacts {
  const { group, kind, plural, singular, namespaced, shortNames } = definition;
  return {
    group,
    version: name,
    kind,
    stability: versionRank(name)?.stability ?? 'stable',
    resource: plural,
    singular,
    namespaced,
    shortNames,
    verbs,
    served: [],
    enabledByDefault: [],
    gates: [],
    lifecycle: [],
    listOf: undefined,
  };
}
