import { isAbsolute, join } from 'node:path';
import type { ApiSurface } from '../catalog/surface.ts';
import type { DefinitionSource } from '../crd/customKinds.ts';
import type { Rendering } from '../helm/rendered.ts';
import type { Installation } from '../sources/installed/linkInstallations.ts';
import { CommittedDefinitions } from '../workspace/definitions/committed.ts';
import type { AddedToFile } from '../workspace/model/addedToFile.ts';
import type { WorkspaceContext } from '../workspace/model/workspaceContext.ts';
import type { FileSettings } from '../workspace/settings/targetSelection.ts';
import { today } from '../workspace/settings/today.ts';
import type { BuiltOfFile } from './builds/builtOfFile.ts';
import type { TargetsOfFiles } from './targets.ts';

/** The editor's state besides the files on disk. */
export interface EditorState {
  readonly targets: TargetsOfFiles;
  /** The CustomResourceDefinitions of the workspace. */
  readonly definitions: () => DefinitionSource | undefined;
  /** The releases of built-in sets that files install. */
  readonly installations: () => readonly Installation[];
  /** The text of a document that is open, by its absolute path. */
  readonly openText: (path: string) => string | undefined;
  readonly renderingsOf: WorkspaceContext['renderingsOf'];
  readonly builtOf: (path: string) => BuiltOfFile | undefined;
  /** Whether the user trusts the workspace, so that git may run. */
  readonly isTrusted: () => boolean;
}

/** The workspace context of the language server, for open files and, in its threads, closed ones. */
export class EditorContext implements WorkspaceContext {
  readonly stored = undefined;
  readonly lastApplied = false;
  readonly showsUnrendered = true;
  readonly today = today;
  readonly #state: EditorState;
  readonly #committed = new CommittedDefinitions();

  constructor(state: EditorState) {
    this.#state = state;
  }

  get searched(): readonly string[] {
    return [this.cwd];
  }

  get cwd(): string {
    return this.#state.targets.folder;
  }

  settingsOf(path: string): FileSettings | undefined {
    const { surfaces, severity } = this.#state.targets.ofPath(path);
    return surfaces.length === 0 ? undefined : { surfaces, severity };
  }

  definitions(): DefinitionSource | undefined {
    return this.#state.definitions();
  }

  installations(): readonly Installation[] {
    return this.#state.installations();
  }

  helmValuesOf(chartYaml: string): readonly string[] {
    const { targets } = this.#state;
    const { values } = targets.given.settings.helm;
    return (
      targets.helmValues(chartYaml) ?? values.map((file) => (isAbsolute(file) ? file : join(targets.folder, file)))
    );
  }

  openText(path: string): string | undefined {
    return this.#state.openText(path);
  }

  renderingsOf(path: string, surfaces: readonly ApiSurface[], text: () => string): readonly Rendering[] | undefined {
    return this.#state.renderingsOf(path, surfaces, text);
  }

  buildsOf(path: string): readonly AddedToFile[] {
    return this.#state.builtOf(path)?.added ?? [];
  }

  earlierOf(path: string): WorkspaceContext['stored'] {
    return this.#state.isTrusted() ? (resource, text) => this.#committed.of(path)?.(resource, text) : undefined;
  }

  /** Git may have another text of a file now. */
  forget(path: string): void {
    this.#committed.forget(path);
  }
}
