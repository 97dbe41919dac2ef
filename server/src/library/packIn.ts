import { type CrdSetPack, parsePack } from '../crd/sets/pack.ts';

/** Deeper than any schema; the pack reader is recursive. */
const deepest = 200;

/**
 * Validates the pack from a caller's `readSet`. Throws a RangeError for anything but a pack of this set: the reader
 * relies on its form, and on schemas without cycles.
 */
export function packIn(set: string, text: string): CrdSetPack {
  const refuse = (why: string) =>
    new RangeError(`readSet("${set}") must return the text of kubecompat/sets/${set}.json: ${why}`);
  let pack: CrdSetPack;
  try {
    pack = parsePack(text);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  if (pack.name !== set) throw refuse(`its name is ${JSON.stringify(pack.name)}`);
  const wrong = partsOf(pack).find(([, isRight]) => !isRight());
  if (wrong !== undefined) throw refuse(`"${wrong[0]}" has another form`);
  return pack;
}

/** Parts that others index into come first. */
function partsOf(pack: CrdSetPack): readonly (readonly [keyof CrdSetPack, () => boolean])[] {
  return [
    ['names', () => isListOf(pack.names, isText)],
    ['traits', () => isListOf(pack.traits, isObject)],
    ['nodes', () => areNodes(pack.nodes)],
    ['definitions', () => isEvery(pack.definitions, (row) => isDefinition(row, pack.nodes.length))],
  ];
}

/** Each node refers only to earlier ones, so that there are no cycles. */
function areNodes(nodes: unknown): boolean {
  const depths: number[] = [];
  return isEvery(nodes, (node) => {
    if (!isListOf(node, isIndex)) return false;
    const below = node.filter((_, at) => at >= 2 && at % 2 === 0);
    const depth = 1 + below.reduce((max, index) => Math.max(max, depths[index] ?? Number.POSITIVE_INFINITY), 0);
    depths.push(depth);
    return node.length % 2 === 1 && depth <= deepest;
  });
}

function isDefinition(row: unknown, nodes: number): boolean {
  return (
    isObject(row) &&
    ['group', 'kind', 'plural'].every((key) => isText(row[key])) &&
    typeof row['namespaced'] === 'boolean' &&
    ['shortNames', 'categories'].every((key) => isListOf(row[key], isText)) &&
    isEvery(row['channels'], (channel) => isChannel(channel, nodes))
  );
}

function isChannel(channel: unknown, nodes: number): boolean {
  return (
    isObject(channel) &&
    isText(channel['channel']) &&
    isEvery(channel['in'], isSpan) &&
    isEvery(channel['versions'], isVersions) &&
    isObject(channel['schemas']) &&
    Object.values(channel['schemas']).every((node) => isIndex(node) && node < nodes)
  );
}

function isSpan(span: unknown): boolean {
  return Array.isArray(span) && span.length === 2 && span.every(Number.isInteger);
}

/** `[release, versions]` */
function isVersions(row: unknown): boolean {
  return Array.isArray(row) && row.length === 2 && isIndex(row[0]) && isEvery(row[1], isVersion);
}

function isVersion(version: unknown): boolean {
  return (
    isObject(version) &&
    isText(version['name']) &&
    ['warning', 'writtenAs'].every((key) => version[key] === undefined || isText(version[key])) &&
    (version['sub'] === undefined || isListOf(version['sub'], isText))
  );
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isEvery(value: unknown, isRight: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isRight);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
