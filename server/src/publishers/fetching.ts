import type { Http } from './http.ts';
import type { Published } from './published.ts';
import type { Source } from './source.ts';

/** What fetching depends on besides a source. */
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

/** One way in which definitions are published. */
export interface Publisher {
  /**
   * Fetches a version. Throws a {@link SourceProblem} where that cannot be.
   *
   * @param version undefined for the newest.
   */
  fetch(source: Source, version: string | undefined, fetching: FetchOptions): Promise<Published>;
  /**
   * The newest version that is published, going on from the one in use; undefined where the source does not say, so that
   * what it has now is fetched again.
   */
  newest(source: Source, current: string, fetching: FetchOptions): Promise<string | undefined>;
}
