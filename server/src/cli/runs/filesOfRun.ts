import { dirname } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { lazily } from '../../text/lazily.ts';
import type { OldFiles } from '../../update/oldObjects.ts';
import type { Writer } from '../../update/writer.ts';
import { isChartYaml } from '../../workspace/charts/packedCharts.ts';
import { definitionsOfFiles } from '../../workspace/definitions/definitionsOfFile.ts';
import { findDefinitions } from '../../workspace/definitions/findDefinitions.ts';
import { InstallFiles } from '../../workspace/definitions/installFiles.ts';
import { chartReleases, installersIn } from '../../workspace/delivery/chartReleases.ts';
import { ClustersOfFiles } from '../../workspace/delivery/clustersOfFiles.ts';
import { DeliveryFiles } from '../../workspace/delivery/deliveryFiles.ts';
import type { DecodedBytes } from '../../workspace/disk/decodeBytes.ts';
import { type Discovery, discover, type FoundFile } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { searchedIn, workspaceOfRun } from '../../workspace/model/runContext.ts';
import type { Workspace } from '../../workspace/model/workspace.ts';
import type { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { exitCode } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';

/** The content of a file. */
export type ReadFile = Extract<DecodedBytes, { readonly ok: true }>;

/** A file with everything that it is judged with. */
export interface FileOfRun extends FoundFile {
  readonly content: ReadFile;
  readonly inputs: FileInputs;
}

/** Where files are, and their inputs. */
export interface RunRequest {
  readonly paths: readonly string[];
  readonly selection: TargetSelection;
  readonly today: string;
  /** The texts that came through standard input, by their absolute paths. */
  readonly texts?: ReadonlyMap<string, string>;
  /** The stored objects, if the files update them. */
  readonly old?: OldFiles | undefined;
  /** Who writes the files, as the command line says. */
  readonly writer?: Writer | undefined;
}

/** Reports a problem with a file, and the resulting exit code. */
export type ReportProblem = (message: string, remedy: string, exit: number) => void;

/** The files of a command that processes them one by one, by name, each read when it is reached. */
export class FilesOfRun {
  readonly workspace: Workspace;
  /** Which clusters files are applied to. */
  readonly clusters: Pick<ClustersOfFiles, 'of' | 'releasesOf'>;
  readonly #found: Discovery;
  readonly #selection: TargetSelection;

  constructor({ paths, selection, today, texts = new Map(), old, writer }: RunRequest, { cwd }: Pick<Terminal, 'cwd'>) {
    const found = discover(
      paths.filter((path) => path !== '-'),
      cwd,
    );
    this.#found = found;
    this.#selection = selection;
    const catalog = readCatalog();
    const charts = lazily(() => new Set(found.files.map(({ path }) => path).filter(isChartYaml)));
    const installed = new InstallFiles(cwd);
    const deliveries = new DeliveryFiles(searchedIn(paths, cwd));
    const onText = (path: string, text: string) => {
      installed.read(path, text);
      deliveries.read(path, text);
    };
    const definitions = lazily(() => findDefinitions({ cwd, paths, files: found.files, texts, catalog, onText }));
    // Searching for definitions reads every text.
    const installations = lazily(() => {
      definitions();
      return installed.installations();
    });
    this.workspace = workspaceOfRun(
      {
        ...{ cwd, searched: searchedIn(paths, cwd), today, old, writer, writers: new Map(), lastApplied: false },
        ...{ bare: found.bare, appliers: new Map(), helmValues: new Map(), installers: new Map() },
        comparesDefinitions: true,
        get definitions() {
          return definitions();
        },
        get installations() {
          return installations();
        },
      },
      {
        settingsOf: (path) => selection.forFile(path),
        helmValuesOf: (path) =>
          paths.includes('-') || charts().has(path) ? (selection.helmValues(path) ?? []) : undefined,
        installersOf: (folder) => {
          definitions();
          const releases = deliveries.mayRenderCharts ? clusters.releasesOf(folder) : [];
          return installersIn(chartReleases(releases, (cluster) => selection.clusterTarget(cluster)?.name));
        },
        givenText: (path) => texts.get(path),
      },
    );
    const clusters = new ClustersOfFiles(() => this.workspace.kustomizations, deliveries);
    this.clusters = {
      of: (path) => {
        definitions();
        return clusters.of(path);
      },
      releasesOf: (folder) => {
        definitions();
        return clusters.releasesOf(folder);
      },
    };
    selection.useClusters(this.clusters);
  }

  /** The CustomResourceDefinitions in the files. */
  definitions(): readonly CustomDefinition[] {
    return definitionsOfFiles(this.#found.files, this.workspace.kustomizations);
  }

  /** Reports the paths that are missing or cannot be searched. */
  reportUnread(report: ReportProblem): void {
    for (const { file, message, remedy, missing, counts } of this.#found.problems) {
      report(`${file} ${message}`, remedy, missing ? exitCode.usage : counts ? exitCode.notJudged : exitCode.fine);
    }
  }

  /**
   * Each file that can be judged.
   *
   * @param report receives problems with files and searches.
   * @param surfaces other targets than in the settings of the files.
   */
  *each(report: ReportProblem, surfaces?: readonly ApiSurface[]): Generator<FileOfRun, void, void> {
    this.reportUnread(report);
    for (const { file, path } of this.#found.files) {
      const inputs = this.workspace.inputsOf(path, surfaces);
      if (inputs === undefined) {
        const config = this.#selection.configFile(dirname(path)) ?? 'its configuration';
        report(`${file} was not changed`, `fix ${config}`, exitCode.usage);
        continue;
      }
      const content = readText(path);
      if (content.ok) yield { file, path, content, inputs };
      else report(`${file} ${content.message}`, content.remedy, exitCode.notJudged);
    }
    for (const { location, message, remedy } of this.#selection.addedProblems) {
      report(`${location}: ${message}`, remedy, exitCode.usage);
    }
  }
}
