import { type AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { isChartYaml } from '../charts/packedCharts.ts';
import { readText } from '../disk/readFile.ts';
import { derived } from '../ground/derived.ts';
import { sha256 } from '../ground/sha256.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import { admissionOfText } from './admissionOfText.ts';
import { type DefinitionFile, mayDefineGroup } from './definitionFile.ts';
import { definitionsOfFile, definitionsOfText } from './definitionsOfFile.ts';

/**
 * The CustomResourceDefinitions of files. The file list is needed at the first custom resource; a file is read for a
 * group that it may define.
 */
export function definitionsOf(files: () => readonly DefinitionFile[], reader: DefinitionReader): DefinitionSource {
  const read = derived((file: DefinitionFile) => reader.definitionsOf(file));
  const definitions = derived((group: string) =>
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
    admission: derived((byNamespaces: boolean) => admissionOfFiles(files(), reader, byNamespaces)),
  };
}

/**
 * The objects that admission depends on.
 *
 * @param byNamespaces whether Namespaces alone matter; otherwise nothing is read if there is nothing else.
 */
function admissionOfFiles(
  files: readonly DefinitionFile[],
  reader: DefinitionReader,
  byNamespaces: boolean,
): AdmissionObjects | undefined {
  const decides = byNamespaces ? ['rules', 'namespaces'] : ['rules'];
  if (!files.some(({ admission = '' }) => decides.includes(admission))) return undefined;
  const rules = files.filter(({ admission }) => admission === 'rules').flatMap((file) => reader.admissionOf(file));
  const { paramKinds } = new AdmissionObjects(rules);
  const others = files.filter(({ admission }) => admission !== undefined && admission !== 'rules');
  return new AdmissionObjects([...rules, ...others.flatMap((file) => reader.admissionOf(file, paramKinds))]);
}

/**
 * Reads definitions. Repositories contain copies of third-party definitions: files with the same text are parsed once.
 */
export class DefinitionReader {
  readonly #kustomizations: Kustomizations;
  readonly #within: <Result>(work: () => Result) => Result;
  readonly #parsed = new Map<string, readonly CustomDefinition[]>();

  /** @param within does work that the users of an admission object may not know of: they remember its result. */
  constructor(kustomizations: Kustomizations, within: <Result>(work: () => Result) => Result = (work) => work()) {
    this.#kustomizations = kustomizations;
    this.#within = within;
  }

  /**
   * The objects of a file that admission depends on; none if it cannot be read.
   *
   * @param paramKinds the kinds of parameters of policies in other files.
   */
  admissionOf(file: DefinitionFile, paramKinds?: ReadonlySet<string>): readonly AdmissionObject[] {
    const content = file.text === undefined ? readText(file.path) : { ok: true as const, text: file.text };
    if (!content.ok) return [];
    return admissionOfText(content.text, file, this.#kustomizations, paramKinds).map((object) => ({
      ...object,
      isCertain: () => this.#within(() => object.isCertain()),
    }));
  }

  /** The definitions of a file; none if it cannot be read, which is reported where it is judged. */
  definitionsOf(file: DefinitionFile): readonly CustomDefinition[] {
    const kustomizations = this.#kustomizations;
    if (isChartYaml(file.path)) return definitionsOfFile(file, kustomizations);
    const content = file.text === undefined ? readText(file.path) : { ok: true as const, text: file.text };
    if (!content.ok) return [];
    // Patches depend on the location.
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

/** A definition relocated to another file with the same text. */
function copied(definition: CustomDefinition, { path, file }: DefinitionFile): CustomDefinition {
  const document = definition.origin.file?.document ?? 0;
  return { ...definition, origin: { label: file, file: { name: file, path, document }, isPartial: false } };
}
