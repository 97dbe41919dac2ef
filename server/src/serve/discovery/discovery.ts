import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import type { ServedResource } from '../../catalog/surface.ts';
import type { Value, ValueMap } from '../../conversion/value.ts';
import { formatGroupVersion, type GroupVersionKind } from '../../targets/groupVersion.ts';
import { factMinor } from '../../targets/version.ts';
import { type Answer, jsonOf, pathNotFound, RawBody } from '../transport/answer.ts';
import type { ServedApi } from './servedApi.ts';
import { versionOf } from './version.ts';

/*
 * Source: k8s.io/apiserver pkg/endpoints/discovery, k8s.io/kube-aggregator; compared with the answers of
 * kube-apiserver 1.34 and 1.37.
 */

/** The discovery document of a path; undefined for paths of other kinds. */
export function discoveryOf(path: string, accept: string, api: ServedApi): Answer | undefined {
  const [root, group, version, ...others] = path.replace(/^\/+|\/+$/g, '').split('/');
  if (root === 'version' && group === undefined) return ok(versionOf(api.surface));
  if ((root !== 'api' && root !== 'apis') || others.length > 0) return undefined;
  if (root === 'api') {
    if (version !== undefined) return undefined;
    return group === undefined ? (aggregated(api, accept, true) ?? ok(coreVersions)) : resourceList(api, '', group);
  }
  if (group === undefined) return aggregated(api, accept, false) ?? ok(groupList(api));
  return version === undefined ? oneGroup(api, group) : resourceList(api, group, version);
}

function ok(body: ValueMap): Answer {
  return { status: 200, body };
}

const coreVersions: ValueMap = {
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1' }],
};

function groupList(api: ServedApi): ValueMap {
  const groups = api.groups.filter(({ group }) => group !== '').map(({ group }) => groupOf(api, group));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

function oneGroup(api: ServedApi, group: string): Answer {
  if (api.versions(group).length === 0) throw pathNotFound();
  return ok({ kind: 'APIGroup', apiVersion: 'v1', ...groupOf(api, group) });
}

function groupOf(api: ServedApi, group: string): ValueMap {
  const versions = api
    .versions(group)
    .map((version) => ({ groupVersion: formatGroupVersion({ group, version }), version }));
  return { name: group, versions, preferredVersion: versions[0] ?? {} };
}

function resourceList(api: ServedApi, group: string, version: string): Answer {
  const resources = api.resources({ group, version });
  if (resources.length === 0) throw pathNotFound();
  return ok({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: formatGroupVersion({ group, version }),
    resources: resources.flatMap((served) => rowsOf(api, served)),
  });
}

function rowsOf(api: ServedApi, served: ServedResource): readonly ValueMap[] {
  const { resource, kind, namespaced, verbs, shortNames, facts } = served;
  const own: ValueMap = {
    name: resource,
    singularName: facts.singular ?? kind.toLowerCase(),
    namespaced,
    kind,
    verbs,
    ...listed('shortNames', shortNames),
    ...listed('categories', api.categories(served)),
  };
  const subresources = api.subresources(served).map((subresource): ValueMap => {
    const { group = '', version = '', kind: other = kind } = subresource.kind ?? {};
    return {
      name: `${resource}/${subresource.name}`,
      singularName: '',
      namespaced,
      ...(version === '' ? {} : { group, version }),
      kind: other,
      verbs: subresource.verbs,
    };
  });
  return [own, ...subresources];
}

/**
 * The version of aggregated discovery that a client asks for and the target has; undefined for none. Source: KEP-3352;
 * k8s.io/apiserver pkg/endpoints/discovery/aggregated/negotiation.go.
 */
function aggregatedVersion(api: ServedApi, accept: string): string | undefined {
  const { gates, versions } = api.surface;
  // A gate that is no longer known is on.
  const isOn = gates.get('AggregatedDiscoveryEndpoint')?.enabled ?? versions.binary >= firstWithoutGate;
  if (!isOn) return undefined;
  const hasBeta = gates.get('AggregatedDiscoveryRemoveBetaType')?.enabled !== true;
  const served = [...(versions.binary >= firstWithV2 ? ['v2'] : []), ...(hasBeta ? ['v2beta1'] : [])];
  return served.find((name) => accept.includes(`g=apidiscovery.k8s.io;v=${name};as=APIGroupDiscoveryList`));
}

const firstWithV2 = factMinor(table.aggregatedDiscovery.v2Since);
const firstWithoutGate = factMinor(table.aggregatedDiscovery.gateUntil) + 1;

function aggregated(api: ServedApi, accept: string, isCore: boolean): Answer | undefined {
  const version = aggregatedVersion(api, accept.replaceAll(' ', ''));
  if (version === undefined) return undefined;
  const items = api.groups
    .filter(({ group }) => (group === '') === isCore)
    .map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((name) => ({
        version: name,
        resources: api.resources({ group, version: name }).map((served) => aggregatedResource(api, served)),
        freshness: 'Current',
      })),
    }));
  const list: Value = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items,
  };
  const type = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  return { status: 200, body: new RawBody(type, jsonOf(list)) };
}

function aggregatedResource(api: ServedApi, served: ServedResource): ValueMap {
  const { resource, kind, namespaced, verbs, shortNames, facts, custom } = served;
  const own: ValueMap =
    custom === undefined ? { group: '', version: '', kind } : { group: served.group, version: served.version, kind };
  const subresources = api.subresources(served).map(
    ({ name, verbs: allowed, kind: other }): ValueMap => ({
      subresource: name,
      responseKind: other === undefined ? own : kindOf(other),
      verbs: allowed,
    }),
  );
  return {
    resource,
    responseKind: own,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: facts.singular ?? kind.toLowerCase(),
    verbs,
    ...listed('shortNames', shortNames),
    ...listed('categories', api.categories(served)),
    ...listed('subresources', subresources),
  };
}

function kindOf({ group, version, kind }: GroupVersionKind): ValueMap {
  return { group, version, kind };
}

function listed(name: string, values: readonly Value[]): ValueMap {
  return values.length === 0 ? {} : { [name]: values };
}
