import table from '../../data/authored/admission.json' with { type: 'json' };
import type { ApiSurface, DeclaredAdmission } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { grouped } from '../text/grouped.ts';

/** A workspace object that the server's admission plugins read. */
export interface AdmissionObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly root: MapNode;
  /** Its file, for messages. */
  readonly file: string;
  /**
   * Whether the cluster has it as written: without placeholders, patches or builds. Lazy, since all builds of a
   * repository may be needed: call it last.
   */
  readonly isCertain: () => boolean;
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

  /** The objects of a kind with a name: several where files of several clusters have it. */
  named(kind: string, name: string): readonly AdmissionObject[] {
    return this.ofKind(kind).filter((object) => object.name === name);
  }
}

/** The objects that admission at a target depends on; undefined if the workspace has none. */
export function admissionOf({ admission }: ApiSurface): AdmissionObjects | undefined {
  const found = admission?.();
  return found instanceof AdmissionObjects ? found : undefined;
}

/** The possible contents of a file: objects that decide something, or only Namespaces, which matter beside those. */
export type AdmissionHolding = 'rules' | 'namespaces';

/** ServiceAccounts that change pods. */
const accountKind = /\bkind["']?[ \t]*:[ \t]*["']?ServiceAccount\b/;
const accountFields = /\b(?:imagePullSecrets|automountServiceAccountToken)\b/;

const namespaceKind = /\bkind["']?[ \t]*:[ \t]*["']?Namespace\b/;

/** Whether a file may have objects that admission depends on, by a search for words. */
export function mayHoldAdmission(text: string): AdmissionHolding | undefined {
  if (table.objects.words.some((word) => text.includes(word))) return 'rules';
  if (text.includes('ServiceAccount') && accountFields.test(text) && accountKind.test(text)) return 'rules';
  return text.includes('Namespace') && namespaceKind.test(text) ? 'namespaces' : undefined;
}

const kinds: ReadonlySet<string> = new Set(table.objects.kinds);

/**
 * The objects of a text that admission depends on, in order.
 *
 * @param isCertain whether the cluster has an object of the file as written.
 */
export function admissionObjectsIn(
  text: string,
  file: string,
  isCertain: (resource: Resource) => boolean = () => true,
): readonly AdmissionObject[] {
  if (mayHoldAdmission(text) === undefined) return [];
  // Objects beside a policy or its binding may be its parameters.
  const mayHaveParams = text.includes('paramRef') || text.includes('paramKind');
  return findResources(readManifest(text), file).resources.flatMap((resource) => {
    const { group, version } = parseGroupVersion(resource.apiVersion) ?? { group: '', version: '' };
    const { kind, name, namespace, root } = resource;
    if (!(mayHaveParams || kinds.has(`${group}/${kind}`)) || name === undefined || resource.part !== undefined)
      return [];
    const isWritten = resource.partial === undefined && !text.includes('{{');
    const isAsWritten = () => isWritten && isCertain(resource);
    return [{ group, version, kind, name, namespace, root, file, isCertain: isAsWritten }];
  });
}

/** The labels of an object; undefined if one is not a string. */
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
