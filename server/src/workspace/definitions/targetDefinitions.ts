import type { DeclaredAdmission } from '../../catalog/surface.ts';
import { admissionTopic, type DefinitionSource } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { readText } from '../disk/readFile.ts';
import { named } from '../ground/derived.ts';
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
}

/**
 * Targets with the definitions of the workspace. They remember what they found, so there are other ones once anything that
 * they read has changed. Verdicts depend only on the groups that they ask for, whichever targets they have.
 */
export class TargetDefinitions {
  readonly #ground: DefinitionGround;
  readonly #kustomizations: Kustomizations;
  readonly #reader: DefinitionReader;
  readonly #onAsked: (group: string) => void;

  /** @param onAsked is called with each group that is asked for; `*` for all. */
  constructor(ground: DefinitionGround, kustomizations: Kustomizations, onAsked: (group: string) => void) {
    this.#ground = ground;
    this.#kustomizations = kustomizations;
    this.#onAsked = onAsked;
    this.#reader = new DefinitionReader(kustomizations, (work) => this.#admission.ask(work));
  }

  /** Settings whose targets have these definitions. The same targets for the same ones. */
  complete(settings: FileSettings): FileSettings {
    return notingIn(undefined, () => this.#complete.ask((complete) => complete(settings)));
  }

  /** The CustomResourceDefinitions of a file; none if it cannot be read. */
  definitionsOf(file: DefinitionFile): readonly CustomDefinition[] {
    return this.#reader.definitionsOf(file);
  }

  readonly #complete: Scoped<(settings: FileSettings) => FileSettings> = new Scoped(() => {
    const source = this.#source();
    return withDefinitions({
      ...source,
      definitions: (group) => this.#complete.ask(() => source.definitions(group)),
      groups: () => this.#complete.ask(() => source.groups()),
      admission: (byNamespaces) =>
        this.#complete.ask(() => this.#admission.ask((admission) => admission(byNamespaces))),
      asked: (group) => this.#ask(group),
    });
  });

  /** The objects that admission depends on. What policies select is remembered by them, so all that it needs counts. */
  readonly #admission: Scoped<(byNamespaces: boolean) => DeclaredAdmission | undefined> = new Scoped(() => {
    const source = this.#source();
    return (byNamespaces) => source.admission?.(byNamespaces);
  });

  #source(): DefinitionSource {
    return this.#ground.withOthers(definitionsOf(() => this.#ground.definitionFiles(), this.#reader));
  }

  #ask(group: string): void {
    this.#onAsked(group);
    if (!tracks()) return;
    if (group === admissionTopic) this.#admission.ask(() => undefined);
    else this.#groundOf(group);
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
