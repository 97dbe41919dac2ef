import type { Diagnostic } from 'vscode-languageserver/node';
import type { CoverageCounts } from '../../report/workspaceReport.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
import type { DefinitionFile } from '../../workspace/definitions/definitionFile.ts';
import type { PlainRead } from '../../workspace/ground/graph.ts';
import type { BuiltKustomization } from '../../workspace/judging/judgeBuild.ts';
import type { BuiltOfFile } from '../builds/builtOfFile.ts';
import type { Settings } from '../settings.ts';

/** Everything that decides the findings in closed files, as plain data for another thread. */
export interface Environment {
  /** The folder that configurations are named from. */
  readonly folder: string;
  /** Target expressions that override every configuration; empty for none. */
  readonly override: readonly string[];
  readonly settings: Settings;
  /** The files of the workspace with CustomResourceDefinitions, and with objects that admission depends on. */
  readonly definitions: readonly DefiningFile[];
  /** The releases of built-in sets that workspace files install. */
  readonly installations: readonly Installation[];
  /** The files that may define what is applied where, absolute. */
  readonly deliveries: readonly string[];
  /** Whether the user trusts the workspace, so that git may run. */
  readonly isTrusted: boolean;
  /** The scheme of the documents that explain codes, if the client shows them. */
  readonly explainScheme: string | undefined;
}

/** A file with definitions, or with objects that admission depends on. */
export type DefiningFile = Omit<DefinitionFile, 'text'>;

/** Where to search for files. */
export interface Search {
  /** Absolute. */
  readonly folders: readonly string[];
  /** The folder that names are relative to. */
  readonly cwd: string;
  /** Globs of the editor's hidden files, relative to each folder. */
  readonly excluded: readonly string[];
}

/** A kustomization that was built. */
export interface BuildToJudge extends BuiltKustomization {
  /** The files that findings can be put in, absolute. */
  readonly sources: readonly string[];
}

/** A file that is to be judged. */
export interface ClosedFile {
  /** Absolute. */
  readonly path: string;
  /** The build results. */
  readonly built?: BuiltOfFile;
}

/** The result for a file that is not open. */
export interface JudgedFile {
  readonly path: string;
  /** Of the text; '' for one that cannot be read. */
  readonly digest: string;
  readonly outcome: ClosedOutcome;
  /** What was read for it. */
  readonly reads: readonly PlainRead[];
}

/** Changes of files for another thread. */
export interface FileChanges {
  /** The files and folders that may have changed, come or gone on disk, absolute; undefined if any may have. */
  readonly onDisk: readonly string[] | undefined;
  /** The open documents with other texts, absolute, each with its text; undefined for one that was closed. */
  readonly open: readonly (readonly [path: string, text: string | undefined])[];
}

/** The outcome of judging a file. */
export interface ClosedOutcome {
  readonly diagnostics: readonly Diagnostic[];
  /** Changes if and only if the diagnostics do. */
  readonly resultId: string;
  /** How many resources there are in the file. */
  readonly resources: number;
  /** The number of judged documents. */
  readonly share: CoverageCounts;
  /** The configuration that the file is judged by, absolute. */
  readonly config: string | undefined;
}
