import type { ServedResource } from '../../catalog/surface.ts';
import type { Value, ValueMap } from '../../conversion/value.ts';
import type { GroupVersion, GroupVersionKind } from '../../targets/groupVersion.ts';
import { capital } from '../../text/capital.ts';
import type { ServedApi } from '../discovery/servedApi.ts';

/** What differs between the versions of OpenAPI in the description of an operation. */
export interface OperationStyle {
  parameter(name: string, place: 'query' | 'path', description: string): ValueMap;
  /** The body of a request, given the reference of its schema. */
  body(schema: ValueMap, types: readonly string[]): ValueMap;
  /** The success of a request. */
  response(schema: ValueMap): ValueMap;
}

const patchTypes = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];

/** The path of a group version. */
export function rootOf({ group, version }: GroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/**
 * The paths of a group version with their operations. Clients find there which parameters a kind takes, such as dryRun
 * and fieldValidation.
 */
export function pathsOf(
  groupVersion: GroupVersion,
  api: ServedApi,
  style: OperationStyle,
  schemaOf: (served: ServedResource) => ValueMap,
): ValueMap {
  const paths: Record<string, Value> = {};
  for (const served of api.resources(groupVersion)) {
    const { resource, namespaced, verbs } = served;
    const base = `${rootOf(groupVersion)}${namespaced ? '/namespaces/{namespace}' : ''}/${resource}`;
    const schema = schemaOf(served);
    const operations = (names: readonly string[]) =>
      Object.fromEntries(
        names.flatMap((verb): readonly (readonly [string, ValueMap])[] =>
          verbs.includes(verb) ? [[methods.get(verb) ?? verb, operation(verb, served, schema, style)]] : [],
        ),
      );
    const namespace = namespaced ? [style.parameter('namespace', 'path', 'object name and auth scope')] : [];
    const collection = { ...operations(['list', 'create', 'deletecollection']), parameters: namespace };
    paths[base] = collection;
    if (!verbs.includes('get')) continue;
    const name = style.parameter('name', 'path', `name of the ${served.kind}`);
    paths[`${base}/{name}`] = { ...operations(['get', 'update', 'patch', 'delete']), parameters: [name, ...namespace] };
  }
  return paths;
}

const methods: ReadonlyMap<string, string> = new Map([
  ['get', 'get'],
  ['list', 'get'],
  ['create', 'post'],
  ['update', 'put'],
  ['patch', 'patch'],
  ['delete', 'delete'],
  ['deletecollection', 'delete'],
]);

const actions: ReadonlyMap<string, string> = new Map([
  ['create', 'post'],
  ['update', 'put'],
]);

function operation(verb: string, served: ServedResource, schema: ValueMap, style: OperationStyle): ValueMap {
  const { kind, group, version, namespaced } = served;
  const isWrite = verb === 'create' || verb === 'update' || verb === 'patch';
  const names = isWrite ? ['dryRun', 'fieldManager', 'fieldValidation'] : verb === 'delete' ? ['dryRun'] : [];
  const force = verb === 'patch' ? ['force'] : [];
  const types = verb === 'patch' ? patchTypes : ['*/*'];
  const parameters = [...names, ...force].map((name) => style.parameter(name, 'query', ''));
  const gvk: GroupVersionKind = { group, version, kind };
  const scope = namespaced ? 'Namespaced' : '';
  const groupName = group === '' ? 'Core' : capital(group.split('.')[0] ?? group);
  return {
    operationId: `${verb}${groupName}${capital(version)}${scope}${kind}`,
    ...(isWrite ? mergedBody(style.body(schema, types), parameters) : { parameters }),
    responses: style.response(schema),
    'x-kubernetes-action': actions.get(verb) ?? verb,
    'x-kubernetes-group-version-kind': { group: gvk.group, version: gvk.version, kind: gvk.kind },
  };
}

/** OpenAPI v2 has the body among the parameters. */
function mergedBody({ parameters, ...others }: ValueMap, own: readonly Value[]): ValueMap {
  return { ...others, parameters: [...(Array.isArray(parameters) ? parameters : []), ...own] };
}
