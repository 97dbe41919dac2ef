import type { Catalog } from '../../catalog/catalog.ts';
import type { ChosenFindings } from '../../report/chosenFindings.ts';
import type { OldFiles } from '../../update/oldObjects.ts';
import type { Writer } from '../../update/writer.ts';
import type { HelmUse } from '../charts/helm.ts';
import type { TextStore } from '../disk/textStore.ts';
import type { KustomizeProgram } from '../kustomize/kustomizeBuild.ts';
import type { ScopeRequest } from '../scope/scope.ts';
import type { TargetSelection } from '../settings/targetSelection.ts';
import type { OutcomeStore } from './outcomeStore.ts';
import type { SearchedWorkspace } from './searchWorkspace.ts';

/** The files to judge, with options. */
export interface JudgeRequest extends ScopeRequest, HelmUse {
  /** Files and folders, relative to `cwd`; `-` is standard input. */
  readonly paths: readonly string[];
  readonly searched: SearchedWorkspace;
  readonly catalog: Catalog;
  readonly toolVersion: string;
  readonly selection: TargetSelection;
  /** The bytes of standard input, and the file that they are of, if one was named. */
  readonly stdin: { readonly read: () => Uint8Array; readonly filename: string | undefined };
  /** Whether to keep the texts of files with findings for excerpts. */
  readonly keepSource: boolean;
  /** Stores findings until they are printed. */
  readonly texts: TextStore;
  /** Today, `YYYY-MM-DD`, for suppression comments with an end date. */
  readonly today: string;
  /** The objects to update; absent to judge creates. */
  readonly old?: OldFiles;
  /** The program that builds kustomizations on both sides of a comparison with a revision. */
  readonly buildsBoth?: KustomizeProgram;
  /** Who writes everything, as the command line says. */
  readonly writer?: Writer;
  /** Whether kubectl's last-applied annotations are judged as well. */
  readonly lastApplied?: boolean;
  /** The outcomes of earlier runs; absent without a cache. */
  readonly store?: OutcomeStore;
  /** The findings that the report is about; absent for all. */
  readonly chosen?: ChosenFindings;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}
