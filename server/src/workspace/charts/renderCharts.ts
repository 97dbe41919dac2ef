import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import {
  type RenderError,
  type RenderedTemplate,
  type Rendering,
  readRenderError,
  renderedTemplates,
} from '../../helm/rendered.ts';
import { stringFor } from '../../manifest/node.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import type { TemplateCommand } from '../../targets/templateCommand.ts';
import { readText } from '../disk/readFile.ts';
import { pathExists } from '../disk/trackedFs.ts';
import { type HelmRun, renderChart } from './helm.ts';
import { RenderedFiles } from './renderedFiles.ts';

/** The rendering of a chart for one target. */
type RenderedChart =
  | {
      readonly ok: true;
      readonly texts: ReadonlyMap<string, string>;
      readonly open: readonly string[];
      /** Whether everything that installs it runs `helm template` as well. */
      readonly isInstalled: boolean;
    }
  | { readonly ok: false; readonly error: RenderError; readonly open: readonly string[] };

/** A chart that is to be rendered, and the targets that it is to be rendered for. */
export interface ChartToRender {
  /** Its folder, absolute. */
  readonly folder: string;
  readonly surfaces: readonly ApiSurface[];
  /** Files of values, absolute. */
  readonly values: readonly string[];
  /** The releases to render it with instead: one per release for the target. */
  readonly releases?: readonly ChartRelease[];
}

/** Something in the workspace that installs a chart. */
export interface ChartRelease {
  /** Files of values, absolute. */
  readonly files: readonly string[];
  /** Further values, as arguments of Helm. */
  readonly set: readonly string[];
  /** The name and the namespace of the release; undefined if unknown. */
  readonly release?: string | undefined;
  readonly namespace?: string | undefined;
  /** Further values, which are unknown, as in "rendered without the Secret a". */
  readonly open: readonly string[];
  /** How its tool runs `helm template`; undefined if Helm itself asks the cluster. */
  readonly command?: TemplateCommand | undefined;
  /** The target's name; undefined for any. */
  readonly target: string | undefined;
}

/** Rendered charts. */
export class RenderedCharts {
  readonly #charts: ReadonlyMap<string, ReadonlyMap<ApiSurface, RenderedChart>>;

  constructor(charts: ReadonlyMap<string, ReadonlyMap<ApiSurface, RenderedChart>>) {
    this.#charts = charts;
  }

  /**
   * The rendering of a file, one entry per target: of a template, or of the Chart.yaml, which gets the results without
   * a template. Undefined for files without results.
   */
  of(path: string, surfaces: readonly ApiSurface[]): readonly Rendering[] | undefined {
    const found = this.#chartOf(path);
    if (found === undefined) return undefined;
    const { folder, chart } = found;
    const file = relative(folder, path).split(sep).join('/');
    const isTemplate = /(^|\/)templates\/(.*\/)?[^_/][^/]*\.ya?ml$/.test(file);
    if (!isTemplate && file !== 'Chart.yaml') return undefined;
    const renderings = surfaces.map((surface) => renderingOf(file, isTemplate, chart.get(surface)));
    return renderings.some(({ text, error }) => text !== undefined || error !== undefined) ? renderings : undefined;
  }

  /**
   * Why the chart of a file was not rendered for a target, wherever in the chart that is reported; undefined if it was.
   */
  errorAt(path: string, surface: ApiSurface): RenderError | undefined {
    const chart = this.#chartOf(path)?.chart.get(surface);
    return chart?.ok === false ? chart.error : undefined;
  }

  /** Everything that the chart of a folder renders for the first target that it renders for. */
  outputOf(folder: string): string | undefined {
    const chart = [...(this.#charts.get(folder)?.values() ?? [])].find(({ ok }) => ok);
    return chart?.ok === true ? [...chart.texts.values()].join('\n---\n') : undefined;
  }

  /** The folder of the rendered chart that a file belongs to. */
  folderOf(path: string): string | undefined {
    return this.#chartOf(path)?.folder;
  }

  /** The targets that the chart of a folder was rendered for. */
  targetsOf(folder: string): readonly ApiSurface[] {
    return [...(this.#charts.get(folder) ?? [])].flatMap(([surface, { ok }]) => (ok ? [surface] : []));
  }

  #chartOf(path: string) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const chart = this.#charts.get(folder);
      if (chart !== undefined) return { folder, chart };
      if (dirname(folder) === folder) return undefined;
    }
  }
}

function renderingOf(file: string, isTemplate: boolean, chart: RenderedChart | undefined): Rendering {
  if (chart === undefined) return { text: undefined, error: undefined, open: [] };
  const { open } = chart;
  if (chart.ok) {
    const text = chart.texts.get(file) ?? (isTemplate ? '' : undefined);
    return { text, error: undefined, open, isInstalled: chart.isInstalled };
  }
  const { error } = chart;
  const location = error.file !== undefined && /\/[^_/][^/]*\.ya?ml$/.test(error.file) ? error.file : 'Chart.yaml';
  const shown = location === error.file ? error : { ...error, line: undefined, column: undefined };
  return { text: undefined, error: location === file ? shown : undefined, open };
}

/**
 * Whether a file is the Chart.yaml of a chart that can be rendered alone: not a sub-chart, which is rendered with its
 * parent, and not a library.
 */
export function isRenderable(file: string): boolean {
  if (basename(file) !== 'Chart.yaml') return false;
  const charts = dirname(dirname(file));
  if (basename(charts) === 'charts' && pathExists(join(dirname(charts), 'Chart.yaml'))) return false;
  const content = readText(file);
  const root = content.ok ? readYamlDocument(content.text)?.root : undefined;
  if (root?.kind !== 'map' || stringFor(root, 'name') === undefined) return false;
  return stringFor(root, 'apiVersion') !== undefined && stringFor(root, 'type') !== 'library';
}

/**
 * Renders charts for their targets, a few at a time. A failure does not affect the others.
 *
 * @param program the file of the helm binary.
 */
export async function renderCharts(charts: readonly ChartToRender[], program: string): Promise<RenderedCharts> {
  const rendered = new Map(charts.map(({ folder }) => [folder, new Map<ApiSurface, RenderedChart>()]));
  const runs = charts.flatMap((chart) => chart.surfaces.map((surface) => ({ chart, surface }))).values();
  const work = async () => {
    for (const { chart, surface } of runs) {
      rendered.get(chart.folder)?.set(surface, await render(chart, surface, program));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return new RenderedCharts(rendered);
}

/** The rendered documents of each file; those of packed charts belong to the Chart.yaml. */
function byFile(rendered: readonly RenderedTemplate[], files: RenderedFiles): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file: name, text } of rendered) {
    const file = files.of(name) ?? 'Chart.yaml';
    const before = texts.get(file);
    // A chart with an alias is rendered several times.
    texts.set(file, before === undefined ? text : `${before}${before.endsWith('\n') ? '' : '\n'}---\n${text}`);
  }
  return texts;
}

async function render(chart: ChartToRender, surface: ApiSurface, program: string): Promise<RenderedChart> {
  const { folder, values, releases = [] } = chart;
  const all = releases.filter(({ target }) => target === undefined || target === surface.name);
  const known = all.filter((release) => release.open.length === 0);
  // Results for known values are certain; unknown values may change the others.
  const releasesOfTarget = known.length > 0 ? known : all;
  const open = [...new Set(releasesOfTarget.flatMap((release) => release.open))];
  const outputs: string[] = [];
  const runs: readonly HelmRun[] = releasesOfTarget.length === 0 ? [{ files: values, set: [] }] : releasesOfTarget;
  for (const run of runs.slice(0, maxReleases)) {
    const result = await renderChart(folder, surface, program, run);
    if (!result.ok) {
      const message = result.reason === 'stopped' ? `helm ${result.message}` : result.message;
      return { ok: false, error: readRenderError(message), open };
    }
    outputs.push(result.output.endsWith('\n') ? result.output : `${result.output}\n`);
  }
  const texts = byFile(renderedTemplates(outputs.join('')), new RenderedFiles(folder));
  return { ok: true, texts, open, isInstalled: runs.every(({ command }) => command !== undefined) };
}

/** The maximum number of rendered releases of one chart. */
const maxReleases = 10;
