import { listAt, objectAt, textAt, textsAt } from '../live/json.ts';
import type { LiveResource } from '../live/snapshot.ts';
import { continuation, type GetPath, parse } from './ask.ts';

/** The CustomResourceDefinitions of a cluster. */
export interface ReadDefinitions {
  /** A `List` of them, as JSON, reduced to what judging needs. */
  readonly text: string;
  /** The groups that they define. */
  readonly groups: readonly string[];
}

const group = 'apiextensions.k8s.io';
const pageSize = 100;
const maxPages = 100;
const maxCharacters = 96 * 1024 * 1024;

/** Reads every CustomResourceDefinition, page by page; undefined, with the reason in `unread`, on failure. */
export async function readDefinitions(
  ask: GetPath,
  resources: readonly LiveResource[],
  unread: string[],
): Promise<ReadDefinitions | undefined> {
  const give = (why: string): undefined => {
    unread.push(`The CustomResourceDefinitions cannot be read: ${why}. Custom resources cannot be checked.`);
  };
  const served = resources.find(
    (resource) => resource.group === group && resource.resource === 'customresourcedefinitions',
  );
  if (served === undefined) return give('the server does not serve them');
  const apiVersion = `${group}/${served.version}`;
  const items: string[] = [];
  const groups = new Set<string>();
  let characters = 0;
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const from = token === undefined ? '' : `&continue=${encodeURIComponent(token)}`;
    const answered = await ask(`/apis/${apiVersion}/customresourcedefinitions?limit=${pageSize}${from}`);
    if (!answered.ok) return give(answered.message);
    const answer = parse(answered.body);
    if (textAt(answer, 'kind') !== 'CustomResourceDefinitionList') return give('the response is not a list');
    for (const item of listAt(answer, 'items')) {
      const text = JSON.stringify(trimmed(item, apiVersion, served.kind));
      characters += text.length;
      if (characters > maxCharacters) return give('they are larger than 96 MB');
      items.push(text);
      const defined = textAt(objectAt(item, 'spec'), 'group');
      if (defined !== undefined) groups.add(defined);
    }
    token = continuation(objectAt(answer, 'metadata'));
    if (token === undefined) {
      return { text: `{"apiVersion":"v1","kind":"List","items":[${items.join(',')}]}`, groups: [...groups].sort() };
    }
  }
  return give(`there are more than ${pageSize * maxPages}`);
}

/** The relevant parts: list items lack apiVersion and kind, and have many others. */
function trimmed(item: unknown, apiVersion: string, kind: string): unknown {
  const name = textAt(objectAt(item, 'metadata'), 'name');
  const storedVersions = textsAt(objectAt(item, 'status'), 'storedVersions');
  return { apiVersion, kind, metadata: { name }, spec: objectAt(item, 'spec'), status: { storedVersions } };
}
