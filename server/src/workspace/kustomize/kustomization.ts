import type { NamedFile } from '../../kustomize/namedFiles.ts';
import type { Node } from '../../manifest/node.ts';

/** The names in a kustomization. */
export interface Kustomization {
  /** Its folder, absolute. */
  readonly folder: string;
  /** Its file, absolute. */
  readonly file: string;
  readonly root: Node;
  /** Whether it is not valid YAML, so that only the files that it mentions are known. */
  readonly isBroken: boolean;
  /** Everything local that it names, absolute. */
  readonly files: readonly string[];
  /** The same as a set. */
  readonly named: ReadonlySet<string>;
  /** The same as it names them. */
  readonly local: readonly string[];
  /** Those that provide objects, and other kustomizations. */
  readonly sources: readonly string[];
  /** Those that are built if they are folders, absolute. */
  readonly built: readonly string[];
  /** Those that configure generators, absolute. */
  readonly generators: readonly string[];
  /** Those that contain or lead to objects and patches. */
  readonly manifests: readonly string[];
  /** How many such are fetched from elsewhere. */
  readonly remote: number;
  /** Whether it is a component, built only into others. */
  readonly isComponent: boolean;
  readonly setsNamespace: boolean;
  /** Its remote names. */
  readonly fetched: readonly string[];
  /** The files with patches and replacements among them; a patch with a target before one without. */
  readonly parts: ReadonlyMap<string, NamedFile>;
  /** The files with patches that it names in comments, absolute. */
  readonly commentedOut: ReadonlySet<string>;
  /** Whether it has patches, in files or inline. */
  readonly hasPatches: boolean;
  /** The CustomResourceDefinitions that its patches give a conversion webhook: {@link KustomizeContext.webhooks}. */
  webhooks(): readonly string[];
}
