import type { FieldTextsPack } from '../catalog/fieldTexts.ts';
import { openApiPaths, openApiTexts, type TextsByType } from '../live/openApiTexts.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import type { ClusterAccess } from './access.ts';
import { getter, mapConcurrently, parse, type ReadLimits } from './ask.ts';

/** More than Kubernetes has group versions. */
const maxDocuments = 100;
/** Five times the size for Kubernetes 1.37. */
const maxCharacters = 4 * 1024 * 1024;

/**
 * A server's descriptions of its own kinds' fields from its OpenAPI documents; undefined if it has none. No verdict
 * depends on them, so documents that take longer than one request are silently omitted.
 */
export async function readTexts(
  access: ClusterAccess,
  { version, definedGroups }: LiveSnapshot,
  bounds: ReadLimits,
): Promise<FieldTextsPack | undefined> {
  const ask = getter(access, { ...bounds, totalMilliseconds: bounds.milliseconds });
  const index = await ask('/openapi/v3');
  if (!index.ok) return undefined;
  bounds.onProgress?.('descriptions of fields');
  const paths = openApiPaths(parse(index.body), new Set(definedGroups)).slice(0, maxDocuments);
  const read = await mapConcurrently(paths, async (path): Promise<TextsByType> => {
    const answered = await ask(path);
    return answered.ok ? openApiTexts(parse(answered.body)) : {};
  });
  const types: Record<string, Readonly<Record<string, string>>> = {};
  let characters = 0;
  for (const [type, texts] of read.flatMap((item) => Object.entries(item))) {
    if (Object.hasOwn(types, type)) continue;
    characters += JSON.stringify(texts).length;
    if (characters > maxCharacters) break;
    types[type] = texts;
  }
  const { gitVersion } = version;
  const notice = `Descriptions of Kubernetes ${gitVersion}, as published by the server of context ${access.context}`;
  return characters === 0 ? undefined : { notice, release: gitVersion, types };
}
