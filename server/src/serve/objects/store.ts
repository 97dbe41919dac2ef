import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import type { ValueMap } from '../../conversion/value.ts';

/** The identity of an object among those of a target. */
export interface ObjectKey {
  readonly served: ServedResource;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** An object that the workspace has. */
export interface WorkspaceObject {
  /** `resource.group`. */
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The object as stored; undefined if the target refuses it. */
  readonly value: () => ValueMap | undefined;
  /** The warnings of its create. */
  readonly warnings: () => readonly string[];
}

/** The objects of a target: those of the workspace, and what clients wrote during this run. */
export class ObjectStore {
  readonly #workspace: () => readonly WorkspaceObject[];
  /** Written objects by resource and identity; undefined for deleted ones. */
  readonly #written = new Map<string, Map<string, ValueMap | undefined>>();
  #index: ReadonlyMap<string, ReadonlyMap<string, WorkspaceObject>> | undefined;
  #revision = 1;

  constructor(workspace: () => readonly WorkspaceObject[]) {
    this.#workspace = workspace;
  }

  /** The version of the whole store. */
  get revision(): string {
    return String(this.#revision);
  }

  /** Whether clients wrote the object during this run. */
  isWritten({ served, namespace, name }: ObjectKey): boolean {
    return this.#written.get(groupResource(served.group, served.resource))?.has(keyOf(namespace, name)) === true;
  }

  /** The warnings of an object of the workspace, which clients do not write where nothing changes. */
  warningsOf(key: ObjectKey): readonly string[] {
    if (this.isWritten(key)) return [];
    const { served, namespace, name } = key;
    return this.#of(groupResource(served.group, served.resource)).get(keyOf(namespace, name))?.warnings() ?? [];
  }

  /** The stored object. */
  get({ served, namespace, name }: ObjectKey): ValueMap | undefined {
    const resource = groupResource(served.group, served.resource);
    const key = keyOf(namespace, name);
    const written = this.#written.get(resource);
    if (written?.has(key) === true) return written.get(key);
    return this.#of(resource).get(key)?.value();
  }

  /**
   * The objects of a resource, by namespace and name.
   *
   * @param namespace undefined for all.
   */
  list({ group, resource }: Pick<ServedResource, 'group' | 'resource'>, namespace?: string): readonly ValueMap[] {
    const name = groupResource(group, resource);
    const written = this.#written.get(name) ?? new Map<string, ValueMap | undefined>();
    const stored = this.#of(name);
    const keys = [...new Set([...stored.keys(), ...written.keys()])].sort();
    return keys
      .filter((key) => namespace === undefined || key.startsWith(`${namespace}\n`))
      .map((key) => (written.has(key) ? written.get(key) : stored.get(key)?.value()))
      .filter((object) => object !== undefined);
  }

  /** Stores an object for this run; undefined deletes it. Returns its version. */
  put({ served, namespace, name }: ObjectKey, make: (revision: string) => ValueMap | undefined): ValueMap | undefined {
    const resource = groupResource(served.group, served.resource);
    const objects = this.#written.get(resource) ?? new Map<string, ValueMap | undefined>();
    this.#revision++;
    const object = make(this.revision);
    objects.set(keyOf(namespace, name), object);
    this.#written.set(resource, objects);
    return object;
  }

  #of(resource: string): ReadonlyMap<string, WorkspaceObject> {
    if (this.#index === undefined) {
      const index = new Map<string, Map<string, WorkspaceObject>>();
      for (const object of this.#workspace()) {
        const objects = index.get(object.resource) ?? new Map<string, WorkspaceObject>();
        index.set(object.resource, objects);
        const key = keyOf(object.namespace, object.name);
        // The first file that has an object decides.
        if (!objects.has(key)) objects.set(key, object);
      }
      this.#index = index;
    }
    return this.#index.get(resource) ?? new Map();
  }
}

function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}\n${name}`;
}
