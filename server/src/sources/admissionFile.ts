import type { Manifest } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { entryFor, stringFor } from '../manifest/node.ts';
import type { AdmissionConfiguration } from '../targets/admissionConfiguration.ts';
import { readAdmissionSettings } from './admissionSettings.ts';
import { fileAt, folderOf, joinPath, type NeighbouringFiles, nameOf } from './declared/neighbouringFiles.ts';

/** The maximum number of values of a document that are searched for files and mounts. */
const maxNodes = 20_000;

/** The maximum depth of nested mounts. */
const maxMounts = 4;

/**
 * Reads the AdmissionConfiguration of a described server, if its file is found. It may be inside the description (`path`
 * and `content`, as in Cluster API, kops and Talos), at the source of a mount, or beside the description.
 *
 * @param path the path of the description.
 */
export function findAdmissionFile(
  named: AdmissionConfiguration,
  { documents }: Manifest,
  path: string,
  surroundings: NeighbouringFiles,
): AdmissionConfiguration {
  const roots = documents.flatMap(({ root, problems }) => (root === undefined || problems.length > 0 ? [] : [root]));
  const maps = roots.flatMap(mapsIn);
  const read = (wanted: string): { readonly text: string; readonly file: string } | undefined => {
    const inside = maps.find((map) => stringFor(map, 'path') === wanted);
    const content = inside && stringFor(inside, 'content');
    if (content !== undefined) return { text: content, file: `${nameOf(path)} (${wanted})` };
    for (const candidate of mountedPaths(wanted, maps)) {
      const found = fileAt(joinPath(folderOf(path), candidate), surroundings);
      if (found !== undefined) return { text: found.text, file: candidate };
    }
    return undefined;
  };
  if (named.path === undefined) return named;
  const found = read(named.path);
  const folder = folderOf(named.path);
  const readSibling = (other: string) => read(other.startsWith('/') ? other : `${folder}/${other}`)?.text;
  const settings = found && readAdmissionSettings(found.text, found.file, readSibling);
  return settings === undefined ? named : { ...named, settings };
}

/** The possible locations of a server file beside the description: the source of a mount, and its own name. */
function mountedPaths(serverPath: string, maps: readonly MapNode[]): readonly string[] {
  let path = serverPath;
  const paths: string[] = [];
  for (let steps = 0; steps < maxMounts; steps++) {
    const next = maps
      .map((map) => throughMount(path, map))
      .find((mounted) => mounted !== undefined && mounted !== path);
    if (next === undefined) break;
    path = next;
    if (!path.startsWith('/')) paths.push(path);
  }
  return [...paths, nameOf(serverPath)];
}

type MapNode = Extract<Node, { readonly kind: 'map' }>;

/** The path on the host of a path below a mount: `hostPath` with `mountPath` or `containerPath`. */
function throughMount(path: string, map: MapNode): string | undefined {
  const host = stringFor(map, 'hostPath');
  const inside = stringFor(map, 'mountPath') ?? stringFor(map, 'containerPath');
  if (host === undefined || inside === undefined || inside === '') return undefined;
  const mountPath = inside.replace(/\/$/, '');
  if (path === mountPath) return host;
  return path.startsWith(`${mountPath}/`) ? `${host.replace(/\/$/, '')}${path.slice(mountPath.length)}` : undefined;
}

/** The maps of a document that name a file or a mount. */
function mapsIn(root: Node): readonly MapNode[] {
  const found: MapNode[] = [];
  const open: Node[] = [root];
  for (let count = 0; count < maxNodes; count++) {
    const node = open.pop();
    if (node === undefined) break;
    if (node.kind === 'list') open.push(...node.items);
    if (node.kind !== 'map') continue;
    if (entryFor(node, 'path') !== undefined || entryFor(node, 'hostPath') !== undefined) found.push(node);
    open.push(...node.entries.map(({ value }) => value));
  }
  return found;
}
