import { analyze } from '../analyze.ts';
import type { Verdict } from '../judge/analysis.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { changedKeys } from '../manifest/changedKeys.ts';
import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { reconcile } from '../manifest/reconcile/reconcile.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { applyEdits, type TextEdit } from '../text/edit.ts';
import { type AdmittedResource, admittedDraft, openFor } from './admittedDraft.ts';

/** A file as the server would store its objects. */
export interface AdmittedText {
  readonly text: string;
  readonly resources: readonly AdmittedResource[];
}

/**
 * The objects of a file as the first of its targets would store them on create: with defaults and
 * changes of admission plugins, without dropped fields. Generated values (uid, times, addresses) and those known only to the cluster are
 * omitted. Comments and order stay.
 */
export function admittedText(text: string, inputs: FileInputs): AdmittedText {
  const edits: TextEdit[] = [];
  const resources: AdmittedResource[] = [];
  for (const { resource, verdicts } of analyze(text, inputs).resources) {
    const [verdict] = verdicts;
    if (verdict === undefined || resource.part !== undefined || resource.embedded !== undefined) continue;
    const stored = admitted(resource, text, verdict);
    edits.push(...stored.edits);
    resources.push(stored.resource);
  }
  const stored = resources.filter(({ refused, isOpen }) => refused === undefined && isOpen !== true);
  const after = applyEdits(text, edits) ?? text;
  return {
    text: withStoredKeys(
      after,
      stored.map(({ resource }) => resource),
      text,
      inputs,
    ),
    resources,
  };
}

/** A text with the keys of stored objects as JSON has them. */
function withStoredKeys(after: string, stored: readonly Resource[], before: string, inputs: FileInputs): string {
  if (stored.every(({ root }) => changedKeys(root, before).length === 0)) return after;
  const places = new Set(stored.map(placeOf));
  const edits = findResources(readManifest(after), inputs.file)
    .resources.filter((resource) => places.has(placeOf(resource)))
    .flatMap(({ root }) => changedKeys(root, after))
    .map(({ entry: { key, keySpan } }) => ({ span: keySpan, newText: `"${key}"` }));
  return applyEdits(after, edits) ?? after;
}

function placeOf({ document, item }: Resource): string {
  return `${document} ${item ?? ''}`;
}

interface StoredObject {
  readonly resource: AdmittedResource;
  readonly edits: readonly TextEdit[];
}

function admitted(resource: Resource, text: string, verdict: Verdict): StoredObject {
  const { resource: stored, draft } = admittedDraft(resource, verdict);
  if (draft === undefined) return { resource: stored, edits: [] };
  const edits = reconcile(text, resource.root, draft);
  return edits === undefined ? { resource: openFor(resource).resource, edits: [] } : { resource: stored, edits };
}
