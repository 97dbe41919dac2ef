import { isValueList, isValueMap, plainValue, type Value } from '../../server/src/conversion/value.ts';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../server/src/manifest/resources/findResources.ts';
import type { Answer } from '../../test/conformance/answers.ts';
import { pathIn, type ResourceEndpoint } from '../../test/recorded/asking.ts';
import type { RealServer, ServerReply } from '../../test/support/realServer.ts';
import type { AskedDocument } from './documents.ts';

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { reason?: string; field?: string; message?: string }[] };
}

/** A server's answer to a dry-run create of a document with strict field validation. */
export async function askCreate(
  server: RealServer,
  endpoints: ReadonlyMap<string, ResourceEndpoint>,
  { id, text, apiVersion, kind, namespace }: AskedDocument,
): Promise<Answer> {
  const named = { id, sha: id };
  // The group of `/v1` is the empty one, as that of `v1`.
  const endpoint = endpoints.get(`${apiVersion.replace(/^\//, '')} ${kind}`);
  if (endpoint === undefined) return { ...named, verdict: 'not-served' };
  const create = (validation: string) =>
    server
      .ask('POST', `${pathIn(endpoint, namespace)}?dryRun=All&fieldValidation=${validation}`, text, 'application/yaml')
      .catch((): ServerReply => ({ status: 599, warnings: [], body: '{}' }));
  const strict = await create('Strict');
  const refusal = strict.status === 400 ? (statusOf(strict).message ?? '') : '';
  if (!refusal.includes('strict decoding error')) return { ...named, ...answerTo(strict, text) };
  return { ...named, ...answerTo(await create('Ignore'), text), ...strictErrors(refusal) };
}

/** The unknown fields and duplicate keys in a strict decoding error. */
export function strictErrors(message: string): Pick<Answer, 'unknown' | 'duplicate'> {
  const unknown = [...message.matchAll(/unknown field "((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => path);
  const twice = [...message.matchAll(/duplicate field "([^"]+)"|key "([^"]+)" already set/g)];
  return {
    unknown,
    duplicate: twice.map(([, path = '', key = '']) => (key === '' ? (path.split('.').at(-1) ?? '') : key)),
  };
}

const verdicts: Readonly<Record<number, string>> = { 201: 'accepted', 400: 'undecodable', 422: 'invalid' };

function answerTo(reply: ServerReply, text: string): Omit<Answer, 'id' | 'sha'> {
  const verdict = verdicts[reply.status] ?? String(reply.status);
  const warnings = reply.warnings.length === 0 ? {} : { warnings: reply.warnings };
  if (verdict === 'accepted') return { verdict, ...warnings, lost: lostOf(text, JSON.parse(reply.body)) };
  const { message, details } = statusOf(reply);
  const causes = details?.causes?.map((cause): [string, string, string] => [
    cause.reason ?? '',
    cause.field ?? '',
    cause.message ?? '',
  ]);
  return {
    // It refers to a missing object.
    verdict: causes?.some(([reason]) => reason === 'InternalError') === true ? '500' : verdict,
    ...warnings,
    ...(message === undefined ? {} : { message: message.slice(0, 400) }),
    ...(causes === undefined ? {} : { causes }),
  };
}

function statusOf({ body }: ServerReply): Status {
  try {
    const status: Status = JSON.parse(body);
    return status;
  } catch {
    return { message: body.slice(0, 200) };
  }
}

/** The paths of a document that the stored object lacks. */
function lostOf(text: string, stored: Value): readonly string[] {
  const [first] = findResources(readManifest(text), 'asked.yaml').resources;
  return first === undefined ? [] : [...lost(plainValue(first.root), stored, '')];
}

function* lost(sent: Value, stored: Value | undefined, path: string): Generator<string> {
  if (isValueMap(sent)) {
    for (const [key, value] of Object.entries(sent)) {
      const at = path === '' ? key : `${path}.${key}`;
      const other = isValueMap(stored) ? stored[key] : undefined;
      if (other === undefined) yield at;
      else yield* lost(value, other, at);
    }
  } else if (isValueList(sent)) {
    for (const [index, item] of sent.entries()) {
      const other = isValueList(stored) ? stored[index] : undefined;
      if (other === undefined) yield `${path}[${index}]`;
      else yield* lost(item, other, `${path}[${index}]`);
    }
  }
}
