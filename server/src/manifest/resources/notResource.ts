import notResources from '../../../data/authored/notResources.json' with { type: 'json' };
import { fileNameOf } from '../../text/fileName.ts';

/**
 * The file type of a document with this apiVersion and kind, if it is a tool's file and not an API object: `a kubelet
 * configuration`. From `data/authored/notResources.json`.
 */
export function toolFileOf(apiVersion: string, kind: string): string | undefined {
  const named = kinds.get(`${apiVersion} ${kind}`);
  if (named !== undefined) return named.list ? undefined : named.what;
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? apiVersions.get(apiVersion) : groups.get(apiVersion.slice(0, slash));
}

/** The file type by name, if the content does not show it: `a Compose file`. */
export function toolFileNamed(filePath: string): string | undefined {
  if (/(?:^|[\\/])\.github[\\/]workflows[\\/][^\\/]+$/.test(filePath)) return 'a GitHub workflow';
  return files.get(fileNameOf(filePath));
}

interface NamedKind {
  readonly what: string;
  readonly list: boolean;
}

const groups: ReadonlyMap<string, string> = new Map(Object.entries(notResources.groups));
const apiVersions: ReadonlyMap<string, string> = new Map(Object.entries(notResources.apiVersions));
const files: ReadonlyMap<string, string> = new Map(Object.entries(notResources.files));
const kinds: ReadonlyMap<string, NamedKind> = new Map([
  ...notResources.kinds.map(
    (kind) => [`${kind.apiVersion} ${kind.kind}`, { what: kind.what, list: kind.list === true }] as const,
  ),
  ...notResources.kindsOf.flatMap(({ apiVersion, what, kinds: several }) =>
    several.map((kind) => [`${apiVersion} ${kind}`, { what, list: false }] as const),
  ),
]);
