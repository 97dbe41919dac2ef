import type { CrdSetChoice } from '../../targets/crds.ts';
import { addonInstallers } from './addonInstallers.ts';
import type { InstallFacts, PartialInstallation, SourceFact, SourceReference, WrittenText } from './facts.ts';
import { gitHubRepository } from './gitHub.ts';
import { builtInInstallers, type Installed, type Installers } from './installers.ts';

/** A file with its installation facts. */
export interface InstallFile {
  /** Absolute. */
  readonly path: string;
  /** As reports name it. */
  readonly file: string;
  readonly facts: InstallFacts;
}

/** A release of a set that a file installs. Plain data. */
export interface Installation {
  readonly set: string;
  /** Undefined if the file installs the set in an unknown release. */
  readonly choice: CrdSetChoice | undefined;
  /** Whether it is an add-on with a published support matrix (`targets/addons.ts`); `set` is its name there. */
  readonly isAddon?: true;
  /** Whether unknown third-party definitions are installed in place of the set's. */
  readonly isForeign?: true;
  /**
   * Whether it is a patch of a release defined elsewhere, so that its location does not show where the release is used.
   */
  readonly isPart: boolean;
  /** The installing file, absolute: its location decides where the release is used. */
  readonly path: string;
  readonly from: InstallOrigin;
}

/** The origin of a release. */
export interface InstallOrigin {
  /** As reports name it. */
  readonly file: string;
  /** 0-based. */
  readonly line: number;
  /** The version as written; '' if absent. */
  readonly text: string;
}

/** The built-in sets, and the add-ons with published support matrices, that the files of a workspace install. */
export function allInstallations(files: readonly InstallFile[]): readonly Installation[] {
  const ofAddons = linkInstallations(files, addonInstallers).flatMap((installation): readonly Installation[] =>
    installation.isForeign === true ? [] : [{ ...installation, isAddon: true }],
  );
  return [...linkInstallations(files), ...ofAddons];
}

const maxInstallations = 10_000;

/** The maximum number of followed references: objects of one name multiply them. */
const maxSteps = 1_000_000;

/**
 * The built-in sets that workspace files install: references to Flux sources and parts of releases are followed across
 * files by name. If a name is ambiguous, each match counts.
 */
export function linkInstallations(
  files: readonly InstallFile[],
  installers: Installers = builtInInstallers,
): readonly Installation[] {
  const linker = new Linker(files, installers);
  const isPatched =
    files.some(({ facts }) => facts.uses.some((use) => linker.isUnboundPatch(use))) || linker.hasUnboundSource;
  const found: Installation[] = [];
  for (const { path, file, facts } of files) {
    for (const use of facts.uses) {
      for (const { set, line } of linker.replacements(use)) {
        const from = { file, line, text: '' };
        found.push({ set, choice: undefined, isForeign: true, isPart: false, path, from });
      }
      for (const { installed, version, line, isPart = false, file: sourceFile } of linker.follow(use)) {
        const text = version?.text ?? '';
        // A source in another file may have the version.
        const from =
          sourceFile === undefined || version === undefined
            ? { file, line, text }
            : { file: sourceFile, line: version.line, text };
        // The patched release is unknown, so none is certain.
        const isOpen = isPatched && (use.via === 'chart' || use.via === 'repository');
        for (const choice of installed.releases)
          found.push({ set: installed.set, choice: isOpen ? undefined : choice, isPart, path, from });
        if (found.length >= maxInstallations || linker.isExhausted) return [];
      }
    }
  }
  return linker.isExhausted ? [] : found;
}

interface Followed {
  readonly installed: Installed;
  readonly version: WrittenText | undefined;
  readonly line: number;
  /** Whether it is a patch of an object defined elsewhere. */
  readonly isPart?: boolean;
  /** The other file with the version, as reports name it. */
  readonly file?: string | undefined;
}

/** A chart with all parts of its identity. */
interface Chart {
  readonly name: string;
  readonly repository: string | undefined;
  readonly version: WrittenText | undefined;
  readonly isPart?: boolean;
  readonly file?: string | undefined;
}

/** An object that defines a source, possibly merged from parts. */
interface FoundSource extends SourceFact {
  /** Its file, as reports name it. */
  readonly file: string;
  readonly isPart?: boolean;
}

type ChartUse = Extract<PartialInstallation, { readonly via: 'chart' }>;
type RepositoryUse = Extract<PartialInstallation, { readonly via: 'repository' }>;

class Linker {
  readonly #sources = new Map<string, FoundSource[]>();
  readonly #releases = new Map<string, ChartUse[]>();
  readonly #installers: Installers;
  #steps = 0;

  constructor(files: readonly InstallFile[], installers: Installers) {
    this.#installers = installers;
    for (const { file, facts } of files) {
      for (const source of facts.sources) push(this.#sources, `${source.kind}/${source.name}`, { ...source, file });
      for (const use of facts.uses) {
        if (use.via === 'chart' && use.release !== undefined && isComplete(use)) push(this.#releases, use.release, use);
      }
    }
  }

  /** Whether the limit was exceeded: then nothing is certain. */
  get isExhausted(): boolean {
    return this.#steps > maxSteps;
  }

  /** Whether it sets the version of an unknown object: a patch applies to its target, whatever its own name. */
  isUnboundPatch(use: PartialInstallation): boolean {
    if (use.via !== 'chart' || isComplete(use)) return use.via === 'patch';
    return use.release === undefined || !this.#releases.has(use.release);
  }

  /** Whether a patch sets the version of an unknown source. */
  get hasUnboundSource(): boolean {
    return [...this.#sources.values()].some(
      (all) =>
        all.every(({ url, chart }) => url === undefined && chart === undefined) &&
        all.some(({ version }) => version !== undefined),
    );
  }

  follow(use: PartialInstallation): readonly Followed[] {
    if (this.isExhausted) return [];
    switch (use.via) {
      case 'patch':
        return [];
      case 'image':
        return this.#installers.byImage(use.image.text).map((installed) => ({
          installed,
          version: use.image,
          line: use.image.line,
        }));
      case 'object':
        return this.#installers.byObject(use.set, use.version?.text).map((installed) => ({
          installed,
          version: use.version,
          line: use.line,
        }));
      case 'repository':
        return this.#repository(use);
      case 'chart':
        return isComplete(use) ? this.#chart(use) : this.#part(use);
    }
  }

  /** The sets that a use installs in a third-party version. */
  replacements(use: PartialInstallation): readonly { readonly set: string; readonly line: number }[] {
    if (use.via !== 'chart' || use.release === undefined || !isComplete(use) || this.isExhausted) return [];
    const { release, line } = use;
    return this.#charts(use).flatMap(({ name, repository }) =>
      this.#installers.replacing(name, repository, release).map((set) => ({ set, line })),
    );
  }

  /** A part of a release changes the version or values of the charts that the release installs. */
  #part(part: ChartUse): readonly Followed[] {
    const releases = part.release === undefined ? [] : (this.#releases.get(part.release) ?? []);
    this.#steps += releases.length;
    const all = releases.flatMap((release) => this.#chart({ ...release, version: part.version, line: part.line }));
    return all.map((followed) => ({ ...followed, isPart: true }));
  }

  #chart(use: ChartUse): readonly Followed[] {
    const off = new Set(use.off);
    // A chart in a git repository may have any content.
    const git = (use.source === undefined ? [] : this.#find(use.source)).filter(({ kind }) => kind === 'GitRepository');
    const inGit = git.flatMap((foundSource) =>
      this.#repository({ via: 'repository', ...foundSource, source: undefined, path: undefined, line: use.line }),
    );
    const charts = this.#charts(use).flatMap(({ name, repository, version, isPart = false, file }) =>
      this.#installers.byChart(name, repository, version?.text, off).map((installed) => ({
        installed,
        version,
        line: use.line,
        isPart,
        file,
      })),
    );
    return [...inGit, ...charts];
  }

  #charts({ chart, repository, source, version }: ChartUse): readonly Chart[] {
    if (source === undefined) return chart === undefined ? [] : [{ name: chart, repository, version }];
    const sources = this.#find(source);
    if (sources.length === 0) return chart === undefined ? [] : [{ name: chart, repository: undefined, version }];
    return sources.flatMap((foundSource): readonly Chart[] => {
      if (foundSource.kind === 'OCIRepository') return ociChart(foundSource);
      if (foundSource.kind === 'HelmChart') return this.#chartObject(foundSource);
      // A chart in a git repository has a path there as its name, and unknown content.
      if (chart === undefined || foundSource.kind === 'GitRepository') return [];
      return [{ name: chart, repository: foundSource.url, version }];
    });
  }

  #chartObject({ chart, source, version, file }: FoundSource): readonly Chart[] {
    if (chart === undefined) return [];
    const found = source === undefined ? [] : this.#find(source).filter(({ kind }) => kind === 'HelmRepository');
    return (found.length === 0 ? [undefined] : found).map((foundSource) => ({
      name: chart,
      repository: foundSource?.url,
      version,
      file,
    }));
  }

  #repository({ url, source, path, version, line }: RepositoryUse): readonly Followed[] {
    const found: readonly Partial<FoundSource>[] = source === undefined ? [{ url, version }] : this.#find(source);
    return found.flatMap((item) => {
      const name = item.url === undefined ? undefined : gitHubRepository(item.url);
      if (name === undefined) return [];
      return this.#installers.byRepository(name, path, item.version?.text).map((installed) => ({
        installed,
        version: item.version,
        line,
        isPart: item.isPart === true,
        file: item.file,
      }));
    });
  }

  /** The objects of a name, if possible only those in the same namespace: a kustomization may set it. */
  #find({ kind, name, namespace }: SourceReference): readonly FoundSource[] {
    const all = completed(this.#sources.get(`${kind}/${name}`) ?? []);
    this.#steps += all.length;
    if (this.isExhausted) return [];
    const same = all.filter((foundSource) => namespace !== undefined && foundSource.namespace === namespace);
    return same.length > 0 ? same : all;
  }
}

/** Adds a source for each version that a patch sets. */
function completed(all: readonly FoundSource[]): readonly FoundSource[] {
  if (all.every(({ kind, url }) => kind === 'HelmChart' || url !== undefined)) return all;
  const complete = all.filter(({ url }) => url !== undefined);
  const parts = all.filter(({ url, version }) => url === undefined && version !== undefined);
  const patched = parts
    .slice(0, maxParts)
    .flatMap(({ version, file }) =>
      complete.slice(0, maxParts).map((whole): FoundSource => ({ ...whole, version, file, isPart: true })),
    );
  return [...complete, ...patched];
}

/** The maximum number of sources and of patches that are combined. */
const maxParts = 100;

/** Whether a use of a chart identifies the chart. */
function isComplete({ chart, source }: ChartUse): boolean {
  return chart !== undefined || source !== undefined;
}

/** The chart in an OCIRepository: the last part of the URL is its name. */
function ociChart({ url = '', version, isPart = false, file }: FoundSource): readonly Chart[] {
  const at = url.replace(/\/+$/, '').lastIndexOf('/');
  const name = url.slice(at + 1).replace(/\/+$/, '');
  return at < 0 || name === '' ? [] : [{ name, repository: url.slice(0, at), version, isPart, file }];
}

function push<Value>(all: Map<string, Value[]>, key: string, value: Value): void {
  const known = all.get(key);
  if (known === undefined) all.set(key, [value]);
  else known.push(value);
}
