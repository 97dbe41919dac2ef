import { dirname, join, relative, resolve, sep } from 'node:path';
import { built, resourcesOf } from '../../kustomize/assemble.ts';
import type { Assembled } from '../../kustomize/assembled.ts';
import { appliedChanges } from '../../kustomize/changes.ts';
import {
  type BuildOfFile,
  type KustomizeContext,
  noKustomization,
  type PartContext,
} from '../../kustomize/fileContext.ts';
import type { Substitution } from '../../kustomize/filledResource.ts';
import type { NamedFile } from '../../kustomize/namedFiles.ts';
import { type Applier, isPatching } from '../../kustomize/substitutions.ts';
import type { WaitingObject } from '../../kustomize/waits.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { remembered } from '../../text/remembered.ts';
import { isOutOfReach } from '../disk/confinement.ts';
import { inFolder } from '../disk/inFolder.ts';
import { statOf } from '../disk/trackedFs.ts';
import { Appliers } from './appliers.ts';
import { Assembler } from './assembler.ts';
import { BuildGraph } from './buildGraph.ts';
import { FilledFiles } from './filledFiles.ts';
import { KustomizationCycles } from './kustomizationCycles.ts';
import { isKustomization, kustomizationNames } from './kustomizationNames.ts';
import { PluginFiles } from './pluginFiles.ts';
import { type Kustomization, readKustomization } from './readKustomization.ts';
import { Repositories } from './repositories.ts';

/** Maximum nesting depth of kustomizations. */
const deepest = 16;

/**
 * What the kustomizations of a workspace say of its files. Kustomize takes no patch from outside a kustomization's own
 * folder unless it is told to, so that those above a file are looked at first, up to the root of the repository. The
 * others of the repository are looked at when somebody asks. Each is read once.
 */
export class Kustomizations {
  readonly #inFolder = new Map<string, Kustomization | undefined>();
  readonly #buildable = new Map<string, boolean>();
  readonly #patching = new Map<string, readonly Kustomization[]>();
  readonly #upwards = new Map<string, readonly Kustomization[]>();
  readonly #assembler = new Assembler((folder) => this.of(folder));
  readonly #plugins = new PluginFiles(
    (folder) => this.of(folder),
    (path) => this.#assembler.documentsAt(path),
  );
  readonly #circles = new KustomizationCycles((folder) => this.of(folder));
  readonly #appliers: Appliers;
  readonly #filled: FilledFiles;
  readonly #graph: BuildGraph;
  readonly #bare: ReadonlySet<string>;
  /** The repositories that they are in. */
  readonly repositories: Repositories;

  /**
   * @param searched folders that stand for a repository where there is none, absolute; the outermost first.
   * @param bare folders of which a search has shown that they have no kustomization and are no repository's root.
   */
  constructor(searched: readonly string[] = [], bare: ReadonlySet<string> = new Set()) {
    this.#bare = bare;
    const repositories = new Repositories(searched);
    this.repositories = repositories;
    this.#graph = new BuildGraph(repositories, (folder) => this.of(folder));
    this.#appliers = new Appliers(repositories, (folder) => this.of(folder) !== undefined);
    this.#filled = new FilledFiles(repositories, this.#appliers, (folder) =>
      this.tree(folder).flatMap((item) => this.of(item)?.files ?? []),
    );
  }

  /** What they say of a file. @param path absolute. */
  contextOf(path: string): KustomizeContext {
    return {
      ...this.#said(path),
      fillsVariables: (names) => this.#filled.has(path, names),
      fillings: () => this.#fillingsOf(path),
      waiting: () => this.#waitingAround(path),
      builds: () => this.#buildsOf(path),
      writtenBuilds: () => this.#writtenBy(path),
      elsewhere: () => this.#elsewhere(path),
    };
  }

  #said(path: string): KustomizeContext {
    if (isKustomization(path)) {
      const folder = dirname(path);
      return {
        ...noKustomization,
        buildable: this.#canBuild(folder, 0),
        isBuiltUpon: () => this.#graph.usersOf(folder).length > 0 || this.#appliers.of(folder).some(patches),
        absentFiles: this.#absentFrom(folder),
        circles: () => this.#circles.closingAt(folder),
        runsPlugins: (named) => this.#plugins.areForeign(folder, named),
        assembled: () => this.#assembler.of(folder),
        patched: () => this.#patchedIn(folder),
      };
    }
    const above = this.#above(dirname(path));
    const setsNamespace = this.#setsNamespace(path);
    if (above.length === 0) return setsNamespace ? { ...noKustomization, setsNamespace } : noKustomization;
    for (const { folder, parts } of above) {
      const part = parts.get(path);
      if (part === undefined) continue;
      return { ...noKustomization, setsNamespace, ...this.#asPart(folder, part, [folder]) };
    }
    const webhooks = above.flatMap((kustomization) => (kustomization.named.has(path) ? kustomization.webhooks() : []));
    return webhooks.length === 0 && !setsNamespace ? noKustomization : { ...noKustomization, setsNamespace, webhooks };
  }

  /** What the kustomization of a folder says of a file that it and others name as a part of themselves. */
  #asPart(folder: string, part: NamedFile, folders: readonly string[]): PartContext {
    return {
      patch: part.patch ? { target: part.target } : undefined,
      entry: entryOf(part),
      assembled: () => this.#assembler.of(folder),
      patched: () => folders.flatMap((item) => this.#patchedIn(item)),
    };
  }

  /** What kustomizations that do not lie above a file say of it as a patch, where none takes it as a resource. */
  #elsewhere(path: string): PartContext | undefined {
    if (isKustomization(path) || this.#above(dirname(path)).some(({ parts }) => parts.has(path))) return undefined;
    const folders = this.#graph.patchersOf(path);
    const named = folders.flatMap((folder) => {
      const part = this.of(folder)?.parts.get(path);
      return part?.patch === true ? [{ folder, part }] : [];
    });
    const first = named.find(({ part }) => part.target?.kind !== undefined) ?? named[0];
    if (first === undefined || this.#graph.usersOf(path).length > 0) return undefined;
    return this.#asPart(first.folder, first.part, folders);
  }

  /** The folder of the nearest kustomization that names a file as a part of itself. */
  #partOf(path: string): string | undefined {
    if (isKustomization(path)) return dirname(path);
    const above = this.#above(dirname(path)).find(({ parts }) => parts.has(path))?.folder;
    return above ?? (this.#elsewhere(path) && this.#graph.patchersOf(path)[0]);
  }

  #waitingAround(path: string): readonly WaitingObject[] {
    const all = this.#appliers.around(path);
    return all.some(({ file }) => file === path) ? all.map(({ name, dependsOn }) => ({ name, dependsOn })) : [];
  }

  /** Who fills variables into a file or a folder, where all who apply it do. */
  readonly #fillingsOf = remembered((path: string): readonly Substitution[] => {
    // Who builds on a file is costly to find out, and of no interest where nobody fills anything in.
    if (!this.#appliers.around(path).some(({ substitutes }) => substitutes)) return [];
    const appliers = new Set([path, ...this.#graph.usersOf(path)].flatMap((user) => this.#appliers.of(user)));
    if ([...appliers].some(({ substitutes }) => !substitutes)) return [];
    return [...appliers].map((applier) => this.#appliers.fillingBy(applier));
  });

  /** What the kustomizations that no other one builds on make of a file, and who applies it. */
  readonly #buildsOf = remembered((path: string): readonly BuildOfFile[] => {
    const roots = this.#graph.rootsOf(path) ?? [];
    if (roots.length === 0) {
      const name = this.#nameOf(dirname(path));
      return this.#applied(path, { name, resources: this.#assembler.fileAt(path) }).filter(
        (buildOfFile) => buildOfFile.name !== name,
      );
    }
    return roots.flatMap((folder) => {
      const assembled = this.#assembler.of(folder);
      const resources = assembled && this.#built(assembled).filter(({ from }) => from === path);
      return this.#applied(folder, { name: this.#nameOf(folder), resources });
    });
  });

  readonly #built = remembered(built);

  /**
   * What builds make of the resources into which a kustomization, or a file with its replacements, writes values.
   *
   * @param path of that file.
   */
  #writtenBy(path: string): readonly BuildOfFile[] {
    return (this.decidersOf(path) ?? []).flatMap((folder) => {
      const assembled = this.#assembler.of(folder);
      const all = assembled === undefined ? [] : this.#built(assembled);
      const resources = all.filter(({ fills }) => fills.some(({ by }) => by?.file === path));
      return resources.length === 0 ? [] : this.#applied(folder, { name: this.#nameOf(folder), resources });
    });
  }

  /** What becomes of a build, or of a file that nobody builds upon, with what those who apply it change. */
  #applied(path: string, build: BuildOfFile): readonly BuildOfFile[] {
    const appliers = this.#appliers.of(path);
    if (appliers.length === 0) return [this.#appliedAsOthers(path, build)];
    const changed = appliers.filter(patches);
    const builds = changed.map((applier): BuildOfFile => {
      const changes = appliedChanges(applier);
      const resources = build.resources?.map((resource) => ({
        ...resource,
        changes: [...resource.changes, ...changes(resource)],
      }));
      return { name: `${build.name} (applied by the Kustomization ${applier.name} of Flux)`, resources };
    });
    return changed.length > 0 && changed.length === appliers.length ? builds : [build, ...builds];
  }

  /**
   * What is to be said of what a kustomization builds: it is filled in and applied as the kustomization is.
   *
   * @param path the file of the kustomization.
   * @param text what was built.
   */
  contextOfBuild(path: string, text: string): KustomizeContext {
    const folder = dirname(path);
    const builds = () => {
      const name = this.#nameOf(folder);
      const build = { name, resources: resourcesOf(readManifest(text), path).resources };
      return this.#applied(folder, build).filter((buildOfFile) => buildOfFile.name !== name);
    };
    const fillings = () => this.#fillingsOf(folder);
    const fillsVariables = (names: readonly string[]) => this.#filled.has(path, names);
    return { ...noKustomization, fillsVariables, fillings, builds };
  }

  /**
   * The folders of the kustomizations that no other one builds on, and that build a file into something: its resources,
   * its patches, or what it says as a kustomization. Empty where none does, undefined where there are too many.
   */
  decidersOf(path: string): readonly string[] | undefined {
    const folder = this.#partOf(path);
    if (folder === undefined) return this.#graph.rootsOf(path);
    const roots = this.#graph.rootsOf(folder);
    return roots?.length === 0 && this.of(folder)?.isComponent === false ? [folder] : roots;
  }

  /**
   * A build that nobody applies yet, in a repository whose other folders Flux applies: it would be applied as one of them,
   * so that what any of these changes of all objects of a kind may be changed.
   */
  #appliedAsOthers(path: string, build: BuildOfFile): BuildOfFile {
    const changed = this.#appliers.around(path).filter(patches);
    if (changed.length === 0) return build;
    // Components are put onto the folder that is named with them.
    const all = changed.map((foundApplier) => appliedChanges({ ...foundApplier, components: [] }));
    const resources = build.resources?.map((resource) => ({
      ...resource,
      changes: [...resource.changes, ...all.flatMap((changes) => changes(resource))],
    }));
    return { name: `${build.name} (applied as others are by Kustomizations of Flux)`, resources };
  }

  /** What the patches of the kustomization of a folder are put into. */
  #patchedIn(folder: string): readonly Assembled[] {
    return this.#patchedBy(folder).flatMap((item) => this.#assembler.of(item) ?? []);
  }

  /** The folder itself, or those of the kustomizations that are built with its component. */
  #patchedBy(folder: string): readonly string[] {
    return this.of(folder)?.isComponent === true ? (this.#graph.rootsOf(folder) ?? []) : [folder];
  }

  /** How people call a kustomization. */
  #nameOf(folder: string): string {
    return relative(this.#graph.repositoryOf(folder), folder).split(sep).join('/') || 'the kustomization at the root';
  }

  /**
   * The files that what is made of a file depends on, besides itself, in the order of the builds; empty where nobody builds
   * upon it.
   */
  builtFrom(path: string): readonly string[] {
    if (isKustomization(path)) return [];
    const roots = this.#graph.rootsOf(path) ?? [];
    const appliers = (roots.length === 0 ? [path] : roots).flatMap((item) => {
      const own = this.#appliers.of(item);
      return own.length === 0 ? this.#appliers.around(item).filter(patches) : own;
    });
    return [...new Set([...roots.flatMap((folder) => this.#filesOf(folder)), ...appliers.map(({ file }) => file)])];
  }

  /** Whether a kustomization that names a file, in its folder or above, sets the namespace, or may be built into one that does. */
  #setsNamespace(path: string): boolean {
    const naming = this.#upward(dirname(path)).find(({ named }) => named.has(path));
    return naming !== undefined && (naming.isComponent || naming.setsNamespace);
  }

  /** What the kustomization of a folder names and is not there, as it names it. */
  #absentFrom(folder: string): readonly string[] {
    const { local = [], files = [] } = this.of(folder) ?? {};
    // What may not be looked at may well be there.
    return local.filter((path, index) => {
      const at = files[index] ?? resolve(folder, path);
      return !isOutOfReach(at) && statOf(at) === undefined;
    });
  }

  /**
   * The files and folders that what is put together for a file depends on, in the order in which they are named; empty where
   * nothing is put together for it. What is named and not there is among them.
   */
  assembledFrom(path: string): readonly string[] {
    const folder = this.#partOf(path);
    if (folder === undefined) return [];
    return [...new Set([folder, ...this.#patchedBy(folder)].flatMap((item) => this.#filesOf(item)))];
  }

  #filesOf(folder: string): readonly string[] {
    const tree = this.tree(folder);
    return [
      ...new Set(
        tree.flatMap((item) => [
          ...kustomizationNames.map((name) => join(item, name)),
          ...(this.of(item)?.files ?? []),
        ]),
      ),
    ];
  }

  /** Whether something that was said depends on what stands in a file, other than a kustomization. */
  goesBy(path: string): boolean {
    return this.#assembler.hasRead(path) || this.#appliers.has(path);
  }

  /** The kustomizations with patches and replacements that can name files of a folder, the nearest first. */
  #above(folder: string): readonly Kustomization[] {
    let known = this.#patching.get(folder);
    if (known === undefined) {
      known = this.#upward(folder).filter(({ hasPatches, parts }) => hasPatches || parts.size > 0);
      this.#patching.set(folder, known);
    }
    return known;
  }

  /** The kustomizations of a folder and of those above it in its repository, the nearest first. */
  #upward(folder: string): readonly Kustomization[] {
    const known = this.#upwards.get(folder);
    if (known !== undefined) return known;
    const kustomization = this.of(folder);
    const parent = dirname(folder);
    const isLast = parent === folder || (!this.#bare.has(folder) && statOf(inFolder(folder, '.git')) !== undefined);
    const above = isLast ? [] : this.#upward(parent);
    const all = kustomization === undefined ? above : [kustomization, ...above];
    this.#upwards.set(folder, all);
    return all;
  }

  /** The kustomization of a folder, if it has one. */
  of(folder: string): Kustomization | undefined {
    if (this.#bare.has(folder)) return undefined;
    if (!this.#inFolder.has(folder)) this.#inFolder.set(folder, readKustomization(folder));
    return this.#inFolder.get(folder);
  }

  /** Whether all that the kustomization of a folder needs is there, as far as it is local. */
  #canBuild(folder: string, depth: number): boolean {
    const known = this.#buildable.get(folder);
    if (known !== undefined) return known;
    const kustomization = depth < deepest ? this.of(folder) : undefined;
    // Guards against cycles: nothing builds on a kustomization while it is being visited.
    this.#buildable.set(folder, false);
    const can = kustomization?.files.every((file) => this.#isThere(file, depth)) ?? false;
    this.#buildable.set(folder, can);
    return can;
  }

  /**
   * The folders that building the kustomization of a folder reads kustomizations in, itself first; undefined where
   * something is missing or would have to be fetched.
   */
  localTree(folder: string): readonly string[] | undefined {
    if (!this.#canBuild(folder, 0)) return undefined;
    const tree = this.tree(folder);
    return tree.some((candidate) => this.of(candidate)?.fetched.length !== 0) ? undefined : tree;
  }

  /** The folders that the kustomization of a folder builds on, as far as they are there, itself first. */
  tree(folder: string): readonly string[] {
    const tree = new Set([folder]);
    for (const item of tree) {
      for (const file of this.of(item)?.files ?? []) if (statOf(file)?.isDirectory() === true) tree.add(file);
    }
    return [...tree];
  }

  #isThere(path: string, depth: number): boolean {
    const found = statOf(path);
    if (found === undefined) return false;
    return found.isDirectory() ? this.#canBuild(path, depth + 1) : true;
  }
}

/** The entry that names a file: `patches[0]` of `patches[0].path`. */
function entryOf({ at }: NamedFile): string {
  return formatPath(at).replace(/\.path$/, '');
}

/** Whether an object changes what it applies, by what it holds of a kustomization. */
function patches({ kustomization }: Applier): boolean {
  return kustomization !== undefined && isPatching(kustomization);
}
