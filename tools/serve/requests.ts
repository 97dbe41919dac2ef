import { isValueMap, plainValue, type Value, type ValueMap } from '../../server/src/conversion/value.ts';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { changed } from '../../test/recorded/applies/changes.ts';
import { pathIn, type ResourceEndpoint } from '../../test/recorded/asking.ts';
import type { AskedDocument } from '../oracle/documents.ts';

/** A request for both servers. */
export interface AskedRequest {
  /** What is compared: `create`, `replace`, `client-side apply`, `apply`, `patch`, `get`, `delete`. */
  readonly part: string;
  /** Of HTTP, or `APPLY` for a client-side apply, whose patch the client computes. */
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const json = 'application/json';
const applying = 'application/apply-patch+yaml';

/**
 * A journey of an object: created with a dry run and without, replaced, applied by the client and by two managers,
 * patched, and deleted, as it is and with generated changes.
 *
 * @param number makes its name and its changes.
 */
export function journeyOf(
  document: AskedDocument,
  endpoint: ResourceEndpoint,
  number: number,
): readonly AskedRequest[] {
  const home = pathIn(endpoint, document.namespace);
  const text = document.text;
  const value = objectIn(text);
  const dry: AskedRequest = {
    part: 'create',
    method: 'POST',
    path: `${home}?dryRun=All&fieldValidation=Strict`,
    type: 'application/yaml',
    body: text,
  };
  const metadata = value?.['metadata'];
  const name = isValueMap(metadata) ? metadata['name'] : undefined;
  if (value === undefined || typeof name !== 'string' || !/^[A-Za-z0-9.:-]+$/.test(name)) return [dry];
  const random = randomFrom(number + 1);
  const object = { ...value, metadata: { ...(isValueMap(metadata) ? metadata : {}), namespace: document.namespace } };
  const sent = endpoint.namespaced ? object : value;
  const path = `${home}/${encodeURIComponent(name)}`;
  const body = (of: Value) => JSON.stringify(of);
  const other = changed(sent, sent, random);
  const request = (part: string, method: string, query: string, type: string, of: Value): AskedRequest => ({
    part,
    method,
    path: `${path}${query}`,
    type,
    body: body(of),
  });
  const labelled: Value = { metadata: { labels: { step: 'patched' } } };
  return [
    dry,
    { ...dry, path: `${home}?fieldValidation=Warn&fieldManager=first` },
    { ...dry, path: `${home}?dryRun=All` },
    request('replace', 'PUT', '?dryRun=All&fieldManager=second', json, sent),
    request('replace', 'PUT', '?dryRun=All&fieldManager=second', json, other),
    request('client-side apply', 'APPLY', '?dryRun=All&fieldManager=kubectl', json, other),
    request('client-side apply', 'APPLY', '?fieldManager=kubectl', json, sent),
    request('client-side apply', 'APPLY', '?dryRun=All&fieldManager=kubectl', json, other),
    request('apply', 'PATCH', '?dryRun=All&fieldManager=second', applying, sent),
    request('apply', 'PATCH', '?fieldManager=second&force=true', applying, sent),
    request('apply', 'PATCH', '?dryRun=All&fieldManager=second&fieldValidation=Strict', applying, other),
    request('apply', 'PATCH', '?dryRun=All&fieldManager=third', applying, other),
    request('patch', 'PATCH', '?fieldManager=third', 'application/merge-patch+json', labelled),
    request('patch', 'PATCH', '?dryRun=All&fieldManager=third', 'application/strategic-merge-patch+json', other),
    { ...dry, part: 'get', method: 'GET', path, type: '', body: '' },
    request('delete', 'DELETE', '?gracePeriodSeconds=0', json, {}),
  ];
}

function objectIn(text: string): ValueMap | undefined {
  const [document] = readManifest(text).documents;
  const value = document?.root === undefined ? undefined : plainValue(document.root);
  if (!isValueMap(value)) return undefined;
  const isLarge = /"bigint"/.test(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? 'bigint' : item)),
  );
  return isLarge ? undefined : value;
}
