import { isValueMap, type ValueMap } from '../../../server/src/conversion/value.ts';
import type { RealServer, ServerReply } from '../../support/realServer.ts';
import { sortedWithoutBigInts } from '../applies/askStored.ts';
import { changed } from '../applies/changes.ts';

/** How an object came to be what a server stores: the managers that wrote it, one after the other. */
export const histories = [
  'applied',
  'applied-edited',
  'applied-twice',
  'created',
  'kubectl',
  'applied-status',
] as const;

/** One of {@link histories}. */
export type History = (typeof histories)[number];

/** The manager that writes an object first. */
export const firstManager = 'flux';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
const applyPatch = 'application/apply-patch+yaml';
const mergePatch = 'application/merge-patch+json';

/** Where an object is, and the collection that it is created in. */
export interface ObjectPlace {
  readonly collection: string;
  readonly path: string;
}

/**
 * Stores an object by a history; `other` is an object of the same kind, of which a second manager writes a part. Returns
 * the reply to the first request, which decides whether there is an object.
 */
export async function store(
  server: RealServer,
  { collection, path }: ObjectPlace,
  history: History,
  object: ValueMap,
  other: ValueMap,
  random: () => number,
): Promise<ServerReply> {
  const text = (value: ValueMap) => JSON.stringify(value, sortedWithoutBigInts);
  if (history === 'created') return server.ask('POST', `${collection}?fieldManager=creator`, text(object));
  if (history === 'kubectl') {
    const metadata = isValueMap(object['metadata']) ? object['metadata'] : {};
    const annotations = isValueMap(metadata['annotations']) ? metadata['annotations'] : {};
    const annotated = { ...metadata, annotations: { ...annotations, [lastApplied]: `${text(object)}\n` } };
    return server.ask(
      'POST',
      `${collection}?fieldManager=kubectl-client-side-apply`,
      text({ ...object, metadata: annotated }),
    );
  }
  const first = await server.ask('PATCH', `${path}?fieldManager=${firstManager}&force=true`, text(object), applyPatch);
  if (first.status !== 201) return first;
  const part = changed(object, other, random);
  if (history === 'applied-edited') {
    // As `kubectl edit` and injectors do: what it refuses stays as it was.
    await server.ask('PATCH', `${path}?fieldManager=editor`, text(withoutIdentity(part)), mergePatch);
  }
  if (history === 'applied-twice') {
    await server.ask('PATCH', `${path}?fieldManager=helm&force=true`, text(part), applyPatch);
  }
  if (history === 'applied-status') {
    const status = isValueMap(other['status']) ? other['status'] : { observedGeneration: 1 };
    await server.ask('PATCH', `${path}/status?fieldManager=controller`, text({ status }), mergePatch);
  }
  return first;
}

function withoutIdentity({ metadata, apiVersion: _, kind: __, status: ___, ...rest }: ValueMap): ValueMap {
  const { labels, annotations } = isValueMap(metadata) ? metadata : {};
  return {
    ...rest,
    metadata: { ...(labels === undefined ? {} : { labels }), ...(annotations === undefined ? {} : { annotations }) },
  };
}
