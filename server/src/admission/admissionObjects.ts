import table from '../../data/authored/admission.json' with { type: 'json' };
import type { ApiSurface, DeclaredAdmission } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node, stringFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { grouped } from '../text/grouped.ts';
import { wordSearch } from '../text/wordSearch.ts';
import { refersToParams } from './paramFiles.ts';

/** A workspace object that the server's admission plugins read. */
export interface AdmissionObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly root: MapNode;
  readonly resource: Resource;
  /** Its file, for messages. */
  readonly file: string;
  /**
   * Whether the cluster has it as written: without placeholders, patches or builds. Lazy, since all builds of a
   * repository may be needed: call it last.
   */
  readonly isCertain: () => boolean;
  /** Whether a target refuses the object when it is created. */
  readonly isRefused: (surface: ApiSurface) => boolean;
}

/** Facts about the file of objects and the workspace. */
export interface ReadingAdmission {
  /** Whether the cluster has an object of the file as written. */
  readonly isCertain?: (resource: Resource) => boolean;
  /** Whether a target refuses an object of the file. */
  readonly isRefused?: (resource: Resource, surface: ApiSurface) => boolean;
  /** The kinds of parameters, `group/Kind`, of policies in other files. */
  readonly paramKinds?: ReadonlySet<string> | undefined;
}

/** The objects in workspace files that admission plugins read. */
export class AdmissionObjects implements DeclaredAdmission {
  readonly objects: readonly AdmissionObject[];
  readonly #byKind: ReadonlyMap<string, readonly AdmissionObject[]>;

  constructor(objects: readonly AdmissionObject[]) {
    this.objects = objects;
    this.#byKind = grouped(objects.map((object) => [`${object.group}/${object.kind}`, object]));
  }

  /** The objects of a kind, `group/Kind`, in the order of their files. */
  ofKind(kind: string): readonly AdmissionObject[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** The kinds of the parameters of the policies, `group/Kind`. */
  get paramKinds(): ReadonlySet<string> {
    const found = this.objects.flatMap(({ root, kind }): readonly string[] => {
      const spec = kind.endsWith('AdmissionPolicy') ? mapFor(root, 'spec') : undefined;
      const paramKind = spec && mapFor(spec, 'paramKind');
      const groupVersion = paramKind && parseGroupVersion(stringFor(paramKind, 'apiVersion') ?? '');
      return paramKind === undefined || groupVersion === undefined
        ? []
        : [`${groupVersion.group}/${stringFor(paramKind, 'kind') ?? ''}`];
    });
    return new Set(found);
  }

  /** The objects of a kind with a name: several if the files are for several clusters. */
  named(kind: string, name: string): readonly AdmissionObject[] {
    return this.ofKind(kind).filter((object) => object.name === name);
  }
}

/** The objects that admission at a target depends on; undefined if the workspace has none. */
export function admissionOf({ admission }: ApiSurface): AdmissionObjects | undefined {
  const found = admission?.();
  return found instanceof AdmissionObjects ? found : undefined;
}

/**
 * The possible contents of a file: objects that admission depends on, parameters of policies in other files, or only
 * Namespaces, which matter together with those.
 */
export type AdmissionHolding = 'rules' | 'parameters' | 'namespaces';

/** The fields of ServiceAccounts that change pods. */
const accountFields = /\b(?:imagePullSecrets|automountServiceAccountToken)\b/;
const accountKind = /\bkind["']?[ \t]*:[ \t]*["']?ServiceAccount\b/;

/** Nodes, whose topology labels their pods get. */
const nodeKind = /\bkind["']?[ \t]*:[ \t]*["']?Node\b/;

const namespaceKind = /\bkind["']?[ \t]*:[ \t]*["']?Namespace\b/;

const holdsRules = wordSearch(table.objects.words);
const holdsTopology = wordSearch(table.topologyLabels);

/** Whether a file may have objects that admission depends on, by a search for words. */
export function mayHoldAdmission(text: string): AdmissionHolding | undefined {
  if (holdsRules(text)) return 'rules';
  if (text.includes('ServiceAccount') && accountFields.test(text) && accountKind.test(text)) return 'rules';
  if (holdsTopology(text) && nodeKind.test(text)) return 'rules';
  return text.includes('Namespace') && namespaceKind.test(text) ? 'namespaces' : undefined;
}

const kinds: ReadonlySet<string> = new Set(table.objects.kinds);
const noKinds: ReadonlySet<string> = new Set();
const namesKind = wordSearch(table.objects.kinds.map(kindIn));

/** The kind in `group/Kind`. */
function kindIn(groupKind: string): string {
  return groupKind.slice(groupKind.indexOf('/') + 1);
}

/** The objects of a text that admission depends on, in order. */
export function admissionObjectsIn(
  text: string,
  file: string,
  { isCertain = () => true, isRefused = () => false, paramKinds = noKinds }: ReadingAdmission = {},
): readonly AdmissionObject[] {
  if (mayHoldAdmission(text) === undefined && paramKinds.size === 0) return [];
  // Objects beside a policy or its binding may be its parameters.
  const mayHaveParams = refersToParams(text);
  // The other documents of an install manifest are not read.
  const namesParams = wordSearch([...paramKinds].map(kindIn));
  const mayMatter = (document: string) => namesKind(document) || namesParams(document);
  const manifest = readManifest(text, mayHaveParams ? undefined : mayMatter);
  return findResources(manifest, file).resources.flatMap((resource) => {
    const { group, version } = parseGroupVersion(resource.apiVersion) ?? { group: '', version: '' };
    const { kind, name, namespace, root } = resource;
    const isRead = mayHaveParams || kinds.has(`${group}/${kind}`) || paramKinds.has(`${group}/${kind}`);
    if (!isRead || name === undefined || resource.part !== undefined) return [];
    const isWritten = resource.partial === undefined && !text.includes('{{');
    const isAsWritten = () => isWritten && isCertain(resource);
    const isRefusedAt = (surface: ApiSurface) => isRefused(resource, surface);
    const identity = { group, version, kind, name, namespace };
    return [{ ...identity, root, resource, file, isCertain: isAsWritten, isRefused: isRefusedAt }];
  });
}

/** Resources as admission objects that the cluster has as written and accepts. */
export function admissionObjectsOf(resources: readonly Resource[], file: string): readonly AdmissionObject[] {
  return resources.flatMap((resource) => {
    const { group, version } = parseGroupVersion(resource.apiVersion) ?? { group: '', version: '' };
    const { kind, name, namespace, root } = resource;
    if (name === undefined || resource.part !== undefined) return [];
    return [
      { group, version, kind, name, namespace, root, resource, file, isCertain: () => true, isRefused: () => false },
    ];
  });
}

/** The labels of an object; undefined if one is not a string or has a placeholder. */
export function labelsOf({ root }: Pick<AdmissionObject, 'root'>): ReadonlyMap<string, string> | undefined {
  const metadata = mapFor(root, 'metadata');
  const labels = metadata === undefined ? undefined : mapFor(metadata, 'labels');
  const found = new Map<string, string>();
  for (const { key, value } of labels?.entries ?? []) {
    const text = textOf(value);
    if (text === undefined) return undefined;
    found.set(key, text);
  }
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.kind !== 'scalar') return undefined;
  if (node.value === null) return '';
  return typeof node.value === 'string' && !node.value.includes('$') ? node.value : undefined;
}
