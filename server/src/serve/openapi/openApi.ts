import { createHash } from 'node:crypto';
import type { ServedResource } from '../../catalog/surface.ts';
import type { ValueMap } from '../../conversion/value.ts';
import { installedVersion } from '../../crd/installed.ts';
import { metadataFields, objectMeta } from '../../crd/resourceType.ts';
import type { GroupVersion } from '../../targets/groupVersion.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { readFieldTexts } from '../../workspace/shipped/fieldTextsFile.ts';
import type { ServedApi } from '../discovery/servedApi.ts';
import { versionOf } from '../discovery/version.ts';
import { type Answer, jsonOf, RawBody, Refusal } from '../transport/answer.ts';
import { customSchema } from './customSchema.ts';
import { type OperationStyle, pathsOf, rootOf } from './paths.ts';
import { type SchemaStyle, Schemas } from './schemas.ts';

/** The OpenAPI document of a path; undefined for paths of other kinds. */
export function openApiOf(path: string, accept: string, api: ServedApi): Answer | undefined {
  if (path === '/openapi/v2') return { status: 200, body: v2(accept, api) };
  if (path === '/openapi/v3') return { status: 200, body: { paths: indexOf(api) } };
  if (!path.startsWith('/openapi/v3/')) return undefined;
  const found = groupVersionsOf(api).find((version) => `/openapi/v3${rootOf(version)}` === path);
  if (found === undefined) return undefined;
  return { status: 200, body: new RawBody('application/json', documentOf(found, api)) };
}

function groupVersionsOf(api: ServedApi): readonly GroupVersion[] {
  return api.groups.flatMap(({ group, versions }) => versions.map((version) => ({ group, version })));
}

function indexOf(api: ServedApi): ValueMap {
  return Object.fromEntries(
    groupVersionsOf(api).map((version) => {
      const root = rootOf(version);
      // Documents depend on the target and on this program; clients cache them by this hash.
      const names = api.resources(version).map(({ kind, resource }) => `${kind}/${resource}`);
      const hash = createHash('sha256')
        .update(JSON.stringify([root, api.surface.name, names]))
        .digest('hex');
      return [root.slice(1), { serverRelativeURL: `/openapi/v3${root}?hash=${hash}` }];
    }),
  );
}

const documents = new WeakMap<ServedApi, Map<string, string>>();

function documentOf(version: GroupVersion, api: ServedApi): string {
  const known = getOrInsertComputed(documents, api, () => new Map());
  return getOrInsertComputed(known, rootOf(version), () => jsonOf(v3(version, api)));
}

function v3(version: GroupVersion, api: ServedApi): ValueMap {
  const schemas = new Schemas({ prefix: '#/components/schemas/', wrapsReferences: true, texts: readFieldTexts() });
  const paths = pathsOf(version, api, operationsOfV3, (served) => schemaOf(served, api, schemas));
  return { openapi: '3.0.0', info: infoOf(api), paths, components: { schemas: schemas.all } };
}

function infoOf({ surface }: ApiSurfaceOf): ValueMap {
  return { title: 'Kubernetes', version: versionOf(surface)['gitVersion'] ?? '' };
}

type ApiSurfaceOf = Pick<ServedApi, 'surface'>;

function schemaOf(served: ServedResource, { surface }: ApiSurfaceOf, schemas: Schemas): ValueMap {
  const custom = installedVersion(served);
  const type = surface.rootType(served);
  if (custom === undefined) return type === undefined ? { type: 'object' } : schemas.ofKind(type, served);
  const { group, version, kind } = served;
  const name = [...group.split('.').reverse(), version, kind].join('.');
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  const common = metadata === undefined ? {} : { metadata: schemas.ofType(metadata) };
  const names = metadata === undefined ? [] : [...metadataFields(kind, metadata).keys()];
  return schemas.add(name, customSchema(custom.version.schema, served, names, common));
}

const operationsOfV3: OperationStyle = {
  parameter: (name, place, description) => ({
    name,
    in: place,
    ...(description === '' ? {} : { description }),
    ...(place === 'path' ? { required: true } : {}),
    schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
  }),
  body: (schema, types) => ({
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])), required: true },
  }),
  response: (schema) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } }),
};

const operationsOfV2: OperationStyle = {
  parameter: (name, place, description) => ({
    name,
    in: place,
    ...(description === '' ? {} : { description }),
    ...(place === 'path' ? { required: true } : {}),
    type: name === 'force' ? 'boolean' : 'string',
    uniqueItems: true,
  }),
  body: (schema, types) => ({
    consumes: types,
    produces: ['application/json'],
    parameters: [{ name: 'body', in: 'body', required: true, schema }],
  }),
  response: (schema) => ({ 200: { description: 'OK', schema } }),
};

const styleOfV2: Omit<SchemaStyle, 'texts'> = { prefix: '#/definitions/', wrapsReferences: false };

/** The whole API in one document. Clients that use it rather than v3 read JSON (Terraform) or protobuf (old kubectl). */
function v2(accept: string, api: ServedApi): RawBody {
  if (accept.includes('proto-openapi') && !accept.includes('json')) {
    throw new Refusal(406, 'NotAcceptable', 'only the following media types are accepted: application/json');
  }
  const schemas = new Schemas({ ...styleOfV2, texts: readFieldTexts() });
  const paths = Object.assign(
    {},
    ...groupVersionsOf(api).map((version) =>
      pathsOf(version, api, operationsOfV2, (served) => schemaOf(served, api, schemas)),
    ),
  );
  return new RawBody(
    'application/json',
    jsonOf({ swagger: '2.0', info: infoOf(api), paths, definitions: schemas.all }),
  );
}
