import type { Delivery, RepositoryFiles } from '../../gitops/delivery.ts';
import { deliveriesOf } from '../../gitops/readDeliveries.ts';
import type { AssembledResource } from '../../kustomize/assembled.ts';
import { mayChange } from '../../kustomize/changedFields.ts';
import type { BuildOfFile } from '../../kustomize/fileContext.ts';
import { filledRoot } from '../../kustomize/fill.ts';
import { memoize } from '../../text/memoize.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/** An object that applies folders, with its file. */
export interface FoundDelivery extends Delivery {
  /** Absolute. */
  readonly file: string;
  /** Whether patches with unknown results may change the values of its charts. */
  readonly hasOpenValues: boolean;
}

/** The deliveries of an object in builds. */
export interface DeliveriesInBuilds {
  readonly deliveries: readonly FoundDelivery[];
  /** Whether patches with unknown results may change what it applies. */
  readonly isOpen: boolean;
}

/** Identifies an object that applies folders. @param file absolute. */
export function deliveryKey(file: string, name: string): string {
  return `${file}\n${name}`;
}

/** The same with the kind: two objects in a file may share a name. */
export function objectKey({ file, kind, name }: FoundDelivery): string {
  return `${deliveryKey(file, name)}\n${kind}`;
}

/** The fields that define what is applied where, of all kinds of such objects. */
const destinations = [
  ...['spec.path', 'spec.sourceRef', 'spec.kubeConfig', 'spec.components', 'spec.sync'],
  ...['spec.source.path', 'spec.source.repoURL', 'spec.destination'],
  ...['spec.generators', 'spec.template', 'spec.templatePatch', 'spec.chart.spec.chart', 'spec.chart.spec.sourceRef'],
];

/** The fields with the values of a chart. */
const values = ['spec.values', 'spec.valuesFrom', 'spec.chart.spec.valuesFiles', 'spec.source.helm', 'spec.sources'];

/** Reads what objects apply as kustomizations build them. */
export class BuiltDeliveries {
  readonly #kustomizations: Kustomizations;
  readonly #repository: RepositoryFiles;
  readonly #written: ReadonlyMap<string, readonly FoundDelivery[]>;

  /** @param written the deliveries of objects as their files have them, by {@link objectKey}. */
  constructor(
    kustomizations: Kustomizations,
    repository: RepositoryFiles,
    written: ReadonlyMap<string, readonly FoundDelivery[]>,
  ) {
    this.#kustomizations = kustomizations;
    this.#repository = repository;
    this.#written = written;
  }

  /**
   * The deliveries of an object in all builds of its file.
   *
   * @param key an {@link objectKey}.
   * @param folder the folder that it is applied from, absolute: only builds by the kustomization in it count.
   */
  of(key: string, folder: string | undefined): DeliveriesInBuilds {
    return this.#found({ key, folder });
  }

  readonly #found = memoize(
    ({ key, folder }: { readonly key: string; readonly folder: string | undefined }) => this.#read(key, folder),
    ({ key, folder }) => JSON.stringify([key, folder]),
  );

  #read(key: string, folder: string | undefined): DeliveriesInBuilds {
    const written = this.#written.get(key) ?? [];
    const [first] = written;
    if (first === undefined) return { deliveries: [], isOpen: false };
    const builds = this.#kustomizations.contextOf(first.file).builds();
    const here = builds.filter((build) => folder !== undefined && build.folder === folder);
    const used = here.length > 0 ? here : builds;
    const all = used.flatMap((build) => this.#inBuild(build, written, first));
    if (all.length === 0) return { deliveries: written, isOpen: false };
    const different = new Map(all.flatMap(({ deliveries }) => deliveries.map((item) => [JSON.stringify(item), item])));
    return { deliveries: [...different.values()], isOpen: all.some(({ isOpen }) => isOpen) };
  }

  /** One for each resource that the object is built to. */
  #inBuild(
    { resources }: BuildOfFile,
    written: readonly FoundDelivery[],
    of: FoundDelivery,
  ): readonly DeliveriesInBuilds[] {
    if (resources === undefined) return [withOpenValues(written)];
    return resources
      .filter(({ kind, names }) => kind === of.kind && names[0] === of.name)
      .map((resource) => this.#asBuilt(resource, written, of.file));
  }

  #asBuilt(resource: AssembledResource, written: readonly FoundDelivery[], file: string): DeliveriesInBuilds {
    const isMoved = mayChange(resource, destinations);
    if (!isMoved && !mayChange(resource, values)) return { deliveries: written, isOpen: false };
    if (!resource.isOpen && resource.root !== undefined) {
      const { deliveries, isOpen } = deliveriesOf(filledRoot(resource.root, resource.fills), this.#repository);
      return { deliveries: deliveries.map((item) => ({ ...item, file, hasOpenValues: false })), isOpen };
    }
    if (isMoved) return { deliveries: [], isOpen: true };
    return withOpenValues(written);
  }
}

function withOpenValues(written: readonly FoundDelivery[]): DeliveriesInBuilds {
  return { deliveries: written.map((delivery) => ({ ...delivery, hasOpenValues: true })), isOpen: false };
}
