import type { DeclaredAdmission } from '../../catalog/surface.ts';
import { admissionTopic, type DefinitionSource } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { readText } from '../disk/readFile.ts';
import { named, namedValue } from '../ground/derived.ts';
import { notingIn, tracks } from '../ground/graph.ts';
import { Scoped } from '../ground/scoped.ts';
import { sha256 } from '../ground/sha256.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { type DefinitionFile, mayDefineGroup } from './definitionFile.ts';
import { DefinitionReader, definitionsOf } from './definitionSource.ts';
import { withDefinitions } from './withDefinitions.ts';

/** Where the definitions come from. */
interface DefinitionGround {
  definitionFiles(): readonly DefinitionFile[];
  withOthers(source: DefinitionSource): DefinitionSource;
  /** The installed releases that a file depends on for the kinds of a group, `*` for all. @param path absolute. */
  releasesAt(path: string, group: string): unknown;
}

/**
 * Targets with the definitions of the workspace. They remember what they found, so there are other ones once anything that
 * they read has changed. Verdicts depend only on the groups that they ask for, whichever targets they have.
 */
export class TargetDefinitions {
  readonly #ground: DefinitionGround;
  readonly #kustomizations: Kustomizations;
  readonly #reader: DefinitionReader;
  /** The file that is being judged. */
  #path = '';

  constructor(ground: DefinitionGround, kustomizations: Kustomizations) {
    this.#ground = ground;
    this.#kustomizations = kustomizations;
    this.#reader = new DefinitionReader(kustomizations, (work) => this.#admission.ask(work));
  }

  /**
   * Settings whose targets have these definitions, for a file that is judged next. The same targets for the same
   * settings.
   */
  complete(settings: FileSettings, path: string): FileSettings {
    this.#path = path;
    return this.#ofTargets((complete) => complete(settings));
  }

  /** Asks the targets, on which verdicts do not depend as a whole. */
  #ofTargets<Result>(question: (complete: (settings: FileSettings) => FileSettings) => Result): Result {
    return notingIn(undefined, () => this.#complete.ask(question));
  }

  /** The CustomResourceDefinitions of a file; none if it cannot be read. */
  definitionsOf(file: DefinitionFile): readonly CustomDefinition[] {
    return this.#reader.definitionsOf(file);
  }

  readonly #complete: Scoped<(settings: FileSettings) => FileSettings> = new Scoped(() => {
    const source = this.#sourceOf(() => this.#ground.definitionFiles());
    return withDefinitions({
      ...source,
      definitions: (group) => this.#ofTargets(() => source.definitions(group)),
      groups: () => this.#ofTargets(() => source.groups()),
      admission: (byNamespaces) => this.#ofTargets(() => this.#admission.ask((admission) => admission(byNamespaces))),
      asked: (group) => this.#ask(group),
    });
  });

  /** The objects that admission depends on. What policies select is remembered by them, so all that it needs counts. */
  readonly #admission: Scoped<(byNamespaces: boolean) => DeclaredAdmission | undefined> = new Scoped(() => {
    const source = this.#sourceOf(this.#admissionFiles);
    return (byNamespaces) => source.admission?.(byNamespaces);
  });

  readonly #admissionFiles = namedValue('admission files', () =>
    this.#ground.definitionFiles().filter(({ admission }) => admission !== undefined),
  );

  #sourceOf(files: () => readonly DefinitionFile[]): DefinitionSource {
    return this.#ground.withOthers(definitionsOf(files, this.#reader));
  }

  #ask(group: string): void {
    if (!tracks()) return;
    if (group === admissionTopic) this.#admission.ask(() => undefined);
    else {
      this.#groundOf(group);
      this.#ground.releasesAt(this.#path, group);
    }
  }

  /** Everything that the definitions of a group, `*` for all, depend on. */
  readonly #groundOf = named('definitions', (group) =>
    this.#ground
      .definitionFiles()
      .filter((file) => group === '*' || mayDefineGroup(file, group))
      .map(({ path, file, text }) => {
        const content = text === undefined ? readText(path) : { ok: true as const, text };
        const { webhooks } = this.#kustomizations.contextOf(path);
        return [path, file, content.ok ? sha256(content.text) : '', webhooks];
      }),
  );
}
