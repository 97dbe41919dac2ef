import { dirname, join } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import type { ChartTemplates } from '../../helm/chart.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { inputsWithoutContext } from '../../judge/inputsWithoutContext.ts';
import { type ChartContext, type KustomizeContext, noChart, noContext } from '../../kustomize/fileContext.ts';
import type { Substitution } from '../../kustomize/filledResource.ts';
import { type InstalledAddon, installedAddons } from '../../sources/installed/installedAddons.ts';
import { crdSetsOf } from '../../targets/crds.ts';
import { isEqual } from '../../text/isEqual.ts';
import { ChartsAround } from '../charts/chartAround.ts';
import { absentDependencies } from '../charts/chartDependencies.ts';
import { chartFolderOf, isPartOfChart, outermostChart } from '../charts/charts.ts';
import { DisabledCharts } from '../charts/disabledCharts.ts';
import { isChartYaml, packedDefinitionFiles, packedTemplates } from '../charts/packedCharts.ts';
import { withAdmissionOfBuild } from '../definitions/admissionOfBuild.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { TargetDefinitions } from '../definitions/targetDefinitions.ts';
import { withReleases } from '../definitions/withDefinitions.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import { reportName } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { derived, derivedValue, named } from '../ground/derived.ts';
import { notingIn } from '../ground/graph.ts';
import type { FactsOfSearch } from '../kustomize/appliers.ts';
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
  /** The kustomizations of the workspace. */
  readonly kustomizations: Kustomizations;
  readonly #ground: WorkspaceContext;
  readonly #tests: TestFiles;
  readonly #charts = new ChartsAround();
  readonly #disabledCharts: DisabledCharts;
  readonly #targets: TargetDefinitions;

  /**
   * @param bare folders that a search has found to hold neither a kustomization nor the root of a repository.
   * @param appliers what it found in files about who applies what; only for files that do not change.
   */
  constructor(ground: WorkspaceContext, bare: ReadonlySet<string> = new Set(), appliers: FactsOfSearch = new Map()) {
    this.#ground = ground;
    this.kustomizations = new Kustomizations(
      () => ground.searched,
      bare,
      (path) => this.textOf(path),
      appliers,
    );
    this.#tests = new TestFiles((folder) => this.kustomizations.of(folder)?.generators ?? []);
    this.#disabledCharts = new DisabledCharts((chartYaml) => ground.helmValuesOf(chartYaml));
    this.#targets = new TargetDefinitions(
      {
        definitionFiles: () => ground.definitionFiles(),
        withOthers: (source) => ground.withOthers(source),
        releasesAt: (path, group) => this.#releasesAt(`${group}\n${path}`),
      },
      this.kustomizations,
    );
  }

  /** The content of a file: the given text, or else that of the ground. */
  textOf(path: string): FileText {
    const given = this.#ground.givenText(path);
    return given === undefined ? readText(path) : { ok: true, text: given };
  }

  /** The CustomResourceDefinitions of a file; none if it cannot be read. */
  definitionsOf(file: DefinitionFile): readonly CustomDefinition[] {
    return this.#targets.definitionsOf(file);
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
    const { surfaces: defined, severity } = this.#targets.complete(settings, path);
    // Only those of the kinds that it has matter: they count where they are asked for.
    const releases = notingIn(undefined, () => this.#releasesOf(path));
    const rendered = ground.renderingsOf(path, settings.surfaces, () => this.#text(path));
    return {
      path,
      file: reportName(path, ground.cwd),
      surfaces: withReleases(this.#installed().complete(defined, releases)),
      severity,
      releases: releases.candidates,
      addons: this.#addonsIn(reportName(path, ground.cwd)),
      context: {
        ...this.#perTarget(this.kustomizations.contextOf(path)),
        ...this.#chartContext(path),
        ...this.#tests.contextOf(path),
      },
      chart: this.#chartOf(path),
      off: isPartOfChart(path) ? this.whyDisabled(path) : undefined,
      rendered,
      showsUnrendered: ground.showsUnrendered,
      built: (text) => findingsToAdd(text, ground.buildsOf(path), () => this.kustomizations.decidersOf(path)),
      writer: this.#writerOf(path),
      stored: rendered === undefined ? ground.storedOf(path) : ground.storedOfOutput(path),
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
    const { surfaces, severity } = this.#targets.complete(settings, path);
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
    const context = { ...noContext, ...this.#perTarget(this.kustomizations.contextOfBuild(path, text)) };
    const name = this.kustomizations.nameOf(dirname(path));
    const surfaces = inputs.surfaces.map((surface) => withAdmissionOfBuild(surface, text, name));
    return {
      ...inputs,
      surfaces,
      context,
      writer: this.#ground.writerOf(path),
      stored: this.#ground.storedOfOutput(path),
    };
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

  readonly #writerOf = named('writer', (path) => this.#ground.writerOf(path));

  readonly #installersOf = named('installers', (folder) => this.#ground.installersOf(folder));

  readonly #installed = derivedValue(() => new InstalledReleases(this.#ground.installations()));

  readonly #releasesOf = derived((path: string) => this.#installed().of(path), { same: isEqual });

  /** @param key the group, and the path after a line break. */
  readonly #releasesAt = named('releases', (key) => {
    const end = key.indexOf('\n');
    const group = key.slice(0, end);
    const { candidates, named: certain, foreign } = this.#releasesOf(key.slice(end + 1));
    const sets = new Set(crdSetsOf(group).map(({ name }) => name));
    const isAsked = (set: string | undefined) => group === '*' || (set !== undefined && sets.has(set));
    return [
      candidates.filter(({ set }) => isAsked(set)),
      certain.filter(([{ choice }]) => isAsked(choice.set)),
      foreign.filter(isAsked),
    ];
  });

  /** @param file the name that reports give it. */
  readonly #addonsIn = named('addons', (file) => this.#installed().addonsIn(file));

  #settingsOf(path: string, surfaces: readonly ApiSurface[] | undefined): FileSettings | undefined {
    const settings = this.#ground.settingsOf(path);
    return settings === undefined || surfaces === undefined ? settings : { ...settings, surfaces };
  }

  #chartOf(path: string): ChartTemplates | undefined {
    const [templates, folder] = [this.#charts.of(path), chartFolderOf(path)];
    if (templates === undefined || folder === undefined) return templates;
    const installers = this.#installersOf(outermostChart(folder));
    return installers.length === 0 ? templates : { ...templates, installers };
  }

  #chartContext(path: string): ChartContext {
    if (!isChartYaml(path)) return noChart;
    const folder = dirname(path);
    const packed = packedDefinitionFiles(folder);
    return {
      absentCharts: absentDependencies(folder),
      packedFiles: packed.filter(({ name }) => this.whyDisabled(join(folder, name)) === undefined),
      packedTemplates: () => packedTemplates(folder),
    };
  }

  #text(path: string): string {
    const content = this.textOf(path);
    return content.ok ? content.text : '';
  }
}
