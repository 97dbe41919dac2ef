import type { ApiSurface } from '../../catalog/surface.ts';
import { declaredFamilies } from '../../conversion/declared.ts';
import type { ChartTemplates } from '../../helm/chart.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { crdSetsOf } from '../../targets/crds.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { type DefinitionFile, mayDefineGroup } from '../definitions/definitionFile.ts';
import { statOf } from '../disk/trackedFs.ts';
import { sha256 } from '../ground/sha256.ts';
import type { RunFacts } from '../model/runContext.ts';
import type { Workspace } from '../model/workspace.ts';
import { filesWithDefinitions } from '../settings/targetCrds.ts';

/**
 * Keys of outcomes, from everything that a file is judged with, so that nothing is judged twice. Texts count by
 * content, never by time. The definitions that were read are only known afterwards; they are stored with the outcome
 * and compared by {@link digestOf}.
 */
export class OutcomeKeys {
  readonly #workspace: Workspace;
  readonly #files: readonly DefinitionFile[];
  readonly #digests: ReadonlyMap<string, string>;
  readonly #ofRun: string;
  readonly #ofSettings = new WeakMap<readonly object[], string>();
  readonly #ofCharts = new WeakMap<ChartTemplates, string>();
  readonly #ofGroups = new Map<string, string>();
  readonly #ofFiles = new Map<DefinitionFile, string>();

  /** @param digests the digests of texts, by file path. */
  constructor(
    workspace: Workspace,
    { today, old, lastApplied }: RunFacts,
    definitions: readonly DefinitionFile[],
    digests: ReadonlyMap<string, string>,
  ) {
    this.#workspace = workspace;
    this.#digests = digests;
    this.#files = definitions;
    this.#ofRun = digest([today, old ?? null, lastApplied]);
  }

  /** The key of a file with a text, given by its digest. */
  of({ path = '', file, surfaces, severity, context, chart, off, writer }: FileInputs, text: string): string {
    const { assembled: _, patched: __, packedFiles, ...stated } = context;
    const { kustomizations } = this.#workspace;
    const named = [...kustomizations.assembledFrom(path), ...kustomizations.builtFrom(path)];
    const from = named.map((item) => this.#named(item));
    const filled = context
      .fillings()
      .map(({ name, values, targets, hasVariables }) => [name, values, targets ?? null, hasVariables]);
    const others = [context.isBuiltUpon(), context.waiting()];
    const packed = packedFiles.map(({ name, text: packedText }) => [name, sha256(packedText)]);
    const templates = chart === undefined ? null : this.#chart(chart);
    const settings = this.#settings(surfaces, severity);
    return digest([
      this.#ofRun,
      path,
      file,
      text,
      settings,
      stated,
      from,
      filled,
      others,
      packed,
      templates,
      off ?? null,
      writer ?? null,
    ]);
  }

  /** The entry at a path that a kustomization names: only small files are read. */
  #named(path: string): readonly [path: string, is: string | null] {
    const known = this.#digests.get(path);
    if (known !== undefined) return [path, known];
    const found = statOf(path);
    if (found === undefined) return [path, null];
    if (!found.isFile() || found.size > largestPart) return [path, found.isDirectory() ? 'folder' : `${found.size}`];
    return [path, this.textOf(path) ?? 'unreadable'];
  }

  /**
   * The digest of everything that a file with these inputs depends on for the kinds of a group, `*` for all: the
   * definitions, and the releases named in the workspace; `''` if there is nothing.
   */
  digestOf(group: string, { releases }: FileInputs): string {
    const named = releases.filter(({ set }) => group === '*' || crdSetsOf(group).some(({ name }) => name === set));
    return named.length === 0 ? this.#definitions(group) : digest([this.#definitions(group), named]);
  }

  #definitions(group: string): string {
    return getOrInsertComputed(this.#ofGroups, group, () => {
      const files = this.#files.filter((file) => group === '*' || mayDefineGroup(file, group));
      return files.length === 0 ? '' : digest(files.map((file) => this.#file(file)));
    });
  }

  /** The digest of a file's text when first read; undefined if unreadable. */
  textOf(path: string): string | undefined {
    const known = this.#digests.get(path);
    if (known !== undefined) return known;
    const content = this.#workspace.textOf(path);
    return content.ok ? sha256(content.text) : undefined;
  }

  #file(file: DefinitionFile): string {
    return getOrInsertComputed(this.#ofFiles, file, () => {
      const { webhooks } = this.#workspace.kustomizations.contextOf(file.path);
      return digest([file.path, file.file, this.textOf(file.path) ?? file.text ?? '', webhooks]);
    });
  }

  #settings(surfaces: FileInputs['surfaces'], severity: FileInputs['severity']): string {
    let known = this.#ofSettings.get(surfaces);
    if (known === undefined) {
      known = digest(
        surfaces.map((surface) => [
          surface.name,
          surface.target,
          declaredFamilies(surface)?.families ?? null,
          this.#definitionsOf(surface),
          surface.deprecations ?? null,
        ]),
      );
      this.#ofSettings.set(surfaces, known);
    }
    const { path, targets, general } = severity;
    return digest([known, [...path], [...targets].map(([name, levels]) => [name, [...levels]]), [...general]]);
  }

  #definitionsOf({ target: { crds } }: ApiSurface): readonly (readonly [string, string | null])[] {
    return crds === undefined
      ? []
      : filesWithDefinitions(crds).map((path) => [path, this.textOf(path) ?? null] as const);
  }

  #chart(chart: ChartTemplates): string {
    return getOrInsertComputed(this.#ofCharts, chart, () =>
      digest([...chart.definitions].map(([name, { text }]) => [name, text])),
    );
  }
}

/** Larger files are not assembled (`kustomize/assembler.ts`). */
const largestPart = 4 * 1024 * 1024;

function digest(value: unknown): string {
  return sha256(JSON.stringify(value));
}
