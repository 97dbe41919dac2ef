import type { Assembled, AssembledResource } from './assembled.ts';
import type { Substitution } from './filledResource.ts';
import type { PatchTarget } from './patches.ts';
import type { WaitingObject } from './waits.ts';

/** Stands for every one among the names of CustomResourceDefinitions. */
export const everyDefinition = '*';

/** A file inside an archive. */
export interface PackedFile {
  /** From the folder of the file that stands for it on, through the archive, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** What a kustomization that no other one builds on makes of a file. */
export interface BuildOfFile {
  /** The folder of the kustomization, as people name it. */
  readonly name: string;
  /** What comes out of the file's resources; one may come out several times. Undefined where nobody can tell. */
  readonly resources: readonly AssembledResource[] | undefined;
}

/** What kustomizations say of a file that they take patches or replacements from. */
export type PartContext = Pick<KustomizeContext, 'patch' | 'entry' | 'assembled' | 'patched'>;

/** What the kustomizations around a file say of it. */
export interface KustomizeContext {
  /** A kustomization names the file as a patch; with the target that it gives it. */
  readonly patch: { readonly target: PatchTarget | undefined } | undefined;
  /** The entry of the kustomization that names the file as a patch or for its replacements: `patches[0]`. */
  readonly entry: string | undefined;
  /** For a kustomization: all files and folders that it names are there, so that it can be built. */
  readonly buildable: boolean;
  /** For a kustomization: whether another one, or somebody who applies it, may change what it builds. */
  readonly isBuiltUpon: () => boolean;
  /** For a kustomization: the files and folders that it names and that are not there, as it names them. */
  readonly absentFiles: readonly string[];
  /** For a kustomization: the folders that it names and that are built on it again, as it names them. */
  readonly circles: () => readonly string[];
  /** For a kustomization: whether a file or folder that it names for plugins, as it names it, has one that is none of Kustomize's own. */
  readonly runsPlugins: (named: string) => boolean;
  /**
   * The kustomization that names the file writes the namespace of its objects, or may be built into one that does.
   */
  readonly setsNamespace: boolean;
  /** What the kustomizations that build on the file make of it; empty where none does. Worked out when it is asked for. */
  readonly builds: () => readonly BuildOfFile[];
  /**
   * For a kustomization, and for a file with its replacements: what builds make of the resources into which it surely writes
   * values. Worked out when it is asked for.
   */
  readonly writtenBuilds: () => readonly BuildOfFile[];
  /**
   * Whether a tool that files of the repository tell of fills in variables with some names, as `${VAR}`, in the file. Worked
   * out when it is asked for.
   */
  readonly fillsVariables: (names: readonly string[]) => boolean;
  /** Who fills variables into the file, each with the values that it has for them. Worked out when it is asked for. */
  readonly fillings: () => readonly Substitution[];
  /**
   * For a file with an object that has a folder applied: all such objects of its repository. Worked out when it is asked
   * for.
   */
  readonly waiting: () => readonly WaitingObject[];
  /**
   * The names of the CustomResourceDefinitions that patches of a kustomization which names the file give a conversion
   * webhook; {@link everyDefinition} for patches that may go to any.
   */
  readonly webhooks: readonly string[];
  /**
   * For a kustomization, and for a file that it takes patches or replacements from: what it puts together. Worked out
   * when it is asked for; undefined where that cannot be said.
   */
  readonly assembled: () => Assembled | undefined;
  /**
   * For the same files: what their patches are put into. That is what the kustomization puts together, or for a component
   * what those do that are built with it; empty where that cannot be said. Worked out when it is asked for.
   */
  readonly patched: () => readonly Assembled[];
  /**
   * What kustomizations of the repository that do not lie above the file say of it as a patch; undefined where none does, or
   * one takes it as a resource. The repository is searched when it is asked for: only what is refused makes that worth it.
   */
  readonly elsewhere: () => PartContext | undefined;
}

/** What is in the folder of a Chart.yaml beside it. */
export interface ChartContext {
  /** The charts that it depends on and that are not there, by their names. */
  readonly absentCharts: readonly string[];
  /** The files in `crds/` of the packed charts beside it that Helm does not leave out. */
  readonly packedFiles: readonly PackedFile[];
}

/** What tests, and generators of policies, say of a file. */
export interface TestContext {
  /**
   * Whose tests hold objects of a cluster against what stands in the file: `a test of Chainsaw`. Nothing sends it to a
   * server. Undefined for all other files.
   */
  readonly expectedBy: string | undefined;
  /**
   * A generator puts the objects of the file into policies, to be compared with those of a cluster: they may be parts of
   * objects.
   */
  readonly holdsParts: boolean;
  /** A test sends the file, and fills in values that are expressions in parentheses: `($namespace)`. */
  readonly fillsExpressions: boolean;
}

/** No test and no generator says anything. */
export const noTest: TestContext = { expectedBy: undefined, holdsParts: false, fillsExpressions: false };

/** What the files around a file say of it. */
export interface FileContext extends KustomizeContext, ChartContext, TestContext {}

/** No kustomization says anything. */
export const noKustomization: KustomizeContext = {
  patch: undefined,
  entry: undefined,
  buildable: false,
  isBuiltUpon: () => false,
  absentFiles: [],
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

/** There is no chart. */
export const noChart: ChartContext = { absentCharts: [], packedFiles: [] };

/** Nothing around the file says anything. */
export const noContext: FileContext = { ...noKustomization, ...noChart, ...noTest };
