import { dirname, join } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { inputsWithoutContext } from '../../judge/inputsWithoutContext.ts';
import { type ChartContext, type KustomizeContext, noChart, noContext } from '../../kustomize/fileContext.ts';
import type { Substitution } from '../../kustomize/filledResource.ts';
import { type InstalledAddon, installedAddons } from '../../sources/installed/installedAddons.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import { chartAround } from '../charts/chartAround.ts';
import { absentDependencies } from '../charts/chartDependencies.ts';
import { isPartOfChart } from '../charts/charts.ts';
import { DisabledCharts } from '../charts/disabledCharts.ts';
import { isChartYaml, packedDefinitionFiles } from '../charts/packedCharts.ts';
import { withAdmissionOfBuild } from '../definitions/admissionOfBuild.ts';
import { DefinitionReader } from '../definitions/definitionSource.ts';
import { withDefinitions, withReleases } from '../definitions/withDefinitions.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import { reportName } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import { TestFiles } from '../kustomize/testFiles.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { findingsToAdd } from './addedToFile.ts';
import { InstalledReleases } from './installedReleases.ts';
import type { WorkspaceContext } from './workspaceContext.ts';

/** The content of a file, or why it cannot be read. */
export type FileText = DecodedBytes | { readonly ok: true; readonly text: string };

/**
 * The model of a workspace: the content of each file, and its inputs. Shared by the command line, its threads, and the
 * editor for open files, closed ones, reports, plans and fixes.
 */
export class Workspace {
  /** Reads the CustomResourceDefinitions of files. */
  readonly definitions = new DefinitionReader(() => this.#kustomizations);
  readonly #ground: WorkspaceContext;
  /** Folders that a search has found to hold neither a kustomization nor the root of a repository. */
  readonly #bare: ReadonlySet<string>;
  #kustomizations: Kustomizations;
  #tests: TestFiles;
  #disabledCharts: DisabledCharts;
  #definitions: DefinitionSource | undefined;
  #asked = new Set<string>();
  #installations: readonly Installation[] = [];
  #releases = new InstalledReleases([]);
  #complete: (settings: FileSettings) => FileSettings = (settings) => settings;

  constructor(ground: WorkspaceContext, bare: ReadonlySet<string> = new Set()) {
    this.#ground = ground;
    this.#bare = bare;
    this.#kustomizations = this.#makeKustomizations();
    this.#tests = this.#testFiles();
    this.#disabledCharts = new DisabledCharts((chartYaml) => ground.helmValuesOf(chartYaml));
  }

  /** The kustomizations of the workspace, each read once. */
  get kustomizations(): Kustomizations {
    return this.#kustomizations;
  }

  #makeKustomizations(): Kustomizations {
    return new Kustomizations(this.#ground.searched, this.#bare, (path) => this.textOf(path));
  }

  #testFiles(): TestFiles {
    return new TestFiles((folder) => this.#kustomizations.of(folder)?.generators ?? []);
  }

  /** Call when context from other files may have changed. */
  forget(): void {
    this.#kustomizations = this.#makeKustomizations();
    this.#tests = this.#testFiles();
    this.#disabledCharts = new DisabledCharts((chartYaml) => this.#ground.helmValuesOf(chartYaml));
  }

  /** The content of a file: the open text, or else that on disk. */
  textOf(path: string): FileText {
    const open = this.#ground.openText(path);
    return open === undefined ? readText(path) : { ok: true, text: open };
  }

  /** The groups whose definitions were read since the last call; `*` for all. */
  takeGroupsRead(): readonly string[] {
    const asked = [...this.#asked];
    this.#asked = new Set();
    return asked;
  }

  /** Why Helm skips a path, in an archive or not; a sentence. */
  whyDisabled(path: string): string | undefined {
    return this.#disabledCharts.why(path);
  }

  /**
   * The inputs of a file; undefined if its configuration is refused.
   *
   * @param surfaces other targets than in its settings, for comparing and planning.
   */
  inputsOf(path: string, surfaces?: readonly ApiSurface[]): FileInputs | undefined {
    const settings = this.#settingsOf(path, surfaces);
    if (settings === undefined) return undefined;
    const ground = this.#ground;
    const installed = this.#installed();
    const releases = installed.of(path);
    const { surfaces: defined, severity } = this.#completed(settings);
    return {
      path,
      file: reportName(path, ground.cwd),
      surfaces: withReleases(installed.complete(defined, releases)),
      severity,
      releases: releases.candidates,
      addons: installed.addonsIn(reportName(path, ground.cwd)),
      context: {
        ...this.#perTarget(this.#kustomizations.contextOf(path)),
        ...this.#chartContext(path),
        ...this.#tests.contextOf(path),
      },
      chart: chartAround(path),
      off: isPartOfChart(path) ? this.whyDisabled(path) : undefined,
      rendered: ground.renderingsOf(path, settings.surfaces, () => this.#text(path)),
      showsUnrendered: ground.showsUnrendered,
      built: (text) => findingsToAdd(text, ground.buildsOf(path), () => this.#kustomizations.decidersOf(path)),
      stored: ground.stored,
      earlier: ground.earlierOf(path),
      lastApplied: ground.lastApplied,
      today: ground.today(),
    };
  }

  /** The add-ons that the files install. */
  addons(): readonly InstalledAddon[] {
    return installedAddons(this.#ground.installations());
  }

  /**
   * The inputs of a text without a file: the targets of a given file, and no context.
   *
   * @param name the name that file types depend on.
   * @param path the file whose targets it has.
   */
  inputsOfText(name: string, path: string): FileInputs | undefined {
    const settings = this.#ground.settingsOf(path);
    if (settings === undefined) return undefined;
    const { surfaces, severity } = this.#completed(settings);
    return { ...inputsWithoutContext(name, [], this.#ground.today()), surfaces: withReleases(surfaces), severity };
  }

  /**
   * The inputs of a kustomization's output: it has the targets of the kustomization, and is applied like it.
   *
   * @param path the file of the kustomization.
   * @param text the output.
   */
  inputsOfBuild(path: string, text: string): FileInputs | undefined {
    const inputs = this.inputsOfText('built.yaml', path);
    if (inputs === undefined) return undefined;
    const context = { ...noContext, ...this.#perTarget(this.#kustomizations.contextOfBuild(path, text)) };
    const name = this.#kustomizations.nameOf(dirname(path));
    const surfaces = inputs.surfaces.map((surface) => withAdmissionOfBuild(surface, text, name));
    return { ...inputs, surfaces, context, stored: this.#ground.stored };
  }

  /** Objects substitute variables in a file for the targets of their own cluster. */
  #perTarget(context: KustomizeContext): KustomizeContext {
    const fillings = () =>
      context.fillings().map((filling): Substitution => {
        const { appliedWith } = filling;
        const settings = appliedWith === undefined ? undefined : this.#ground.settingsOf(appliedWith);
        return settings === undefined ? filling : { ...filling, targets: settings.surfaces.map(({ name }) => name) };
      });
    return { ...context, fillings };
  }

  /** The installed releases, by declaring file. */
  #installed(): InstalledReleases {
    const installations = this.#ground.installations();
    if (installations !== this.#installations) {
      this.#installations = installations;
      this.#releases = new InstalledReleases(installations);
    }
    return this.#releases;
  }

  #settingsOf(path: string, surfaces: readonly ApiSurface[] | undefined): FileSettings | undefined {
    const settings = this.#ground.settingsOf(path);
    return settings === undefined || surfaces === undefined ? settings : { ...settings, surfaces };
  }

  /** Settings whose targets have the definitions of the workspace. The same targets for the same ones. */
  #completed(settings: FileSettings): FileSettings {
    const definitions = this.#ground.definitions();
    if (definitions === undefined) return settings;
    if (definitions !== this.#definitions) {
      this.#definitions = definitions;
      this.#complete = withDefinitions({ ...definitions, asked: (group) => this.#asked.add(group) });
    }
    return this.#complete(settings);
  }

  #chartContext(path: string): ChartContext {
    if (!isChartYaml(path)) return noChart;
    const folder = dirname(path);
    const packed = packedDefinitionFiles(folder);
    return {
      absentCharts: absentDependencies(folder),
      packedFiles: packed.filter(({ name }) => this.whyDisabled(join(folder, name)) === undefined),
    };
  }

  #text(path: string): string {
    const content = this.textOf(path);
    return content.ok ? content.text : '';
  }
}
