import { capital } from '../text/capital.ts';
import { isObject, type JsonObject, objectAt, textAt } from './json.ts';

/** By type, such as `AppsV1DeploymentSpec`, and field; '' is the type itself: like `FieldTextsPack`. */
export type TextsByType = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fields with the same description in every kind. */
const ofEveryKind = new Set(['apiVersion', 'kind']);

/**
 * The documents of a server's own groups in its index at `/openapi/v3`: their paths, such as
 * `/openapi/v3/apis/apps/v1`.
 */
export function openApiPaths(index: unknown, definedGroups: ReadonlySet<string>): readonly string[] {
  return Object.keys(objectAt(index, 'paths')).flatMap((name) => {
    const [, core, group] = /^(?:(api\/v\d\w*)|apis\/([a-z0-9.-]+)\/v\d\w*)$/.exec(name) ?? [];
    const isOwn = core !== undefined || (group !== undefined && !definedGroups.has(group));
    return isOwn ? [`/openapi/v3/${name}`] : [];
  });
}

/** The descriptions of types and fields in an OpenAPI v3 document of kube-apiserver; empty for other documents. */
export function openApiTexts(document: unknown): TextsByType {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  const types = Object.entries(schemas).flatMap(([name, schema]) => {
    const type = typeName(name);
    const texts = isObject(schema) ? textsOf(schema) : [];
    return type === undefined || texts.length === 0 ? [] : [[type, Object.fromEntries(texts)] as const];
  });
  return Object.fromEntries(types);
}

/** `io.k8s.api.apps.v1.DeploymentSpec` is `AppsV1DeploymentSpec`. */
function typeName(name: string): string | undefined {
  const parts = /\.([a-z]\w*)\.(v\d\w*)\.([A-Z]\w*)$/.exec(name);
  return parts === null ? undefined : parts.slice(1).map(capital).join('');
}

function textsOf(schema: JsonObject): readonly (readonly [string, string])[] {
  const description = textAt(schema, 'description') ?? '';
  const fields = Object.entries(objectAt(schema, 'properties')).flatMap(([name, field]) => {
    const text = ofEveryKind.has(name) ? '' : (textAt(field, 'description') ?? '');
    return text === '' ? [] : [[name, text] as const];
  });
  return description === '' ? fields : [['', description], ...fields];
}
