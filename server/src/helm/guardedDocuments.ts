import type { ApiSurface } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import { ownCommand } from '../targets/templateCommand.ts';
import { capabilitiesOfTemplate } from './capabilities.ts';
import { type ChartTemplates, withFile } from './chart.ts';
import { documentsOf, type TemplateDocument } from './documents.ts';
import { execute } from './execute.ts';
import { hasHole } from './layout.ts';
import { outputOf, possibleCapabilities } from './readTemplate.ts';
import { parseTemplate } from './template/parse.ts';

/**
 * A rendered resource, at the target: Helm renders it there as well, renders its document differently, or
 * does not render it.
 */
export type Fate = 'same' | 'different' | 'absent';

/**
 * Compares what `helm template` prints for a template with what Helm prints that asks the target: without a cluster,
 * Helm takes every API version that it was compiled with as served, whatever its flags say, and sees a version without
 * the provider's suffix.
 */
export class GuardedDocuments {
  /** The documents at the target. */
  readonly documents: readonly TemplateDocument[];
  /** The documents that `helm template` prints. */
  readonly rendered: readonly TemplateDocument[];
  /** The keys of the documents that differ. */
  readonly differing: ReadonlySet<number>;

  /** @param file the name of the template. */
  constructor(text: string, chart: ChartTemplates, surface: ApiSurface, file: string) {
    const { body, problem } = parseTemplate(text);
    if (problem !== undefined || hasHole(text)) {
      [this.documents, this.rendered, this.differing] = [[], [], new Set()];
      return;
    }
    const definitions = withFile(chart, text);
    const [atTarget] = possibleCapabilities(surface, chart);
    const run = execute(text, body, definitions, atTarget);
    this.documents = documentsOf(outputOf(run), file);
    if (!run.readsCluster) {
      [this.rendered, this.differing] = [this.documents, new Set()];
      return;
    }
    const other = execute(text, body, definitions, capabilitiesOfTemplate(surface, ownCommand));
    this.rendered = documentsOf(outputOf(other), file);
    this.differing = differences(this.documents, this.rendered);
  }

  /** @param all every rendered resource of the template, in order. */
  fateOf(resource: Resource, all: readonly Resource[]): Fate {
    if (this.differing.size === 0) return 'same';
    const key = this.#keyOf(resource, all);
    if (key === undefined || !this.differing.has(key)) return 'same';
    const atTarget = this.documents.find((document) => document.key === key);
    return atTarget !== undefined && resourcesOf(atTarget).some((other) => isAlike(other, resource))
      ? 'different'
      : 'absent';
  }

  /** The document that prints a resource: the one with its name, or the nth of its kind. */
  #keyOf(resource: Resource, all: readonly Resource[]): number | undefined {
    const alikes = this.rendered.filter((document) => resourcesOf(document).some((other) => isAlike(other, resource)));
    const candidates = alikes.length > 0 ? alikes : this.#openHeads(resource);
    const named = candidates.find((document) =>
      resourcesOf(document).some(({ name }) => name !== undefined && name === resource.name),
    );
    if (named !== undefined) return named.key;
    const alike = all.filter((other) => isAlike(other, resource));
    if (alike.length === candidates.length) return candidates[alike.indexOf(resource)]?.key;
    return (candidates.find(({ key }) => !this.differing.has(key)) ?? candidates[0])?.key;
  }

  /** The documents whose apiVersion or kind depends on the cluster, and that may print a resource. */
  #openHeads({ kind }: Resource): readonly TemplateDocument[] {
    return this.rendered.filter((document) => {
      const atTarget = this.documents.find(({ key }) => key === document.key);
      const kinds = atTarget === undefined ? [] : resourcesOf(atTarget).map((resource) => resource.kind);
      return resourcesOf(document).length === 0 && (kinds.length === 0 || kinds.includes(kind));
    });
  }
}

function differences(some: readonly TemplateDocument[], others: readonly TemplateDocument[]): ReadonlySet<number> {
  const contents = new Map(some.map(({ key, content }) => [key, content()]));
  const differing = new Set<number>();
  for (const { key, content } of others) {
    if (contents.get(key) !== content()) differing.add(key);
    contents.delete(key);
  }
  return new Set([...differing, ...contents.keys()]);
}

function resourcesOf({ variants }: TemplateDocument): readonly Resource[] {
  return variants.flatMap(({ resources }) => resources);
}

function isAlike(a: Resource, b: Resource): boolean {
  return a.kind === b.kind && a.apiVersion === b.apiVersion;
}
