import picomatch from 'picomatch';
import { mayHoldAdmission } from '../../admission/admissionObjects.ts';
import { joinedParamWords, mayHoldParams, type ParamWords, paramWordsIn } from '../../admission/paramFiles.ts';
import { mayDeliver } from '../../gitops/readDeliveries.ts';
import { mayHoldInstallations } from '../../sources/installed/readInstallFacts.ts';
import type { Confinement } from '../../workspace/disk/confinement.ts';
import { discover, reportName } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { filesChanged, setOpenText } from '../../workspace/disk/trackedFs.ts';
import { lookAtClock } from '../../workspace/ground/clock.ts';
import { startTracking } from '../../workspace/ground/graph.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { SearchedFiles } from '../../workspace/model/workspaceFacts.ts';
import { type BuildToRun, buildsToRun } from '../builds/buildToRun.ts';
import { yieldingBetween } from '../yieldingBetween.ts';
import { ClosedJudge } from './closedJudge.ts';
import type { BuildToJudge, ClosedFile, Environment, FileChanges, JudgedFile, Search } from './environment.ts';

/** A request to a thread, with a number that is repeated in the answer; environments and changes are not answered. */
export type ClosedFileTask = JudgingWork & {
  readonly reach: Confinement | undefined;
  readonly catalogue: string | undefined;
};

/** A task without its confinement and catalogue folder. */
export type JudgingWork =
  | { readonly kind: 'use'; readonly environment: Environment }
  | { readonly kind: 'changed'; readonly changes: FileChanges }
  | { readonly kind: 'find'; readonly id: number; readonly search: Search }
  | { readonly kind: 'define'; readonly id: number; readonly search: Search }
  | { readonly kind: 'judge'; readonly id: number; readonly files: readonly ClosedFile[] }
  | { readonly kind: 'findBuilds'; readonly id: number; readonly search: Search }
  | { readonly kind: 'judgeBuild'; readonly id: number; readonly built: BuildToJudge };

/** The answer to a task. */
export type ClosedFileAnswer =
  | { readonly kind: 'found'; readonly id: number; readonly paths: readonly string[] }
  | { readonly kind: 'defined'; readonly id: number; readonly found: SearchedFiles }
  | { readonly kind: 'judged'; readonly id: number; readonly files: readonly JudgedFile[] }
  | { readonly kind: 'buildsToRun'; readonly id: number; readonly builds: readonly BuildToRun[] }
  | { readonly kind: 'added'; readonly id: number; readonly files: readonly AddedToFile[] };

/** More files than this in a workspace are not judged unless they are opened. */
const maxFiles = 50_000;

/** Does the work: in a thread, or interleaved with other work. */
export class Worker {
  #judge: ClosedJudge | undefined;

  constructor() {
    startTracking();
  }

  /** Sets the environment for judging. */
  use(environment: Environment): void {
    if (this.#judge === undefined) this.#judge = new ClosedJudge(environment);
    else this.#judge.use(environment);
  }

  /** Files have changed. */
  changed({ onDisk, open }: FileChanges): void {
    filesChanged(onDisk);
    for (const [path, text] of open) setOpenText(path, text);
    lookAtClock();
  }

  /** The files to judge, absolute. */
  find({ folders, cwd, excluded }: Search): readonly string[] {
    const isExcluded = picomatch([...excluded], { dot: true });
    const paths = folders.flatMap((folder) =>
      discover([folder], cwd, undefined, undefined, (path) => isExcluded(reportName(path, folder))).files.map(
        ({ path }) => path,
      ),
    );
    return [...new Set(paths)].slice(0, maxFiles);
  }

  /** All files, and those that may have CustomResourceDefinitions, or define what is installed or applied where. */
  async define(search: Search): Promise<SearchedFiles> {
    const referred: ParamWords[] = [];
    const may = (path: string) => {
      const content = readText(path);
      if (!content.ok) return [];
      const { text } = content;
      const params = paramWordsIn(text);
      if (params !== undefined) referred.push(params);
      const isWanted = text.includes('CustomResourceDefinition') || mayHoldAdmission(text) !== undefined;
      return isWanted || mayHoldInstallations(path, text) || mayDeliver(text) ? [path] : [];
    };
    const files = this.find(search);
    const found = (await eachInTurns(files, may)).flat();
    const words = joinedParamWords(referred);
    if (words === undefined) return { files, candidates: found };
    const known = new Set(found);
    const holds = (path: string) => {
      const content = known.has(path) ? undefined : readText(path);
      return content?.ok === true && mayHoldParams(content.text, words) ? [path] : [];
    };
    return { files, candidates: [...found, ...(await eachInTurns(files, holds)).flat()] };
  }

  /** The kustomizations to build. */
  buildsToRun(search: Search): readonly BuildToRun[] {
    const files = this.find(search).map((path) => ({ path, file: reportName(path, search.cwd) }));
    return buildsToRun(files, search.folders);
  }

  /** Judges the output of a build; empty without an environment. */
  judgeBuild(built: BuildToJudge): readonly AddedToFile[] {
    return this.#judge?.judgeBuild(built) ?? [];
  }

  /** Judges files; empty without an environment. */
  async judge(files: readonly ClosedFile[]): Promise<readonly JudgedFile[]> {
    const judge = this.#judge;
    if (judge === undefined) return [];
    return eachInTurns(files, (file) => judge.judge(file));
  }
}

/** Processes items in short turns, so that other work is not blocked. */
async function eachInTurns<T, R>(all: readonly T[], work: (nonNullable: T) => R): Promise<readonly R[]> {
  const results: R[] = [];
  for await (const nonNullable of yieldingBetween(all)) results.push(work(nonNullable));
  return results;
}
