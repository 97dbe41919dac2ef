import type { Assembled, AssembledResource } from './assembled.ts';
import type { Substitution } from './filledResource.ts';
import type { PatchTarget } from './patches.ts';
import type { WaitingObject } from './waits.ts';

/** Matches the name of every CustomResourceDefinition. */
export const everyDefinition = '*';

/** A file inside an archive. */
export interface PackedFile {
  /** Relative to the folder of the referencing file, through the archive, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** The output for a file of a kustomization that no other one builds on. */
export interface BuildOfFile {
  /** The folder of the kustomization, as people name it. */
  readonly name: string;
  /** The same folder, absolute; absent without a kustomization. */
  readonly folder?: string;
  /** The output of the file's resources; one may occur several times. Undefined if unknown. */
  readonly resources: readonly AssembledResource[] | undefined;
  /** Kustomize refuses the kustomization, so there is no output: the resources are those that its text describes. */
  readonly isRefused?: true;
}

/** The context of a file that provides patches or replacements to kustomizations. */
export type PartContext = Pick<KustomizeContext, 'patch' | 'entry' | 'assembled' | 'patched' | 'isRefused'>;

/** The context of a file from kustomizations. */
export interface KustomizeContext {
  /** A kustomization names the file as a patch; with the target that it gives it. */
  readonly patch: { readonly target: PatchTarget | undefined } | undefined;
  /** The entry of the kustomization that names the file as a patch or for its replacements: `patches[0]`. */
  readonly entry: string | undefined;
  /** For a kustomization: whether all named files and folders exist, so that it can be built. */
  readonly buildable: boolean;
  /** For a kustomization: whether another one, or the tool that applies it, may change its output. */
  readonly isBuiltUpon: () => boolean;
  /** For a kustomization: the files and folders that it names and that are missing, as it names them. */
  readonly absentFiles: readonly string[];
  /** For a kustomization: the folders that it names for their kustomizations and that have none, as it names them. */
  readonly bareFolders: readonly string[];
  /**
   * For a kustomization, and for a file that provides patches or replacements: whether Kustomize refuses the
   * kustomizations that use it, so that there is no output. Lazy.
   */
  readonly isRefused: () => boolean;
  /** For a kustomization: the folders that it names and that are built on it again, as it names them. */
  readonly circles: () => readonly string[];
  /** For a kustomization: whether a plugin entry, as written, has a plugin other than Kustomize's own. */
  readonly runsPlugins: (named: string) => boolean;
  /**
   * The kustomization that names the file writes the namespace of its objects, or may be built into one that does.
   */
  readonly setsNamespace: boolean;
  /** The outputs of the kustomizations that build on the file; empty if there are none. Lazy. */
  readonly builds: () => readonly BuildOfFile[];
  /**
   * For a kustomization, and for a file with its replacements: the outputs of the resources into which it certainly
   * writes values. Lazy.
   */
  readonly writtenBuilds: () => readonly BuildOfFile[];
  /**
   * Whether a tool configured in the repository substitutes variables with some names, as `${VAR}`, in the file. Lazy.
   */
  readonly fillsVariables: (names: readonly string[]) => boolean;
  /** The substitutions in the file, each with its values. Lazy. */
  readonly fillings: () => readonly Substitution[];
  /** For a file with an object that applies a folder: all such objects of its repository. Lazy. */
  readonly waiting: () => readonly WaitingObject[];
  /**
   * The names of the CustomResourceDefinitions that patches of a kustomization which names the file give a conversion
   * webhook; {@link everyDefinition} for patches that may go to any.
   */
  readonly webhooks: readonly string[];
  /**
   * For a kustomization, and for a file that provides its patches or replacements: the assembled resources. Lazy;
   * undefined if unknown.
   */
  readonly assembled: () => Assembled | undefined;
  /**
   * For the same files: the resources that their patches are applied to, which for a component are those of the
   * kustomizations that use it; empty if unknown. Lazy.
   */
  readonly patched: () => readonly Assembled[];
  /**
   * The context of the file as a patch of kustomizations that are not above it, or as one that none uses; undefined if it
   * is neither, or if a kustomization uses it as a resource. Searches the repository lazily, because only refusals justify that.
   */
  readonly elsewhere: () => PartContext | undefined;
}

/** The other files in the folder of a Chart.yaml. */
export interface ChartContext {
  /** The charts that it depends on and that are missing, by their names. */
  readonly absentCharts: readonly string[];
  /** The files in `crds/` of the packed charts beside it that Helm does not leave out. */
  readonly packedFiles: readonly PackedFile[];
  /** The templates of all packed charts beside it, with the partial ones. Lazy. */
  readonly packedTemplates: () => readonly PackedFile[];
}

/** The context of a file from tests and policy generators. */
export interface TestContext {
  /**
   * The tool whose tests compare cluster objects with the file: `a test of Chainsaw`. The file is not sent to a server.
   * Undefined for all other files.
   */
  readonly expectedBy: string | undefined;
  /**
   * Whether a generator embeds the objects of the file in policies, to compare them with cluster objects: they may be
   * parts of objects.
   */
  readonly holdsParts: boolean;
  /** A test sends the file, and fills in values that are expressions in parentheses: `($namespace)`. */
  readonly fillsExpressions: boolean;
}

/** No tests or generators. */
export const noTest: TestContext = { expectedBy: undefined, holdsParts: false, fillsExpressions: false };

/** The context of a file from other files. */
export interface FileContext extends KustomizeContext, ChartContext, TestContext {}

/** No kustomizations. */
export const noKustomization: KustomizeContext = {
  patch: undefined,
  entry: undefined,
  buildable: false,
  isBuiltUpon: () => false,
  absentFiles: [],
  bareFolders: [],
  isRefused: () => false,
  circles: () => [],
  runsPlugins: () => false,
  setsNamespace: false,
  builds: () => [],
  writtenBuilds: () => [],
  fillsVariables: () => false,
  fillings: () => [],
  waiting: () => [],
  webhooks: [],
  assembled: () => undefined,
  patched: () => [],
  elsewhere: () => undefined,
};

/** No chart. */
export const noChart: ChartContext = { absentCharts: [], packedFiles: [], packedTemplates: () => [] };

/** No context. */
export const noContext: FileContext = { ...noKustomization, ...noChart, ...noTest };
