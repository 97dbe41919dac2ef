import { dirname, join, relative, resolve, sep } from 'node:path';
import type { FileReport } from '../../report/buildReport.ts';
import { addCounts, countDocuments, countNotJudged } from '../../report/coverage.ts';
import type { CoverageCounts, ReportCoverage } from '../../report/workspaceReport.ts';
import { lazily } from '../../text/lazily.ts';
import { memoize } from '../../text/memoize.ts';
import { isChartYaml, packedCharts } from '../charts/packedCharts.ts';
import { isRenderable, type RenderedCharts } from '../charts/renderCharts.ts';
import type { FoundFile } from '../disk/discover.ts';
import { reportName } from '../disk/discover.ts';
import { statOf } from '../disk/trackedFs.ts';
import { isKustomization, kustomizationNames } from '../kustomize/kustomizationNames.ts';
import type { Workspace } from '../model/workspace.ts';
import { Charts } from '../scope/shard.ts';
import type { FileSettings } from '../settings/targetSelection.ts';

/** A found file with its settings; undefined if its configuration is refused. */
interface FoundWithSettings extends FoundFile {
  readonly settings: FileSettings | undefined;
}

/** The rendered charts and builds of a run. */
export interface RenderedAndBuilt {
  readonly charts: RenderedCharts;
  /** The folders of kustomizations that were built. */
  readonly built: ReadonlySet<string>;
  /** Why no chart was rendered; undefined where charts were. */
  readonly notRendered: string | undefined;
  /** Kustomizations were to be built. */
  readonly build: boolean;
}

/** The files of a chart's documents: templates and definitions, including sub-charts, and packed charts. */
const template = /^(?:charts\/[^/]+\/)*templates\/(?:.*\/)?[^_/][^/]*\.ya?ml$/;
const chartPart = /^(?:charts\/[^/]+\/)*(?:(?:templates|crds)\/|Chart\.yaml$)/;
const mayBeOfChart = /[\\/](?:templates|crds)[\\/]|[\\/]Chart\.yaml$/;

/** Counts what was and was not judged of the charts and kustomizations of a run. */
export class CoverageOfRun {
  readonly #found: ReadonlyMap<string, FoundWithSettings>;
  readonly #outputs: RenderedAndBuilt;
  readonly #charts = new Charts();
  readonly #workspace: Workspace;
  /** Lazy: few files belong to a chart or kustomization. */
  readonly #ofFiles = new Map<string, () => CoverageCounts>();
  readonly #ofCharts = new Map<string, CoverageCounts[]>();

  /** @param found every file of the run, also of its other parts. */
  constructor(found: readonly FoundWithSettings[], workspace: Workspace, outputs: RenderedAndBuilt) {
    this.#workspace = workspace;
    this.#found = new Map(found.map((file) => [file.path, file]));
    this.#outputs = outputs;
  }

  /** Adds a file that is reported on. */
  add(path: string, report: FileReport | undefined): void {
    const folder = mayBeOfChart.test(path) ? this.#charts.chartFolderOf(path) : undefined;
    const isPart = folder !== undefined && chartPart.test(relative(folder, path).split(sep).join('/'));
    const rendered = isPart && this.#isRendered(folder);
    const counts = lazily(() =>
      report === undefined ? countNotJudged('bad-configuration') : countDocuments(report, rendered),
    );
    this.#ofFiles.set(path, counts);
    if (!isPart) return;
    const packed = isChartYaml(path) ? this.#packed(dirname(path), rendered) : [];
    this.#ofCharts.set(folder, [...(this.#ofCharts.get(folder) ?? []), counts(), ...packed]);
  }

  /** One entry a chart and a kustomization with files that were added. */
  entries(): readonly ReportCoverage[] {
    const charts = [...this.#ofCharts].map(([folder, counts]) => this.#chart(folder, counts));
    const kustomizations = [...this.#found.values()].filter(({ path }) => isKustomization(path));
    return [...charts, ...kustomizations.flatMap((file) => this.#kustomization(file) ?? [])];
  }

  /** The templates in the packed charts beside a Chart.yaml. */
  #packed(folder: string, rendered: boolean): readonly CoverageCounts[] {
    return packedCharts(folder).flatMap(({ archive, files }) =>
      files.flatMap(({ name }) => {
        if (!template.test(name)) return [];
        const isOff = this.#workspace.whyDisabled(join(folder, archive, name)) !== undefined;
        return isOff ? countNotJudged('sub-chart-off') : rendered ? [] : countNotJudged('packed');
      }),
    );
  }

  #isRendered(folder: string): boolean {
    const surfaces = this.#found.get(join(folder, 'Chart.yaml'))?.settings?.surfaces ?? [];
    const rendered = this.#outputs.charts.targetsOf(folder);
    return surfaces.length > 0 && surfaces.every((surface) => rendered.includes(surface));
  }

  #chart(folder: string, counts: readonly CoverageCounts[]): ReportCoverage {
    const path = join(folder, 'Chart.yaml');
    const found = this.#found.get(path);
    const rendered = this.#outputs.charts.targetsOf(folder);
    const targets = (found?.settings?.surfaces ?? []).map((surface) => {
      return [surface.name, rendered.includes(surface) ? ('rendered' as const) : ('source' as const)] as const;
    });
    const isWhole = targets.length > 0 && targets.every(([, method]) => method === 'rendered');
    const file = found?.file ?? this.#nameBeside(path);
    const why = isWhole ? {} : { why: found === undefined ? noChartYaml : this.#whyNotRendered(path) };
    return { kind: 'chart', file, targets: Object.fromEntries(targets), ...why, ...addCounts(counts) };
  }

  #whyNotRendered(path: string): string {
    if (!isRenderable(path)) return 'the chart cannot be rendered by itself';
    return this.#outputs.notRendered ?? 'Helm cannot render it';
  }

  /** The report's name of a file that was not found, based on found ones. */
  #nameBeside(path: string): string {
    const [near] = [...this.#found.values()].filter((foundWithSettings) =>
      foundWithSettings.path.startsWith(dirname(path) + sep),
    );
    return near === undefined ? path : reportName(path, near.path.slice(0, -near.file.length));
  }

  #kustomization({ path, file, settings }: FoundWithSettings): ReportCoverage | undefined {
    const folders = this.#folders(dirname(path));
    const members = new Set(folders.flatMap((folder) => this.#membersIn(folder)));
    const counts = [...members].flatMap((member) => this.#ofFiles.get(member)?.() ?? []);
    const named = this.#workspace.kustomizations.of(dirname(path));
    if (named === undefined || counts.length === 0) return undefined;
    const isBuilt = this.#outputs.built.has(dirname(path));
    const method = isBuilt ? ('built' as const) : ('source' as const);
    const targets = (settings?.surfaces ?? []).map(({ name }) => [name, method] as const);
    const why = this.#outputs.build ? 'Kustomize does not build it' : 'without --build-kustomizations';
    const others = folders.flatMap((folder) => this.#notHere(folder));
    return {
      kind: 'kustomization',
      file,
      targets: Object.fromEntries(targets),
      ...(isBuilt ? {} : { why }),
      ...addCounts([...counts, ...others]),
    };
  }

  /** The folders of a kustomization and of its bases. */
  #folders(folder: string): readonly string[] {
    const folders = new Set([folder]);
    let followed = 0;
    for (const item of folders) {
      const bases = this.#namedBy(item).flatMap(({ path, entry }) => (entry === 'folder' ? path : []));
      followed += bases.length;
      if (followed > maxBases) break;
      for (const base of bases) folders.add(base);
    }
    return [...folders];
  }

  /** The files that the kustomization of a folder names, as far as they exist. */
  readonly #namedBy = memoize((folder: string): readonly NamedPath[] =>
    (this.#workspace.kustomizations.of(folder)?.manifests ?? []).map((named) => {
      const path = resolve(folder, named);
      const found = statOf(path);
      return { path, entry: found === undefined ? 'absent' : found.isDirectory() ? 'folder' : 'file' };
    }),
  );

  /** Every file of the run that a folder's kustomization is built from. */
  readonly #membersIn = memoize((folder: string): readonly string[] =>
    [...kustomizationNames.map((name) => join(folder, name)), ...this.#namedBy(folder).map(({ path }) => path)].filter(
      (path) => this.#ofFiles.has(path),
    ),
  );

  /** The files that a folder's kustomization names and the run lacks, counted in the run that has the kustomization. */
  readonly #notHere = memoize((folder: string): readonly CoverageCounts[] => {
    const kustomization = kustomizationNames.map((name) => join(folder, name)).find((path) => this.#found.has(path));
    if (kustomization === undefined || !this.#ofFiles.has(kustomization)) return [];
    const { remote = 0 } = this.#workspace.kustomizations.of(folder) ?? {};
    const missing = this.#namedBy(folder).flatMap(({ path, entry }) => {
      if (entry === 'absent') return countNotJudged('absent');
      const isHere =
        entry === 'folder'
          ? kustomizationNames.some((name) => this.#found.has(join(path, name)))
          : this.#found.has(path);
      return isHere ? [] : countNotJudged('not-in-run');
    });
    return remote === 0 ? missing : [...missing, countNotJudged('remote', remote)];
  });
}

/** A path that a kustomization names, absolute. */
interface NamedPath {
  readonly path: string;
  readonly entry: 'file' | 'folder' | 'absent';
}

const noChartYaml = 'its Chart.yaml is not part of this run';

/** More bases than any hand-written kustomization has. */
const maxBases = 20_000;
