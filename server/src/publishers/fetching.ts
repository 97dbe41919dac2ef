import type { Http } from './http.ts';
import type { SourceContent } from './published.ts';
import type { Source } from './source.ts';

/** The options of fetching besides a source. */
export interface FetchOptions {
  readonly http: Http;
  /** For each request and each program, in milliseconds. */
  readonly milliseconds: number;
  /** The folder of the lock file, absolute. */
  readonly folder: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user's own folder, with the settings of Go and npm. */
  readonly home: string;
  /** A kubeconfig that the user named. */
  readonly kubeconfig: string | undefined;
}

/** A kind of publisher of definitions. */
export interface Publisher {
  /**
   * Fetches a version. Throws a {@link SourceProblem} on failure.
   *
   * @param version undefined for the newest.
   */
  fetch(source: Source, version: string | undefined, fetching: FetchOptions): Promise<SourceContent>;
  /**
   * The newest published version, starting from the present one; undefined if the source has no versions, so that it is
   * fetched again.
   */
  newest(source: Source, current: string, fetching: FetchOptions): Promise<string | undefined>;
}
