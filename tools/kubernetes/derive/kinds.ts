import {
  arrayOf,
  fieldOf,
  flag,
  type JsonObject,
  object,
  optionalText,
  text,
  texts,
} from '../../../server/data/generator/json.ts';
import { versionRank } from '../../../server/src/targets/groupVersion.ts';
import { factName } from './notation.ts';
import type { Shapes } from './shapes.ts';

/** The sources of a release's kinds. */
export interface KindSources {
  /** The core group's `api/discovery/api__v1.json`. */
  readonly core: unknown;
  /** `api/discovery/aggregated_v2.json`: all other groups, with everything enabled. */
  readonly discovery: unknown;
  readonly openapi: unknown;
  readonly shapes: Shapes;
  /** The output of `server kinds`: the installed kinds, and their requirements. */
  readonly installed: unknown;
}

/** A kind of one release. Kinds not served as a resource have no `served`: lists, and objects of subresources. */
export interface KindFact {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly stability: string;
  readonly def: string | undefined;
  readonly lifecycle: JsonObject | undefined;
  readonly served: ServedFact | undefined;
}

/** The facts of a separate resource. */
export interface ServedFact {
  readonly plural: string;
  readonly namespaced: boolean;
  readonly singular: string;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: JsonObject;
  readonly enabledByDefault: boolean;
  readonly gates: readonly string[];
}

/** The kinds of a release by `group/version/Kind`: served, published by OpenAPI, or with a lifecycle in the source. */
export function kindFacts(sources: KindSources): ReadonlyMap<string, KindFact> {
  const definitions = definitionsByKind(sources.openapi);
  const lifecycles = lifecyclesByKind(sources.shapes);
  const served = servedByKind(sources);
  const keys = [...new Set([...served.keys(), ...definitions.keys(), ...lifecycles.keys()])].sort();
  return new Map(
    keys.map((key) => {
      const [group = '', version = '', kind = ''] = key.split('/');
      const stability = versionRank(version)?.stability;
      if (stability === undefined) throw new RangeError(`${key}: not a version of an API`);
      return [
        key,
        {
          group,
          version,
          kind,
          stability,
          def: definitions.get(key),
          lifecycle: lifecycles.get(key),
          served: served.get(key),
        },
      ];
    }),
  );
}

/** Kinds that every group has, without a resource. */
const everywhere = new Set([
  'DeleteOptions',
  'WatchEvent',
  'CreateOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
]);

function definitionsByKind(openapi: unknown): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, schema] of Object.entries(object(fieldOf(openapi, 'definitions')))) {
    for (const kind of arrayOf(fieldOf(schema, 'x-kubernetes-group-version-kind'))) {
      if (everywhere.has(text(fieldOf(kind, 'kind')))) continue;
      found.set(['group', 'version', 'kind'].map((part) => text(fieldOf(kind, part))).join('/'), factName(name));
    }
  }
  return found;
}

/** Those of k8s.io/api; the two other kinds with a server warning are in `authored/lifecycles.json`. */
function lifecyclesByKind(shapes: Shapes): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [path, shape] of shapes) {
    if (!path.startsWith('k8s.io/api/')) continue;
    const version = shape.prefix.split('.').at(-1) ?? '';
    for (const [kind, type] of shape.types) {
      if (type.lifecycle.size > 0) found.set(`${shape.group}/${version}/${kind}`, lifecycle(type.lifecycle));
    }
  }
  return found;
}

/** `1,37` is 1.37, `batch,v1,CronJob` the kind to use instead. */
function lifecycle(methods: ReadonlyMap<string, string>): JsonObject {
  const dates = ['introduced', 'deprecated', 'removed'].flatMap((name) => {
    const date = methods.get(name);
    return date === undefined ? [] : [[name, date.replace(',', '.')]];
  });
  const [group, version, kind] = methods.get('replacement')?.split(',') ?? [];
  return { ...Object.fromEntries(dates), ...(kind === undefined ? {} : { replacement: { group, version, kind } }) };
}

function servedByKind(sources: KindSources): Map<string, ServedFact> {
  const installed = new Map(
    arrayOf(sources.installed).map((row) => [
      `${text(fieldOf(row, 'group'))}/${text(fieldOf(row, 'version'))}/${text(fieldOf(row, 'resource'))}`,
      row,
    ]),
  );
  const found = new Map<string, ServedFact>();
  for (const { group, version, resource } of [...coreResources(sources.core), ...otherResources(sources.discovery)]) {
    const row = installed.get(`${group}/${version}/${resource.plural}`);
    found.set(`${group}/${version}/${resource.kind}`, {
      ...resource,
      enabledByDefault: row === undefined ? isAlwaysOn(group) : flag(fieldOf(row, 'enabled')),
      gates: row === undefined ? [] : texts(fieldOf(row, 'gates')),
    });
  }
  return found;
}

/** Groups that another server than kube-apiserver's own installs, and the core group: neither has a switch. */
function isAlwaysOn(group: string): boolean {
  if (group === '' || group === 'apiextensions.k8s.io' || group === 'apiregistration.k8s.io') return true;
  throw new RangeError(`discovery has resources of ${group} that nothing installs`);
}

interface Discovered {
  readonly group: string;
  readonly version: string;
  readonly resource: Omit<ServedFact, 'enabledByDefault' | 'gates'> & { readonly kind: string };
}

/** The resources of the core group, from the older form of discovery. */
function coreResources(core: unknown): Discovered[] {
  const all = arrayOf(fieldOf(core, 'resources'));
  return all.flatMap((resource) => {
    const plural = text(fieldOf(resource, 'name'));
    if (plural.includes('/')) return [];
    const below = all.filter((subresource) => text(fieldOf(subresource, 'name')).startsWith(`${plural}/`));
    return [
      {
        group: '',
        version: 'v1',
        resource: {
          kind: text(fieldOf(resource, 'kind')),
          plural,
          namespaced: flag(fieldOf(resource, 'namespaced')),
          singular: text(fieldOf(resource, 'singularName')),
          verbs: verbs(resource),
          shortNames: texts(fieldOf(resource, 'shortNames')),
          categories: texts(fieldOf(resource, 'categories')),
          subresources: Object.fromEntries(
            below.map((subresource) => [
              text(fieldOf(subresource, 'name')).slice(plural.length + 1),
              { gvk: coreKind(subresource) },
            ]),
          ),
        },
      },
    ];
  });
}

function coreKind(resource: unknown): string {
  const parts = ['group', 'version'].map((part) => optionalText(fieldOf(resource, part)) ?? '');
  const version = parts.filter((part) => part !== '').join('/');
  return `${version === '' ? 'v1' : version}/${text(fieldOf(resource, 'kind'))}`;
}

function otherResources(discovery: unknown): Discovered[] {
  return arrayOf(fieldOf(discovery, 'items')).flatMap((item) => {
    const group = text(fieldOf(fieldOf(item, 'metadata'), 'name'));
    return arrayOf(fieldOf(item, 'versions')).flatMap((versionEntry) => {
      const version = text(fieldOf(versionEntry, 'version'));
      return arrayOf(fieldOf(versionEntry, 'resources')).map((resource) => ({
        group,
        version,
        resource: discovered(resource, group, version),
      }));
    });
  });
}

function discovered(resource: unknown, group: string, version: string): Discovered['resource'] {
  return {
    kind: text(fieldOf(fieldOf(resource, 'responseKind'), 'kind')),
    plural: text(fieldOf(resource, 'resource')),
    namespaced: text(fieldOf(resource, 'scope')) === 'Namespaced',
    singular: text(fieldOf(resource, 'singularResource')),
    verbs: verbs(resource),
    shortNames: texts(fieldOf(resource, 'shortNames')),
    categories: texts(fieldOf(resource, 'categories')),
    subresources: Object.fromEntries(
      arrayOf(fieldOf(resource, 'subresources')).map((subresource) => {
        const kind = fieldOf(subresource, 'responseKind');
        const of = [
          text(fieldOf(kind, 'group')) || group,
          text(fieldOf(kind, 'version')) || version,
          text(fieldOf(kind, 'kind')),
        ];
        return [text(fieldOf(subresource, 'subresource')), { gvk: of.join('/') }];
      }),
    ),
  };
}

/** `watch` accompanies `list` and is omitted. */
function verbs(resource: unknown): string[] {
  return texts(fieldOf(resource, 'verbs'))
    .filter((verb) => verb !== 'watch')
    .sort();
}
