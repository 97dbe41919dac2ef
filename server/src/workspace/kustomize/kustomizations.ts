import { dirname, relative, sep } from 'node:path';
import { finalResources, resourcesOf } from '../../kustomize/assemble.ts';
import type { Assembled, AssembledResource } from '../../kustomize/assembled.ts';
import { mayChange } from '../../kustomize/changedFields.ts';
import { appliedChanges, withChanges } from '../../kustomize/changes.ts';
import {
  type BuildOfFile,
  type KustomizeContext,
  noKustomization,
  type PartContext,
} from '../../kustomize/fileContext.ts';
import type { Substitution } from '../../kustomize/filledResource.ts';
import { entryOf, type NamedFile } from '../../kustomize/namedFiles.ts';
import { type Applier, applierAction, isChanging } from '../../kustomize/substitutions.ts';
import type { WaitingObject } from '../../kustomize/waits.ts';
import type { Node } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { isEqual } from '../../text/isEqual.ts';
import { memoizeWeakly } from '../../text/memoize.ts';
import { readText } from '../disk/readFile.ts';
import { derived } from '../ground/derived.ts';
import { keptTrees } from '../ground/keptAnswers.ts';
import { Appliers, type FactsOfSearch } from './appliers.ts';
import { Assembler, treesOf } from './assembler.ts';
import { BuildGraph } from './buildGraph.ts';
import { FilledFiles } from './filledFiles.ts';
import { FoundKustomizations } from './foundKustomizations.ts';
import type { ReadText } from './handWritten.ts';
import type { Kustomization } from './kustomization.ts';
import { isKustomization } from './kustomizationNames.ts';
import { PluginFiles } from './pluginFiles.ts';
import { Refusals } from './refusals.ts';
import { Repositories } from './repositories.ts';
import { isUnusedPatch, unusedPatch } from './unusedPatches.ts';

/**
 * What the kustomizations of a workspace say about its files. Kustomize refuses patches from outside a kustomization's
 * folder by default, so those above a file are read first, up to the root of the repository; the others on demand. Each
 * is read once.
 */
export class Kustomizations {
  readonly #found: FoundKustomizations;
  readonly #assembler: Assembler;
  readonly #plugins = new PluginFiles(
    (folder) => this.of(folder),
    (path) => this.#assembler.documentsAt(path),
  );
  readonly #refusals: Refusals;
  readonly #appliers: Appliers;
  readonly #filled: FilledFiles;
  readonly #graph: BuildGraph;
  /** The repositories that they are in. */
  readonly repositories: Repositories;
  /** The same with other texts of some files. */
  readonly withTexts: (texts: ReadonlyMap<string, string>) => Kustomizations;

  /**
   * @param searched absolute folders that replace a missing repository root, the outermost first.
   * @param bare folders that a search found without a kustomization or repository root.
   * @param read the texts of files, by default those on disk.
   * @param facts what a search found in files with these texts.
   */
  constructor(
    searched: () => readonly string[] = () => [],
    bare: ReadonlySet<string> = new Set(),
    read: ReadText = readText,
    facts: FactsOfSearch = new Map(),
  ) {
    this.withTexts = (texts) => {
      const withText: ReadText = (path) => {
        const text = texts.get(path);
        return text === undefined ? read(path) : { ok: true, text };
      };
      return new Kustomizations(searched, bare, withText, new Map([...facts].filter(([path]) => !texts.has(path))));
    };
    this.#found = new FoundKustomizations(bare, read);
    this.#assembler = new Assembler((folder) => this.of(folder), read);
    this.#refusals = new Refusals(this.#found, (path) => this.#assembler.textAt(path));
    const repositories = new Repositories(searched);
    this.repositories = repositories;
    this.#graph = new BuildGraph(
      repositories,
      (folder) => this.of(folder),
      (folder) => this.#found.above(folder),
    );
    this.#appliers = new Appliers(
      repositories,
      (folder) => this.of(folder) !== undefined,
      (file, name) =>
        this.#buildsOf(file).some(
          ({ resources }) =>
            resources?.some((resource) => resource.names[0] === name && mayChange(resource, ['data'])) !== false,
        ),
      read,
      facts,
    );
    const builtFrom = (folder: string) => this.tree(folder).flatMap((item) => this.of(item)?.files ?? []);
    this.#filled = new FilledFiles(repositories, this.#appliers, builtFrom, read);
  }

  /** The context of a file from kustomizations. @param path absolute. */
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
        buildable: this.#found.canBuild(folder),
        isBuiltUpon: () => this.#graph.usersOf(folder).length > 0 || this.#appliers.of(folder).some(isChanging),
        absentFiles: this.#found.absentFrom(folder),
        bareFolders: this.#found.bareIn(folder),
        isRefused: () => this.#areRefused([folder]),
        circles: () => this.#refusals.closingAt(folder),
        runsPlugins: (named) => this.#plugins.areForeign(folder, named),
        assembled: () => this.#assembler.of(folder),
        patched: () => this.#patchedIn(folder),
      };
    }
    const above = this.#found.patchingAbove(dirname(path));
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

  /** The context of a file that the kustomization of a folder and others name as a part. */
  #asPart(folder: string, part: NamedFile, folders: readonly string[]): PartContext {
    return {
      patch: part.patch ? { target: part.target } : undefined,
      entry: entryOf(part),
      assembled: () => this.#assembler.of(folder),
      patched: () => folders.flatMap((item) => this.#patchedIn(item)),
      isRefused: () => this.#areRefused(folders),
    };
  }

  /** Whether Kustomize refuses all kustomizations that build what those of some folders patch. */
  #areRefused(folders: readonly string[]): boolean {
    const builders = folders.flatMap((folder) => this.#patchedBy(folder));
    return builders.length > 0 && builders.every((builder) => this.#refusals.refuses(builder));
  }

  /** The context of a file as a patch of other kustomizations, or of none, if none uses it as a resource. */
  #elsewhere(path: string): PartContext | undefined {
    if (isKustomization(path) || this.#found.patchingAbove(dirname(path)).some(({ parts }) => parts.has(path)))
      return undefined;
    const folders = this.#graph.patchersOf(path);
    const named = folders.flatMap((folder) => {
      const part = this.of(folder)?.parts.get(path);
      return part?.patch === true ? [{ folder, part }] : [];
    });
    const first = named.find(({ part }) => part.target?.kind !== undefined) ?? named[0];
    if (this.#graph.usersOf(path).length > 0) return undefined;
    if (first !== undefined) return this.#asPart(first.folder, first.part, folders);
    const above = this.#found.above(dirname(path));
    const resources = () => this.#assembler.fileAt(path);
    return isUnusedPatch(path, above, resources, (folder) => this.#assembler.of(folder)) ? unusedPatch : undefined;
  }

  /** The folder of the nearest kustomization that names a file as a part of itself. */
  #partOf(path: string): string | undefined {
    if (isKustomization(path)) return dirname(path);
    const above = this.#found.patchingAbove(dirname(path)).find(({ parts }) => parts.has(path))?.folder;
    return above ?? (this.#elsewhere(path) && this.#graph.patchersOf(path)[0]);
  }

  #waitingAround(path: string): readonly WaitingObject[] {
    const all = this.#appliers.around(path);
    return all.some(({ file }) => file === path) ? all.map(({ name, dependsOn }) => ({ name, dependsOn })) : [];
  }

  /** The objects that substitute variables in a file or folder, if all objects that apply it do. */
  readonly #fillingsOf = derived((path: string): readonly Substitution[] => this.#findFillings(path), {
    same: isEqual,
  });

  #findFillings(path: string): readonly Substitution[] {
    // Finding the builds of a file is expensive, and useless without substitution.
    if (!this.#appliers.around(path).some(({ substitutes }) => substitutes)) return [];
    const appliers = new Set([path, ...this.#graph.usersOf(path)].flatMap((user) => this.#appliers.of(user)));
    if ([...appliers].some(({ substitutes }) => !substitutes)) return [];
    return [...appliers].map((applier) => this.#appliers.fillingBy(applier));
  }

  /** The builds of a file by kustomizations that no other one builds on, and the objects that apply it. */
  readonly #buildsOf = derived((path: string): readonly BuildOfFile[] => this.#findBuilds(path), {
    store: keptTrees(treesOfBuilds),
  });

  #findBuilds(path: string): readonly BuildOfFile[] {
    const roots = this.#graph.rootsOf(path) ?? [];
    if (roots.length === 0) {
      // Most files are plain: reading each again to change nothing would keep its tree.
      if (this.#appliers.of(path).length === 0 && !this.#appliers.around(path).some(isChanging)) return [];
      const build = { name: this.nameOf(dirname(path)), resources: this.#assembler.fileAt(path) };
      return this.#applied(path, build).filter(({ name }) => name !== build.name);
    }
    return roots.flatMap((folder) => {
      const resources = this.builtIn(folder)?.filter(({ from }) => from === path);
      const build = { name: this.nameOf(folder), folder, resources };
      return this.#applied(folder, this.#refusals.refuses(folder) ? { ...build, isRefused: true } : build);
    });
  }

  /** The assembler forgets what it assembled. */
  readonly #built = memoizeWeakly(finalResources);

  /**
   * The builds of the resources into which a kustomization, or a file with its replacements, writes values.
   *
   * @param path of that file.
   */
  #writtenBy(path: string): readonly BuildOfFile[] {
    return (this.decidersOf(path) ?? []).flatMap((folder) => {
      if (this.#refusals.refuses(folder)) return [];
      const all = this.builtIn(folder) ?? [];
      const resources = all.filter(({ fills }) => fills.some(({ by }) => by?.file === path));
      return resources.length === 0 ? [] : this.#applied(folder, { name: this.nameOf(folder), resources });
    });
  }

  /** A build, or an unbuilt file, changed by the objects that apply it. */
  #applied(path: string, build: BuildOfFile): readonly BuildOfFile[] {
    const appliers = this.#appliers.of(path);
    if (appliers.length === 0) return [this.#appliedAsOthers(path, build)];
    const changed = appliers.filter(isChanging);
    const builds = changed.map((applier): BuildOfFile => {
      const resources = withChanges(build.resources, appliedChanges(applier));
      return { ...build, name: `${build.name} (${applierAction(applier)})`, resources };
    });
    return changed.length > 0 && changed.length === appliers.length ? builds : [build, ...builds];
  }

  /**
   * The context of a kustomization's output, which is substituted and applied like the kustomization.
   *
   * @param path the file of the kustomization.
   * @param text the output.
   */
  contextOfBuild(path: string, text: string): KustomizeContext {
    const folder = dirname(path);
    const builds = () => {
      const name = this.nameOf(folder);
      const build = { name, resources: resourcesOf(readManifest(text), path).resources };
      return this.#applied(folder, build).filter((buildOfFile) => buildOfFile.name !== name);
    };
    const fillings = () => this.#fillingsOf(folder);
    const fillsVariables = (names: readonly string[]) => this.#filled.has(path, names);
    return { ...noKustomization, fillsVariables, fillings, builds };
  }

  /**
   * The folders of the kustomizations that no other one builds on and that use a file as resources, patches or
   * kustomization. Empty if there are none, undefined if there are too many.
   */
  decidersOf(path: string): readonly string[] | undefined {
    const folder = this.#partOf(path);
    if (folder === undefined) return this.#graph.rootsOf(path);
    const roots = this.#graph.rootsOf(folder);
    return roots?.length === 0 && this.of(folder)?.isComponent === false ? [folder] : roots;
  }

  /**
   * A build that is not applied yet, in a repository whose other folders Flux applies: it would be applied like one of
   * them, so the changes that any of these makes to all objects of a kind are possible.
   */
  #appliedAsOthers(path: string, build: BuildOfFile): BuildOfFile {
    const changed = this.#appliers.around(path).filter(isChanging);
    if (changed.length === 0) return build;
    const all = changed.map((applier) => appliedChanges(withoutComponents(applier)));
    const resources = withChanges(build.resources, (resource) => all.flatMap((changes) => changes(resource)));
    return { ...build, name: `${build.name} (if Flux applies it like other folders)`, resources };
  }

  /** The data of the ConfigMap or Secret of a name in the repository with a root; of several, what they share. */
  valuesHeld(root: string, name: string): ReadonlyMap<string, string | undefined> | undefined {
    return this.#appliers.held(root, name);
  }

  /** The resources that a folder's patches are applied to. */
  #patchedIn(folder: string): readonly Assembled[] {
    return this.#patchedBy(folder).flatMap((item) => this.#assembler.of(item) ?? []);
  }

  /** The folder itself, or those of the kustomizations that use its component. */
  #patchedBy(folder: string): readonly string[] {
    return this.of(folder)?.isComponent === true ? (this.#graph.rootsOf(folder) ?? []) : [folder];
  }

  /** What a folder's kustomization builds, as far as its files show it; undefined for components. */
  builtIn(folder: string): readonly AssembledResource[] | undefined {
    const assembled = this.#assembler.of(folder);
    return assembled && this.#built(assembled);
  }

  /** The name of a kustomization in messages. */
  nameOf(folder: string): string {
    return relative(this.#graph.repositoryOf(folder), folder).split(sep).join('/') || 'the kustomization at the root';
  }

  /** The other files that the builds of a file depend on, in build order; empty if it is not built. */
  builtFrom(path: string): readonly string[] {
    if (isKustomization(path)) return [];
    const roots = this.#graph.rootsOf(path) ?? [];
    const appliers = (roots.length === 0 ? [path] : roots).flatMap((item) => {
      const appliers = this.#appliers.of(item);
      return appliers.length === 0 ? this.#appliers.around(item).filter(isChanging) : appliers;
    });
    return [
      ...new Set([...roots.flatMap((folder) => this.#found.filesOf(folder)), ...appliers.map(({ file }) => file)]),
    ];
  }

  /** Whether a kustomization that names a file, in its folder or above, sets the namespace, or may be built into one that does. */
  #setsNamespace(path: string): boolean {
    const naming = this.#found.above(dirname(path)).find(({ named }) => named.has(path));
    return naming !== undefined && (naming.isComponent || naming.setsNamespace);
  }

  /**
   * The files and folders that the assembly for a file depends on, in the order in which they are referenced, including
   * missing ones; empty if nothing is assembled.
   */
  assembledFrom(path: string): readonly string[] {
    const folder = this.#partOf(path);
    if (folder === undefined) return [];
    return [...new Set([folder, ...this.#patchedBy(folder)].flatMap((item) => this.#found.filesOf(item)))];
  }

  /** The kustomization of a folder, if it has one. */
  of(folder: string): Kustomization | undefined {
    return this.#found.of(folder);
  }

  /** The folders of all kustomizations in a folder's build, as {@link FoundKustomizations.localTree} has them. */
  localTree(folder: string): readonly string[] | undefined {
    return this.#found.localTree(folder);
  }

  /** The existing folders that a folder's kustomization builds on, itself first. */
  tree(folder: string): readonly string[] {
    return this.#found.tree(folder);
  }
}

/** Components are put onto the folder that is named with them. */
const withoutComponents = memoizeWeakly((applier: Applier): Applier => ({ ...applier, components: [] }));

function treesOfBuilds(builds: readonly BuildOfFile[]): readonly Node[] {
  return builds.flatMap(({ resources = [] }) => treesOf({ resources }));
}
