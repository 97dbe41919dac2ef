import { type Discovery, discover } from '../disk/discover.ts';
import { JudgeThreads } from './judgeThreads.ts';

/** The files under the paths of a run, and the threads that wait to judge them where there are many. */
export interface SearchedWorkspace {
  readonly found: Discovery;
  readonly threads: JudgeThreads;
}

/**
 * Searches the paths of a run, relative to `cwd`, except `-`. The first step of a run, since it depends on nothing
 * else, and threads take time to start. The caller ends the threads.
 *
 * @param startsThreads whether most files will have to be judged.
 */
export function searchWorkspace(paths: readonly string[], cwd: string, startsThreads = true): SearchedWorkspace {
  const threads = new JudgeThreads();
  const named = paths.filter((path) => path !== '-');
  return {
    found: discover(named, cwd, undefined, (files) => {
      if (startsThreads) threads.found(files);
    }),
    threads,
  };
}
