import table from '../../data/authored/admission.json' with { type: 'json' };
import { admissionOf } from '../admission/admissionObjects.ts';
import type { ServedResource } from '../catalog/surface.ts';
import { writeAsStored } from '../checks/completed/asStored.ts';
import { droppedOnCreate } from '../checks/completed/conditionalDefaults.ts';
import { defaultsInto, hasValueAt, stepsIn } from '../checks/completed/defaultsInto.ts';
import { removeAtSteps, replaceContent } from '../checks/completed/fillIn.ts';
import { pluginsInto } from '../checks/completed/pluginsInto.ts';
import { writePodLevel } from '../checks/completed/podLevel.ts';
import { withoutUnset, writeForms } from '../checks/completed/writtenForms.ts';
import { mutationOf } from '../checks/policies/mutation.ts';
import type { MutationOfObject } from '../checks/policies/mutationOutcome.ts';
import type { Finding } from '../finding.ts';
import type { Verdict } from '../judge/analysis.ts';
import { readAs } from '../judge/readResource.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type DraftMap, draftOf } from '../manifest/reconcile/draft.ts';
import { rewrite } from './rewrite.ts';

/** The result for one object. */
export interface AdmittedResource {
  readonly resource: Resource;
  /** Why the server refuses it; its text is then unchanged. */
  readonly refused?: string;
  /** Whether the server's result is unknown. */
  readonly isOpen?: true;
  /** Paths that the server drops. */
  readonly dropped: readonly string[];
  /** Paths with uncertain defaults. */
  readonly uncertain: readonly string[];
  /** The changes of admission plugins, in words. */
  readonly byPlugins: readonly string[];
  /** Paths with values that the server generates; they are omitted. */
  readonly assigned: readonly string[];
  /** Paths with values that depend on objects outside of the workspace; they are omitted. */
  readonly open: readonly string[];
}

/** An object as the server would store it. */
export interface AdmittedDraft {
  readonly resource: AdmittedResource;
  /** Undefined if the server refuses the object, or if its stored form is not known. */
  readonly draft: DraftMap | undefined;
}

const noChanges = { dropped: [], uncertain: [], byPlugins: [], assigned: [], open: [] };
const { assigned: assignedFacts, wiped } = table;

interface Assigned {
  readonly path: string;
  readonly types?: readonly string[];
  /** Values of fields in `spec`. */
  readonly when?: Readonly<Record<string, string>>;
  /** The steps to another field, which must have a value. */
  readonly beside?: readonly string[];
}

const assignedByKind: ReadonlyMap<string, readonly Assigned[]> = new Map(Object.entries(assignedFacts.kinds));

function assignedOf({ group, kind }: ServedResource, draft: DraftMap): readonly string[] {
  const spec = draft.map('spec');
  const type = spec?.string('type') ?? '';
  return (assignedByKind.get(`${group}/${kind}`) ?? [])
    .filter(({ types }) => types === undefined || types.includes(type))
    .filter(({ beside = [] }) => hasValueAt(draft, beside))
    .filter(({ when = {} }) => Object.entries(when).every(([field, value]) => spec?.string(field) === value))
    .map(({ path }) => path)
    .filter((path) => path.includes('[') || !hasValueAt(draft, path.split('.')));
}

/**
 * An object as the server of a verdict would store it on create, with the defaults, the changes of admission plugins and
 * without dropped fields.
 */
export function admittedDraft(resource: Resource, { surface, availability, findings }: Verdict): AdmittedDraft {
  const refusal = findings.find(refuses);
  if (refusal !== undefined)
    return { resource: { resource, ...noChanges, refused: refusal.message }, draft: undefined };
  const draft = draftOf(resource.root);
  const mutation = mutationOf({ availability, resource, surface });
  if (availability.state !== 'served' || resource.partial !== undefined || draft.kind !== 'map')
    return openFor(resource);
  if (mutation !== undefined && mutation.state !== 'done') return openFor(resource);
  const served = availability.resource;
  const type = served.custom === undefined ? surface.rootType(served) : undefined;
  const sent = mutation === undefined ? resource.root : mutation.root;
  const root = type === undefined ? sent : withoutUnset(sent, type);
  const form = root === resource.root ? resource : { ...resource, root };
  if (form.root !== resource.root) rewrite(draft, form.root);
  const dropped = findings
    .filter(({ consequence }) => consequence === 'dropped')
    .map(({ path }) => path)
    .filter((path) => removeAtSteps(draft, stepsIn(form.root, path)));
  for (const path of droppedOnCreate(`${served.group}/${served.kind}`)) removeAtSteps(draft, path);
  const custom = served.custom === undefined ? undefined : readAs(form, surface, availability, 'whole').custom;
  const uncertain = custom === undefined ? defaultsInto(draft, form.root, served, surface) : [];
  if (custom !== undefined) replaceContent(draft, custom);
  if (custom === undefined) writeAsStored(draft, form.root, served, surface);
  const { kindSpan, namespace } = resource;
  const objects = admissionOf(surface);
  const changes = pluginsInto({ draft, root: form.root, kindSpan, namespace, served, surface, objects }, 'storage');
  const byPlugins = [...changes.byPlugins, ...byPolicies(mutation, resource)];
  const takeMetadata = (names: readonly string[]) =>
    names.filter((name) => removeAtSteps(draft, ['metadata', name])).map((name) => `metadata.${name}`);
  const cleared = takeMetadata(wiped.cleared);
  const renewed = takeMetadata(wiped.renewed);
  writePodLevel(draft, served, surface);
  if (type !== undefined) writeForms(draft, type);
  const assigned = [...renewed, ...assignedOf(served, draft), ...changes.assigned];
  const stored = { dropped: [...dropped, ...cleared], uncertain, byPlugins, assigned, open: changes.open };
  return { resource: { resource, ...stored }, draft };
}

/** The draft of an object whose stored form is not known. */
export function openFor(resource: Resource): AdmittedDraft {
  return { resource: { resource, ...noChanges, isOpen: true }, draft: undefined };
}

function byPolicies(mutation: MutationOfObject | undefined, { root }: Resource): readonly string[] {
  if (mutation?.state !== 'done' || mutation.root === root) return [];
  const names = [...mutation.policies].map(({ object }) => object.name);
  return [`MutatingAdmissionPolicy: ${names.join(', ')}`];
}

const refusing: ReadonlySet<Finding['consequence']> = new Set([
  ...(['not-served', 'undecodable', 'invalid', 'forbidden', 'unknown-field', 'duplicate-field'] as const),
]);

function refuses({ consequence }: Finding): boolean {
  return refusing.has(consequence);
}
