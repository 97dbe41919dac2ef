import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import type { ValueMap } from '../conversion/value.ts';
import { withCustomKinds } from '../crd/customKinds.ts';
import { definitionList, definitionsIn } from '../crd/definitionList.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { judgeResource } from '../judge/judgeResource.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { acceptedBy } from '../workspace/definitions/acceptedDefinitions.ts';
import { ServedApi } from './discovery/servedApi.ts';
import { type ObjectKey, ObjectStore, type WorkspaceObject } from './objects/store.ts';
import { jsonOf } from './transport/answer.ts';
import { metadataOf } from './writes/finished.ts';
import { sentObject } from './writes/sentObject.ts';

/** What a target is made from. */
export interface TargetInputs {
  /** The inputs of a text without a file, for this target alone. */
  readonly inputs: FileInputs;
  readonly surface: ApiSurface;
  /** The objects of the workspace, as the target stores them. */
  readonly objects: () => readonly WorkspaceObject[];
}

/** A target that answers requests. */
export class ServedTarget {
  readonly store: ObjectStore;
  readonly #own: ApiSurface;
  #inputs: FileInputs;
  #api: ServedApi | undefined;
  #namespaces: ReadonlySet<string> | undefined;
  readonly #deprecations = new WeakMap<ServedResource, readonly string[]>();

  constructor({ inputs, surface, objects }: TargetInputs) {
    this.#own = surface;
    this.#inputs = { ...inputs, surfaces: [surface] };
    this.store = new ObjectStore(objects);
  }

  /** What it serves, with the definitions that clients have created. */
  get surface(): ApiSurface {
    return this.#inputs.surfaces[0] ?? this.#own;
  }

  /** Its resources. */
  get api(): ServedApi {
    this.#api ??= new ServedApi(this.surface);
    return this.#api;
  }

  /** The inputs of a request. */
  inputsFor(): FileInputs {
    return this.#inputs;
  }

  /** The warnings of every request to a resource. */
  deprecationsOf(served: ServedResource): readonly string[] {
    return getOrInsertComputed(this.#deprecations, served, () => {
      const text = jsonOf({ apiVersion: formatGroupVersion(served), kind: served.kind, metadata: { name: 'any' } });
      const sent = sentObject(text, { served, namespace: undefined, name: undefined });
      const [verdict] = judgeResource(sent.resource, text, this.#inputs, undefined);
      const found = verdict?.findings.filter(
        ({ code, consequence }) => code === 'deprecated-api' && consequence === 'warning',
      );
      return found?.map(({ message }) => message) ?? [];
    });
  }

  /** The namespaces that the workspace has, or whose objects it has. */
  namespaces(): ReadonlySet<string> {
    this.#namespaces ??= new Set(
      this.store.list({ group: '', resource: 'namespaces' }).map((object) => String(metadataOf(object)['name'])),
    );
    return this.#namespaces;
  }

  /** Stores an object for this run, as the store does; undefined deletes it. A definition serves its kind from then on. */
  put(key: ObjectKey, make: (revision: string) => ValueMap | undefined): ValueMap | undefined {
    const object = this.store.put(key, make);
    this.#wrote(key);
    return object;
  }

  #wrote({ served }: ObjectKey): void {
    if (served.resource === 'namespaces') this.#namespaces = undefined;
    if (served.resource !== 'customresourcedefinitions') return;
    const texts = this.store.list(served).map(jsonOf);
    const definitions = () => texts.flatMap((text, index) => definitionsIn(text, `request ${index + 1}`));
    const surface = withCustomKinds(this.#own, [acceptedBy(this.#own, definitionList(definitions))]);
    this.#inputs = { ...this.#inputs, surfaces: [surface] };
    this.#api = undefined;
  }
}
