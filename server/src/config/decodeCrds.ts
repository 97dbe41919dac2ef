import { isNull, type MapEntry, type Node } from '../manifest/node.ts';
import { type CrdSetChoice, chooseCrdSet, crdSets, type TargetCrds } from '../targets/crds.ts';
import type { ConfigReader } from './reader.ts';

const pathsKey = 'paths';
const setKeys = ['release', 'channel'];

/**
 * Decodes `crds:` of a target: `{ gateway-api: { release: v1.2.0, channel: experimental }, paths: [config/crd] }`.
 * Paths stay as written.
 */
export function decodeCrds(entry: MapEntry | undefined, owner: string, reader: ConfigReader): TargetCrds | undefined {
  if (entry === undefined || isNull(entry.value)) return undefined;
  const what = `${owner}, crds`;
  const entries = reader.object(entry.value, what, [pathsKey, ...crdSets.map(({ name }) => name)]);
  const sets: CrdSetChoice[] = [];
  for (const [name, { value }] of entries) {
    const choice = name === pathsKey ? undefined : decodeSet(name, value, what, reader);
    if (choice !== undefined) sets.push(choice);
  }
  const paths = entries.get(pathsKey)?.value;
  return { sets, paths: paths === undefined ? [] : decodePaths(paths, what, reader) };
}

function decodeSet(name: string, node: Node, owner: string, reader: ConfigReader): CrdSetChoice | undefined {
  const what = `${owner}, ${name}`;
  const entries = reader.object(node, what, setKeys);
  if (node.kind !== 'map') return undefined;
  const releaseNode = entries.get('release')?.value;
  if (releaseNode === undefined) {
    reader.problem(node, `${what} names no release`, `write ${name}: { release: v1.2.0 }`);
    return undefined;
  }
  const release = reader.version(releaseNode, `${what}, release`);
  const channelNode = entries.get('channel')?.value;
  const channel =
    channelNode === undefined ? undefined : reader.string(channelNode, `${what}, channel`, 'channel: experimental');
  if (release === undefined || (channelNode !== undefined && channel === undefined)) return undefined;
  return chooseCrdSet(name, release, channel, ({ value, message, allowed }) => {
    const cause = value.includes('/') && channelNode !== undefined ? channelNode : releaseNode;
    reader.problem(cause, `${what}: ${message}`, `allowed: ${allowed}`);
  });
}

function decodePaths(node: Node, owner: string, reader: ConfigReader): readonly string[] {
  const example = 'paths: [config/crd]';
  return reader
    .list(node, `${owner}, paths`, example)
    .flatMap((item) => reader.string(item, `each path in ${owner}`, example) ?? []);
}
