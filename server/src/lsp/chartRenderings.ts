import { isAbsolute, join } from 'node:path';
import type { ApiSurface } from '../catalog/surface.ts';
import type { Rendering } from '../helm/rendered.ts';
import { chartStamp, renderableChartOf } from '../workspace/charts/charts.ts';
import { type HelmSettings, helmOnPath } from '../workspace/charts/helm.ts';
import { type RenderedCharts, renderCharts } from '../workspace/charts/renderCharts.ts';
import { readSavedText } from '../workspace/disk/readFile.ts';
import { Input } from '../workspace/ground/input.ts';
import { isExecutable } from '../workspace/programs/externalTool.ts';
import type { RenderedTemplateResult } from './protocol.ts';
import type { HelmOptions } from './settings.ts';
import type { TargetsOfFiles } from './targets.ts';

interface RenderedFolder {
  /** The stamp of the files of the chart and its values. */
  readonly stamp: string;
  readonly surfaces: readonly ApiSurface[];
  readonly charts: RenderedCharts;
}

/**
 * Renders the charts of open documents with helm, each again when its files on disk change. Nothing runs before the
 * user trusts the workspace.
 */
export class ChartRenderings {
  readonly #isTrusted: Input<boolean>;
  #helm: HelmSettings | undefined;
  /** The same, even if charts are not rendered automatically. */
  #onDemand: HelmSettings | undefined;
  readonly #known = new Input<ReadonlyMap<string, RenderedFolder>>(new Map());
  readonly #running = new Set<string>();

  constructor(isTrusted: boolean) {
    this.#isTrusted = new Input(isTrusted);
  }

  /** Whether the user trusts the workspace. */
  get isTrusted(): boolean {
    return this.#isTrusted.value;
  }

  /** The file of the helm binary, even if charts are not rendered automatically. */
  get program(): string | undefined {
    return this.#onDemand?.program;
  }

  /** The user trusts the workspace. */
  trust(): void {
    this.#isTrusted.set(true);
  }

  /** Takes the editor's settings; files of values are named from `folder`. */
  use({ render, path, values }: HelmOptions, folder: string): void {
    this.#known.set(new Map());
    const program = path === '' ? helmOnPath() : isExecutable(path) ? path : undefined;
    const files = values.map((file) => (isAbsolute(file) ? file : join(folder, file)));
    this.#onDemand = program === undefined ? undefined : { program, values: files };
    this.#helm = render ? this.#onDemand : undefined;
  }

  /** The renderings of a file, one per target; undefined while unknown, or if the text differs from the disk. */
  of(path: string, surfaces: readonly ApiSurface[], text: () => string): readonly Rendering[] | undefined {
    const folder = renderableChartOf(path);
    const known = folder === undefined ? undefined : this.#known.value.get(folder);
    if (known === undefined || !equal(known.surfaces, surfaces)) return undefined;
    // Helm reads the disk.
    const onDisk = readSavedText(path);
    return onDisk.ok && onDisk.text === text() ? known.charts.of(path, surfaces) : undefined;
  }

  /** Renders the chart of a file, if enabled. Returns whether anything changed. */
  async renderAround(path: string, surfaces: readonly ApiSurface[], valuesOf: ValuesOf): Promise<boolean> {
    const helm = this.#helm;
    const folder = this.isTrusted && helm !== undefined ? renderableChartOf(path) : undefined;
    if (folder === undefined || helm === undefined || this.#running.has(folder)) return false;
    return this.#render(folder, surfaces, helm, valuesOf);
  }

  /** The rendering of a template for the targets of its document, from the chart on disk; or why there is none. */
  async shown(path: string, surfaces: readonly ApiSurface[], valuesOf: ValuesOf): Promise<RenderedTemplateResult> {
    const helm = this.#onDemand;
    if (!this.isTrusted) return { problem: 'Helm runs only in trusted workspaces.' };
    if (helm === undefined) return { problem: 'helm is not on the PATH, and kubecompat.helm.path is not set.' };
    const folder = renderableChartOf(path);
    if (folder === undefined) return { problem: 'This is not a template of a chart that Helm renders.' };
    await this.#render(folder, surfaces, helm, valuesOf);
    const charts = this.#known.value.get(folder)?.charts;
    const rendered = charts?.of(path, surfaces) ?? [];
    const texts = surfaces.map(({ name }, index) => ({ name, text: rendered[index]?.text }));
    const [first] = texts;
    const error = surfaces
      .map((surface) => charts?.errorAt(path, surface))
      .find((renderError) => renderError !== undefined);
    if (first?.text === undefined) {
      return {
        problem: error?.message ?? 'Helm cannot render this file by itself: open a template that uses it.',
      };
    }
    if (texts.every(({ text }) => text === first.text)) return { text: first.text };
    return { text: texts.map(({ name, text = '' }) => `# At ${name}:\n${text}`).join('\n---\n') };
  }

  /** Returns whether anything changed. */
  async #render(
    folder: string,
    surfaces: readonly ApiSurface[],
    helm: HelmSettings,
    valuesOf: ValuesOf,
  ): Promise<boolean> {
    const configured = valuesOf.helmValues(join(folder, 'Chart.yaml'));
    const values = configured ?? helm.values ?? [];
    const releases = configured === undefined && values.length === 0 ? valuesOf.chartReleases(folder) : [];
    const others = [...values, ...releases.flatMap(({ files }) => files)];
    const stamp = [...values, JSON.stringify(releases), chartStamp(folder, others)].join('\n');
    const known = this.#known.value.get(folder);
    if (known?.stamp === stamp && equal(known.surfaces, surfaces)) return false;
    this.#running.add(folder);
    try {
      const charts = await renderCharts([{ folder, surfaces, values, releases }], helm.program);
      this.#known.set(new Map([...this.#known.value, [folder, { stamp, surfaces, charts }]]));
    } finally {
      this.#running.delete(folder);
    }
    return true;
  }
}

/** The values of charts: configured ones, or those of their installers. */
type ValuesOf = Pick<TargetsOfFiles, 'helmValues' | 'chartReleases'>;

function equal(a: readonly ApiSurface[], b: readonly ApiSurface[]): boolean {
  return a.length === b.length && a.every((surface, index) => surface === b[index]);
}
