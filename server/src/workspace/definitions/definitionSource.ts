import { type AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { lazily } from '../../text/lazily.ts';
import { remembered } from '../../text/remembered.ts';
import { isChartYaml } from '../charts/packedCharts.ts';
import { readText } from '../disk/readFile.ts';
import { sha256 } from '../disk/sha256.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import { admissionOfText } from './admissionOfText.ts';
import { type DefinitionFile, mayDefineGroup } from './definitionFile.ts';
import { definitionsOfFile, definitionsOfText } from './definitionsOfFile.ts';

/**
 * The CustomResourceDefinitions of files. Which files there are is asked when the first custom resource is met, and a file
 * is read when it is one of a group that it may define.
 */
export function definitionsOf(
  files: () => readonly DefinitionFile[],
  reader: () => DefinitionReader,
): DefinitionSource {
  const read = remembered((file: DefinitionFile) => reader().definitionsOf(file));
  const definitions = remembered((group: string) =>
    files()
      .filter((file) => mayDefineGroup(file, group))
      .flatMap(read)
      .filter((definition) => definition.group === group),
  );
  return {
    definitions,
    groups: () => [
      ...new Set(
        files()
          .flatMap(read)
          .map(({ group }) => group),
      ),
    ],
    wholeGroup: () => undefined,
    history: () => undefined,
    admission: lazily(() => admissionOfFiles(files(), reader())),
  };
}

/** What admission depends on; nothing is read where there are Namespaces alone. */
function admissionOfFiles(files: readonly DefinitionFile[], reader: DefinitionReader): AdmissionObjects | undefined {
  if (!files.some(({ admission }) => admission === 'rules')) return undefined;
  return new AdmissionObjects(files.flatMap((file) => (file.admission === undefined ? [] : reader.admissionOf(file))));
}

/** Reads definitions. Repositories hold copies of those of others: of files with the same text one is parsed. */
export class DefinitionReader {
  readonly #kustomizations: () => Kustomizations;
  readonly #parsed = new Map<string, readonly CustomDefinition[]>();

  constructor(kustomizations: () => Kustomizations) {
    this.#kustomizations = kustomizations;
  }

  /** The objects of a file that admission depends on; none where it cannot be read. */
  admissionOf(file: DefinitionFile): readonly AdmissionObject[] {
    const content = file.text === undefined ? readText(file.path) : { ok: true as const, text: file.text };
    return content.ok ? admissionOfText(content.text, file, this.#kustomizations) : [];
  }

  /** The definitions of a file; none where it cannot be read, which is told where it is judged. */
  definitionsOf(file: DefinitionFile): readonly CustomDefinition[] {
    const kustomizations = this.#kustomizations();
    if (isChartYaml(file.path)) return definitionsOfFile(file, kustomizations);
    const content = file.text === undefined ? readText(file.path) : { ok: true as const, text: file.text };
    if (!content.ok) return [];
    // What is patched in one place is not in another.
    if (kustomizations.contextOf(file.path).webhooks.length > 0)
      return definitionsOfText(content.text, file, kustomizations);
    const key = sha256(content.text);
    const known = this.#parsed.get(key);
    if (known !== undefined) return known.map((customDefinition) => copied(customDefinition, file));
    const parsed = definitionsOfText(content.text, file, kustomizations);
    this.#parsed.set(key, parsed);
    return parsed;
  }
}

/** A definition as it stands in another file with the same text. */
function copied(definition: CustomDefinition, { path, file }: DefinitionFile): CustomDefinition {
  const document = definition.origin.file?.document ?? 0;
  return { ...definition, origin: { label: file, file: { name: file, path, document }, isPartial: false } };
}
