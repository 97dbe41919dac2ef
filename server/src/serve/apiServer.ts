import type { ServedResource } from '../catalog/surface.ts';
import type { ValueMap } from '../conversion/value.ts';
import { deleteOptionsOf, isDryRun } from './deletes/deleteOptions.ts';
import { deleted, deletedAll } from './deletes/deletes.ts';
import { discoveryOf } from './discovery/discovery.ts';
import { openApiOf } from './openapi/openApi.ts';
import { notFound } from './reads/missing.ts';
import { listOf } from './reads/reads.ts';
import { scaled, scaleOf } from './reads/scale.ts';
import { type RequestInfo, requestInfoOf } from './requestInfo.ts';
import type { ServedTarget } from './servedTarget.ts';
import { type Answer, badRequest, notImplemented, pathNotFound, RawBody, Refusal } from './transport/answer.ts';
import type { ApiRequest } from './transport/listener.ts';
import type { SentTo } from './writes/sentObject.ts';
import { objectText, patchTypeOf, utf8 } from './writes/sentText.ts';
import { create, current, patch, replace, type WriteOptions, type Written } from './writes/writes.ts';

/**
 * Answers a request to a target like kube-apiserver. Throws a Refusal.
 *
 * @param now gives the time of writes.
 */
export function answerTo(request: ApiRequest, target: ServedTarget, now: () => Date): Answer {
  const { url, method } = request;
  const path = url.pathname;
  if (healthPaths.test(path)) return { status: 200, body: new RawBody('text/plain; charset=utf-8', 'ok') };
  const accept = headerOf(request, 'accept');
  if (method === 'GET') {
    const found = discoveryOf(path, accept, target.api) ?? openApiOf(path, accept, target.api);
    if (found !== undefined) return found;
  }
  const info = requestInfoOf(path);
  const served = info && target.api.find(info, info.resource);
  if (info === undefined || served === undefined) throw pathNotFound();
  if (info.namespace !== undefined && !served.namespaced) throw pathNotFound();
  checkAccept(accept);
  const deprecations = target.deprecationsOf(served);
  try {
    const answer =
      info.subresource === undefined
        ? resourceAnswer(request, info, served, target, now)
        : subresourceAnswer(request, info, info.subresource, served, target, now);
    return { ...answer, warnings: merged(deprecations, answer.warnings ?? []) };
  } catch (error) {
    throw error instanceof Refusal ? error.withWarnings(merged(deprecations, error.warnings)) : error;
  }
}

/** Every request to a deprecated version is warned of it, each warning once. */
function merged(deprecations: readonly string[], warnings: readonly string[]): readonly string[] {
  return [...new Set([...deprecations, ...warnings])];
}

const healthPaths = /^\/(?:healthz|livez|readyz)(?:\/ping)?$/;

function headerOf({ headers }: ApiRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
}

/** Tables are printed by clients themselves from plain objects. */
function checkAccept(accept: string): void {
  const types = accept.split(',').map((part) => (part.split(';')[0] ?? '').trim());
  if (accept === '' || types.some((type) => ['application/json', 'application/*', '*/*'].includes(type))) return;
  const message = 'only the following media types are accepted: application/json';
  throw new Refusal(406, 'NotAcceptable', message);
}

function resourceAnswer(
  request: ApiRequest,
  { namespace, name }: RequestInfo,
  served: ServedResource,
  target: ServedTarget,
  now: () => Date,
): Answer {
  const { method, url, body } = request;
  const query = url.searchParams;
  if (!served.verbs.includes('get')) throw notImplemented(`${served.resource}: only a cluster knows the answer`);
  const verb = verbs.get(method);
  const allowed = name === undefined ? ['GET', 'POST', 'DELETE'] : ['GET', 'PUT', 'PATCH', 'DELETE'];
  if (verb === undefined || !allowed.includes(method)) throw methodNotAllowed();
  const to: SentTo = { served, namespace, name };
  switch (method) {
    case 'GET':
      if (isOn(query, 'watch')) throw notImplemented('watches: objects change only by requests of this run');
      if (name === undefined) return { status: 200, body: listOf(served, namespace, query, target) };
      return {
        status: 200,
        body: found(to, name, target),
        warnings: target.store.warningsOf({ served, namespace, name }),
      };
    case 'POST': {
      if (served.namespaced && namespace === undefined)
        throw badRequest('an empty namespace may not be set during creation');
      return writtenAnswer(
        create(objectText(body, headerOf(request, 'content-type')), to, optionsOf(request, '', now), target),
      );
    }
    case 'PUT':
      return writtenAnswer(
        replace(objectText(body, headerOf(request, 'content-type')), to, optionsOf(request, '', now), target),
      );
    case 'PATCH': {
      const type = patchTypeOf(headerOf(request, 'content-type'));
      return writtenAnswer(patch(type, utf8(body), to, optionsOf(request, '', now), target));
    }
    default: {
      const options = deleteOptionsOf(utf8(body), query);
      if (name === undefined) return deletedAll(served, namespace, query, options, target, now());
      return deleted({ served, namespace, name }, options, target, now());
    }
  }
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

function methodNotAllowed(): Refusal {
  return new Refusal(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});
}

function found(to: SentTo, name: string, target: ServedTarget): ValueMap {
  const key = { served: to.served, namespace: to.namespace, name };
  const object = current(key, target);
  if (object === undefined) throw notFound(key);
  return object;
}

function writtenAnswer({ object, isNew, warnings }: Written): Answer {
  return { status: isNew ? 201 : 200, body: object, warnings };
}

function subresourceAnswer(
  request: ApiRequest,
  { namespace, name = '' }: RequestInfo,
  subresource: string,
  served: ServedResource,
  target: ServedTarget,
  now: () => Date,
): Answer {
  const { method, body } = request;
  const known = target.api.subresources(served).find((each) => each.name === subresource);
  if (known === undefined) throw pathNotFound();
  if (subresource !== 'status' && subresource !== 'scale') {
    throw notImplemented(`${served.resource}/${subresource}`);
  }
  const to: SentTo = { served, namespace, name };
  const object = found(to, name, target);
  const options = () => optionsOf(request, subresource, now);
  if (subresource === 'scale') {
    if (method === 'GET') return { status: 200, body: scaleOf(object, served) };
    if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed();
    const type = method === 'PUT' ? 'replace' : patchTypeOf(headerOf(request, 'content-type'));
    const { change, answer } = scaled(object, type, utf8(body), served);
    const { object: written, warnings } = patch('merge', change, to, options(), target);
    return { status: 200, body: answer(written), warnings };
  }
  if (method === 'GET') return { status: 200, body: object };
  if (method === 'PUT')
    return writtenAnswer(replace(objectText(body, headerOf(request, 'content-type')), to, options(), target));
  if (method !== 'PATCH') throw methodNotAllowed();
  return writtenAnswer(patch(patchTypeOf(headerOf(request, 'content-type')), utf8(body), to, options(), target));
}

function isOn(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== 'false' && value !== '0';
}

/** Source: k8s.io/apiserver pkg/endpoints/handlers/create.go, managerOrUserAgent. */
function optionsOf(request: ApiRequest, subresource: string, now: () => Date): WriteOptions {
  const query = request.url.searchParams;
  const validation = query.get('fieldValidation') ?? '';
  if (!['', 'Strict', 'Warn', 'Ignore'].includes(validation)) {
    throw new Refusal(
      422,
      'Invalid',
      `fieldValidation: Unsupported value: "${validation}": supported values: "", "Ignore", "Strict", "Warn"`,
    );
  }
  const manager = query.get('fieldManager') ?? '';
  const isApply = headerOf(request, 'content-type').startsWith('application/apply-patch+');
  if (isApply && manager === '') {
    throw new Refusal(
      422,
      'Invalid',
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
  }
  if (!isApply && query.has('force')) {
    throw new Refusal(
      422,
      'Invalid',
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    );
  }
  const agent = headerOf(request, 'user-agent').split('/')[0] ?? '';
  return {
    isDryRun: isDryRun(query.getAll('dryRun')),
    manager: manager || agent.slice(0, 128) || 'unknown',
    isForced: isOn(query, 'force'),
    validation: validation === 'Strict' || validation === 'Ignore' ? validation : 'Warn',
    subresource,
    now: now(),
  };
}
