import type { Http } from './http.ts';
import type { SourceContent } from './published.ts';
import type { Source } from './source.ts';

/** The options of fetching from any source. */
export interface FetchOptions {
  readonly http: Http;
  /** The timeout of each request and of each program. */
  readonly milliseconds: number;
  /** The folder of the lock file, absolute. */
  readonly folder: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user's home, which has the settings of Go and npm. */
  readonly home: string;
  /** The path of a kubeconfig; undefined for kubectl's default. */
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
   * The newest published version; undefined if the source has no versions, so that only fetching again updates it.
   *
   * @param current the version to update: if it is a pre-release, pre-releases count.
   */
  newest(source: Source, current: string, fetching: FetchOptions): Promise<string | undefined>;
}
