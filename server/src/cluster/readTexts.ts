import type { FieldTextsPack } from '../catalog/fieldTexts.ts';
import { openApiPaths, openApiTexts, type TextsByType } from '../live/openApiTexts.ts';
import type { LiveSnapshot } from '../live/snapshot.ts';
import type { ClusterAccess } from './access.ts';
import { getter, parse, type ReadBounds, sideBySide } from './ask.ts';

/** More than Kubernetes has group versions. */
const mostDocuments = 100;
/** Five times what Kubernetes 1.37 says. */
const mostCharacters = 4 * 1024 * 1024;

/**
 * What a server says of the fields of its own kinds in its OpenAPI documents; undefined where it says nothing. No verdict
 * depends on it, so that what cannot be had in the time of one request is left out, and nothing is said of that.
 */
export async function readTexts(
  access: ClusterAccess,
  { version, definedGroups }: LiveSnapshot,
  bounds: ReadBounds,
): Promise<FieldTextsPack | undefined> {
  const ask = getter(access, { ...bounds, together: bounds.milliseconds });
  const index = await ask('/openapi/v3');
  if (!index.ok) return undefined;
  bounds.onProgress?.('descriptions of fields');
  const paths = openApiPaths(parse(index.body), new Set(definedGroups)).slice(0, mostDocuments);
  const read = await sideBySide(paths, async (path): Promise<TextsByType> => {
    const answered = await ask(path);
    return answered.ok ? openApiTexts(parse(answered.body)) : {};
  });
  const types: Record<string, Readonly<Record<string, string>>> = {};
  let characters = 0;
  for (const [type, texts] of read.flatMap((item) => Object.entries(item))) {
    if (Object.hasOwn(types, type)) continue;
    characters += JSON.stringify(texts).length;
    if (characters > mostCharacters) break;
    types[type] = texts;
  }
  const { gitVersion } = version;
  const notice = `Descriptions of Kubernetes ${gitVersion}, as the server of context ${access.context} has them`;
  return characters === 0 ? undefined : { notice, release: gitVersion, types };
}
