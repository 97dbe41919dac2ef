import installers from '../../../data/authored/crd-installers.json' with { type: 'json' };
import { type CrdSet, type CrdSetChoice, chooseCrdSet, crdSets } from '../../targets/crds.ts';
import { exactVersion, minorOfConstraint } from './versions.ts';

/** The properties of a set that installers need. */
type KnownSet = Pick<CrdSet, 'name' | 'channels' | 'releases'>;

/** The release of a set with a name, if there is one. */
type ChooseRelease = (set: string, release: string, channel: string | undefined) => CrdSetChoice | undefined;

/** A set's entry in `server/data/authored/crd-installers.json`. */
export interface SetEntry {
  readonly charts?: readonly ChartEntry[];
  readonly repositories?: readonly RepositoryEntry[];
  readonly images?: readonly string[];
  readonly objects?: readonly ObjectEntry[];
}

interface ChartEntry {
  readonly name: string;
  /** The URLs where it is published, normalized by {@link plainUrl}. */
  readonly repositories: readonly string[];
  /** The release by the version of the chart; a string if both are equal. */
  readonly release: string | Readonly<Record<string, string>>;
  /** The paths of values, with dots, that disable the definitions if they are false. */
  readonly off?: readonly string[];
}

interface RepositoryEntry {
  readonly name: string;
  readonly files: readonly {
    readonly path: string;
    readonly channel?: string;
    /** Whether paths below do not count. */
    readonly only?: boolean;
  }[];
}

/** A kind of object that names the release of a set. */
export interface ObjectEntry {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** The keys of the path to the version. */
  readonly version: readonly string[];
  /** An object with one of these fields may install something else. */
  readonly unless?: readonly string[];
}

/**
 * The installation of a set, with its possible releases. `undefined` is an unknown release, so that nothing is certain.
 */
export interface Installed {
  readonly set: string;
  readonly releases: readonly (CrdSetChoice | undefined)[];
}

/** The name of an image with its registry, by default that of Docker Hub, and its tag. */
function partsOf(image: string): { readonly full: string; readonly tag: string | undefined } {
  const [, name = '', tag] = /^([^@]+?)(?::([^:/@]+))?(?:@.*)?$/.exec(image) ?? [];
  return { full: name.includes('.') ? name : `docker.io/${name}`, tag };
}

/** The facts about installers of built-in sets. */
export class Installers {
  readonly #entries: readonly (readonly [set: string, entry: SetEntry])[];
  readonly #sets: readonly KnownSet[];
  readonly #choose: ChooseRelease;
  /** The kinds of objects that name releases, each with its set. */
  readonly namingObjects: readonly (readonly [set: string, entry: ObjectEntry])[];

  /**
   * @param entries the installers of each set; those outside `sets` are ignored.
   * @param choose returns the release of a set with a name, if there is one.
   */
  constructor(entries: Readonly<Record<string, SetEntry>>, sets: readonly KnownSet[], choose: ChooseRelease) {
    this.#sets = sets;
    const names = new Set(sets.map(({ name }) => name));
    this.#entries = Object.entries(entries).filter(([name]) => names.has(name));
    this.#choose = choose;
    this.namingObjects = this.#entries.flatMap(([set, { objects = [] }]) =>
      objects.map((entry) => [set, entry] as const),
    );
  }

  /**
   * The sets that a chart installs.
   *
   * @param repository its published repository; undefined if unknown.
   * @param version as written; undefined for the newest.
   * @param off the values that are false, with dots.
   */
  byChart(
    name: string,
    repository: string | undefined,
    version: string | undefined,
    off: ReadonlySet<string>,
  ): readonly Installed[] {
    const url = repository === undefined ? undefined : plainUrl(repository);
    return this.#entries.flatMap(([set, { charts = [] }]) =>
      charts.flatMap((chart): readonly Installed[] => {
        if (chart.name !== name || (chart.off ?? []).some((value) => off.has(value))) return [];
        // A chart of this name from another repository may be a copy with other versions.
        if (url === undefined || !chart.repositories.includes(url)) return [open(set)];
        return [{ set, releases: this.#releases(set, releaseOfChart(chart, version), undefined) }];
      }),
    );
  }

  /**
   * The sets that a chart may install in a third-party version: the release has the name of a chart of the set, and the
   * chart has this name with a prefix or suffix. It comes from a repository that the project does not use.
   *
   * @param release the name of the release.
   */
  replacing(name: string, repository: string | undefined, release: string): readonly string[] {
    const url = repository === undefined ? '' : plainUrl(repository);
    return this.#entries.flatMap(([set, { charts = [] }]) => {
      const isKnownChart = charts.some((chart) => chart.repositories.includes(url) || chart.name === name);
      const named = charts.some(
        (chart) => chart.name === release && (name.startsWith(`${chart.name}-`) || name.endsWith(`-${chart.name}`)),
      );
      return named && !isKnownChart ? [set] : [];
    });
  }

  /**
   * The sets that files of a GitHub repository install.
   *
   * @param repository `owner/name`.
   * @param path the used file or folder, or the name of a release asset; undefined if unknown.
   */
  byRepository(repository: string, path: string | undefined, version: string | undefined): readonly Installed[] {
    const trimmed = path?.replace(/^(?:\.?\/)+|\/+$/g, '');
    return this.#entries.flatMap(([set, { repositories = [] }]) =>
      repositories.flatMap(({ name, files }): readonly Installed[] => {
        if (name.toLowerCase() !== repository.toLowerCase()) return [];
        const file = files.find(
          (candidate) =>
            trimmed === candidate.path ||
            (candidate.only !== true && trimmed?.startsWith(`${candidate.path}/`) === true),
        );
        // Other parts of the project may install its definitions, or not.
        return [file === undefined ? open(set) : { set, releases: this.#releases(set, version, file.channel) }];
      }),
    );
  }

  /** The sets that belong to an image, by its name and tag: `ghcr.io/fluxcd/source-controller:v1.4.1`. */
  byImage(image: string): readonly Installed[] {
    const { full, tag } = partsOf(image);
    return this.#entries.flatMap(([set, { images = [] }]) =>
      images.includes(full) ? [{ set, releases: this.#releases(set, tag, undefined) }] : [],
    );
  }

  /** The images of the sets' controllers, without tags. */
  get images(): readonly string[] {
    return this.#entries.flatMap(([, { images = [] }]) => images);
  }

  /** Whether an image, with or without a tag, is that of a set. */
  knowsImage(image: string): boolean {
    const { full } = partsOf(image);
    return this.#entries.some(([, { images = [] }]) => images.includes(full));
  }

  /** The set that an object of {@link namingObjects} installs; none if it is unknown here. */
  byObject(set: string, version: string | undefined): readonly Installed[] {
    const isKnown = this.#sets.some(({ name }) => name === set);
    return isKnown ? [{ set, releases: this.#releases(set, version, undefined) }] : [];
  }

  /** Every release that a written version may mean; `[undefined]` if uncertain. */
  #releases(
    name: string,
    version: string | undefined,
    channel: string | undefined,
  ): readonly (CrdSetChoice | undefined)[] {
    const set = this.#sets.find((known) => known.name === name);
    if (set === undefined || version === undefined) return [undefined];
    const channels = channel !== undefined || set.channels.length === 0 ? [channel] : set.channels;
    const minor = minorOfConstraint(version);
    const meantReleases =
      minor === undefined ? [exactVersion(version)] : set.releases.filter((release) => isOf(release, minor));
    if (meantReleases.length === 0) return [undefined];
    return meantReleases.flatMap((release) =>
      channels.map((item) => (release === undefined ? undefined : this.#choose(name, release, item))),
    );
  }
}

/** The installers of the built-in sets. */
export const builtInInstallers = new Installers(installers.sets, crdSets, (name, release, channel) =>
  chooseCrdSet(name, release, channel, () => {}),
);

function releaseOfChart({ release }: ChartEntry, version: string | undefined): string | undefined {
  if (version === undefined || typeof release === 'string') return version;
  return release[exactVersion(version) ?? version];
}

function isOf(release: string, minor: string): boolean {
  return exactVersion(release)?.startsWith(`${minor}.`) === true;
}

function open(set: string): Installed {
  return { set, releases: [undefined] };
}

/** A normalized URL: `https://Charts.Jetstack.io/` is `charts.jetstack.io`. */
export function plainUrl(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^(?:[a-z+]+:\/\/)(?:[^/@]*@)?/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}
