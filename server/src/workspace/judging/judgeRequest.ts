import type { Catalog } from '../../catalog/catalog.ts';
import type { OldFiles } from '../../update/oldObjects.ts';
import type { HelmUse } from '../charts/helm.ts';
import type { KeptTexts } from '../disk/keptTexts.ts';
import type { ScopeRequest } from '../scope/scope.ts';
import type { TargetSelection } from '../settings/targetSelection.ts';
import type { OutcomeStore } from './outcomeStore.ts';
import type { SearchedWorkspace } from './searchWorkspace.ts';

/** What to judge, and how. */
export interface JudgeRequest extends ScopeRequest, HelmUse {
  /** Files and folders, relative to `cwd`; `-` is standard input. */
  readonly paths: readonly string[];
  readonly searched: SearchedWorkspace;
  readonly catalog: Catalog;
  readonly toolVersion: string;
  readonly selection: TargetSelection;
  /** The bytes of standard input, and the file that they are of, if one was named. */
  readonly stdin: { readonly read: () => Uint8Array; readonly filename: string | undefined };
  /** Keeps what excerpts show of files with findings. */
  readonly keepSource: boolean;
  /** Keeps what was found until it is printed. */
  readonly texts: KeptTexts;
  /** The day, `YYYY-MM-DD`, by which comments ignore findings. */
  readonly today: string;
  /** What updates replace; absent where creates are judged. */
  readonly old?: OldFiles;
  /** What kubectl noted as applied last, in annotations, is judged as well. */
  readonly lastApplied?: boolean;
  /** What became of files in earlier runs; absent where nothing is kept. */
  readonly store?: OutcomeStore;
  /** Told after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}
