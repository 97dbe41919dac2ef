import { labelValue, qualifiedName } from '../../formats/label.ts';
import { isNull, type MapNode, mapFor, type Node, stringFor, valueFor } from '../../manifest/node.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import type { Span } from '../../text/span.ts';
import { jsonOf, jsonText } from '../schema/json.ts';
import { objectsOf, type ReviewPair, type ReviewPart, spanAt } from './review.ts';

/** A part of a webhook's response that a server would refuse or undo. */
export interface ReviewProblem {
  /** `warning` for parts that the server silently undoes. */
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly span: Span;
  readonly message: string;
}

/** An object before and after its conversion, where the server takes the answer. */
export interface ConvertedObject {
  readonly response: ReviewPart;
  readonly original: MapNode;
  readonly converted: MapNode;
}

/** The problems of one response, and the objects it converted. */
export interface JudgedReview {
  readonly problems: readonly ReviewProblem[];
  readonly converted: readonly ConvertedObject[];
}

/**
 * Judges the answer of a conversion webhook as apiextensions-apiserver does: `getConvertedObjectsFromResponse`,
 * `Convert`, `validateConvertedObject` and `restoreObjectMeta` of `pkg/apiserver/conversion/webhook_converter.go`.
 */
export function judgeReview({ request, response }: ReviewPair): JudgedReview {
  if (response === undefined) return none;
  const judge = new Judge(request, response);
  if (!judge.envelope()) return judge;
  judge.objects();
  return judge;
}

const none: JudgedReview = { problems: [], converted: [] };

class Judge implements JudgedReview {
  readonly problems: ReviewProblem[] = [];
  readonly converted: ConvertedObject[] = [];
  readonly #request: ReviewPart;
  readonly #response: ReviewPart;

  constructor(request: ReviewPart, response: ReviewPart) {
    this.#request = request;
    this.#response = response;
  }

  /** Whether the server reads the objects at all. */
  envelope(): boolean {
    const { node, version, uid } = this.#response;
    if (version !== this.#request.version) {
      return this.#refuse(
        node,
        `the response is a ConversionReview of ${version}, the request of ${this.#request.version}`,
      );
    }
    // The first version of the API verified neither.
    if (version !== unverified && uid !== this.#request.uid) {
      return this.#refuse(spanAt(node, 'uid'), `expected response.uid="${this.#request.uid}", got "${uid}"`);
    }
    const result = mapFor(node, 'result');
    const status = result === undefined ? '' : (stringFor(result, 'status') ?? '');
    if (status === 'Success') return true;
    const message = result === undefined ? '' : (stringFor(result, 'message') ?? '');
    const refusal =
      message === '' ? `response.result.status was '${status}', not 'Success'` : `the webhook refuses: ${message}`;
    return this.#refuse(spanAt(node, 'result', 'status'), refusal);
  }

  objects(): void {
    const originals = objectsOf(this.#request, 'objects');
    const converted = objectsOf(this.#response, 'convertedObjects');
    const desired = stringFor(this.#request.node, 'desiredAPIVersion') ?? '';
    if (originals.length !== converted.length) {
      const span = spanAt(this.#response.node, 'convertedObjects');
      this.#refuse(span, `the webhook returned ${converted.length} objects, expected ${originals.length}`);
      return;
    }
    for (const [index, original] of originals.entries()) {
      const answer = converted[index];
      if (original.kind !== 'map' || answer === undefined) continue;
      if (stringFor(original, 'apiVersion') === desired) {
        const message = `a server does not send objects that already have version ${desired}`;
        this.#add('warning', this.#request.file, spanAt(original, 'apiVersion'), message);
      }
      if (answer.kind !== 'map') this.#refuse(answer, `convertedObjects[${index}] is not an object`);
      else if (this.#object(original, answer, desired, `convertedObjects[${index}]`)) {
        this.converted.push({ response: this.#response, original, converted: answer });
      }
    }
  }

  #object(original: MapNode, answer: MapNode, desired: string, name: string): boolean {
    const version = stringFor(answer, 'apiVersion') ?? '';
    if (parseGroupVersion(version) === undefined || version !== desired) {
      const span = spanAt(answer, 'apiVersion');
      return this.#refuse(span, `${name}: invalid groupVersion (expected ${desired}, received ${version})`);
    }
    const kinds = [original, answer].map((mapNode) => stringFor(mapNode, 'kind') ?? '');
    if (kinds[0] !== kinds[1]) {
      return this.#refuse(spanAt(answer, 'kind'), `${name}: invalid kind (expected ${kinds[0]}, received ${kinds[1]})`);
    }
    const before = mapFor(original, 'metadata');
    const written = valueFor(answer, 'metadata');
    const after = written?.kind === 'map' ? written : undefined;
    // The server's message for missing values has no name.
    for (const [field, called] of identity) {
      const [was, is] = [before, after].map((map) => (map === undefined ? '' : (stringFor(map, field) ?? '')));
      if (was === is) continue;
      return this.#refuse(spanAt(answer, 'metadata', field), `${name}: must have the same ${called}: ${was} != ${is}`);
    }
    if (after === undefined) return this.#refuse(written ?? answer, `${name}: missing metadata in converted object`);
    const fits = restorable.map((field) => this.#strings(before, after, field, name));
    this.#undone(before, after, name);
    return fits.every((fit) => fit);
  }

  /** Labels and annotations: the webhook's values count if they are valid. */
  #strings(before: MapNode | undefined, after: MapNode, field: 'labels' | 'annotations', name: string): boolean {
    const map = valueFor(after, field);
    if (map === undefined || isNull(map)) return true;
    if (map.kind !== 'map')
      return this.#refuse(map, `${name}: invalid metadata.${field}, which is not an object, in converted object`);
    const old = before === undefined ? undefined : mapFor(before, field);
    const isChanged = old === undefined || textOf(old) !== textOf(map);
    let fits = true;
    for (const { key, keySpan, value } of map.entries) {
      if (value.kind !== 'scalar' || typeof value.value !== 'string') {
        fits = this.#refuse(value, `${name}: metadata.${field}[${key}] must be a string`);
        continue;
      }
      if (!isChanged) continue;
      const problems = [
        ...qualifiedName(field === 'annotations' ? key.toLowerCase() : key),
        ...(field === 'labels' ? labelValue(value.value) : []),
      ];
      for (const problem of problems) fits = this.#refuse(keySpan, `${name}: metadata.${field}[${key}]: ${problem}`);
    }
    return fits;
  }

  #undone(before: MapNode | undefined, after: MapNode, name: string): void {
    const names = new Set([...(before?.entries ?? []), ...after.entries].map(({ key }) => key));
    for (const key of names) {
      if (restorable.some((field) => field === key)) continue;
      const [was, is] = [before === undefined ? undefined : valueFor(before, key), valueFor(after, key)];
      if (textOf(was) === textOf(is)) continue;
      const message = `${name}: metadata.${key} must not be changed by the webhook: the server restores it`;
      this.#add('warning', this.#response.file, spanAt(after, key), message);
    }
  }

  #refuse(span: Span, message: string): false {
    this.#add('error', this.#response.file, span, message);
    return false;
  }

  #add(severity: ReviewProblem['severity'], file: string, { start, end }: Span, message: string): void {
    this.problems.push({ severity, file, span: { start, end }, message });
  }
}

const unverified = 'v1beta1';
const restorable = ['labels', 'annotations'] as const;
const identity = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

function textOf(node: Node | undefined): string {
  return node === undefined ? '' : jsonText(jsonOf(node, node));
}
