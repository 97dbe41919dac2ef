import { hash } from 'node:crypto';
import { declaredFamilies } from '../../conversion/declared.ts';
import type { ChartTemplates } from '../../helm/chart.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { noContext } from '../../kustomize/fileContext.ts';
import { isChartYaml } from '../charts/packedCharts.ts';
import { type DefinitionFile, mayDefineGroup } from '../definitions/definitionFile.ts';
import type { RunFacts } from '../model/runGround.ts';
import type { Workspace } from '../model/workspace.ts';
import { textDigest } from './judgeFile.ts';

/**
 * Tells outcomes by everything that a file is judged with, so that the same is never judged twice. Texts count by their
 * content alone, nothing by times; what is known only once it is judged, which definitions were asked for, is noted with
 * the outcome and compared by {@link digestOf}.
 */
export class OutcomeKeys {
  readonly #workspace: Workspace;
  readonly #definitions: readonly DefinitionFile[];
  readonly #digests: ReadonlyMap<string, string>;
  readonly #ofRun: string;
  readonly #ofSettings = new WeakMap<readonly object[], string>();
  readonly #ofCharts = new WeakMap<ChartTemplates, string>();
  readonly #ofGroups = new Map<string, string>();
  readonly #ofFiles = new Map<DefinitionFile, string>();

  /** @param digests those of the texts of files, by their paths. */
  constructor(
    workspace: Workspace,
    { today, old, lastApplied }: RunFacts,
    definitions: readonly DefinitionFile[],
    digests: ReadonlyMap<string, string>,
  ) {
    this.#workspace = workspace;
    this.#digests = digests;
    this.#definitions = definitions;
    this.#ofRun = digest([today, old ?? null, lastApplied]);
  }

  /**
   * The key of a file with a text, told by its digest; undefined for one of which more is asked for while it is judged: what a kustomization
   * puts together, what lies beside a Chart.yaml.
   */
  of(inputs: FileInputs, text: string): string | undefined {
    const { path = '', file, surfaces, severity, context, chart, off } = inputs;
    if (context.assembled !== noContext.assembled || isChartYaml(path)) return undefined;
    // What they say of a cluster may come from files that are read when it is asked for.
    if (
      surfaces.some(({ target: { crds } }) => crds !== undefined && (crds.paths.length > 0 || crds.live !== undefined))
    )
      return undefined;
    const templates = chart === undefined ? null : this.#chart(chart);
    const settings = this.#settings(surfaces, severity);
    return digest([this.#ofRun, path, file, text, settings, context.webhooks, templates, off ?? null]);
  }

  /** The digest of the definitions of a group; `''` where there is none. */
  digestOf(group: string): string {
    let known = this.#ofGroups.get(group);
    if (known === undefined) {
      const files = this.#definitions.filter((file) => group === '*' || mayDefineGroup(file, group));
      known = files.length === 0 ? '' : digest(files.map((file) => this.#file(file)));
      this.#ofGroups.set(group, known);
    }
    return known;
  }

  /** The digest of the text of a file, as it was looked at first; undefined where it cannot be read. */
  textOf(path: string): string | undefined {
    const known = this.#digests.get(path);
    if (known !== undefined) return known;
    const content = this.#workspace.textOf(path);
    return content.ok ? textDigest(content.text) : undefined;
  }

  #file(file: DefinitionFile): string {
    let known = this.#ofFiles.get(file);
    if (known === undefined) {
      const { webhooks } = this.#workspace.kustomizations.contextOf(file.path);
      known = digest([file.path, file.file, this.textOf(file.path) ?? file.text ?? '', webhooks]);
      this.#ofFiles.set(file, known);
    }
    return known;
  }

  #settings(surfaces: FileInputs['surfaces'], severity: FileInputs['severity']): string {
    let known = this.#ofSettings.get(surfaces);
    if (known === undefined) {
      known = digest(
        surfaces.map((surface) => [
          surface.name,
          surface.target,
          declaredFamilies(surface)?.families ?? null,
          surface.deprecations ?? null,
        ]),
      );
      this.#ofSettings.set(surfaces, known);
    }
    const { path, targets, general } = severity;
    return digest([known, [...path], [...targets].map(([name, levels]) => [name, [...levels]]), [...general]]);
  }

  #chart(chart: ChartTemplates): string {
    let known = this.#ofCharts.get(chart);
    if (known === undefined) {
      known = digest([...chart.definitions].map(([name, { text }]) => [name, text]));
      this.#ofCharts.set(chart, known);
    }
    return known;
  }
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'hex');
}
