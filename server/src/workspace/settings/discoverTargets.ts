import { dirname, sep } from 'node:path';
import type { Catalog } from '../../catalog/catalog.ts';
import { resolve } from '../../catalog/resolve.ts';
import type { EffectiveVersions } from '../../catalog/surface.ts';
import { clusterTarget, type SourceProblem } from '../../sources/clusterTarget.ts';
import type { NeighbouringFiles } from '../../sources/declared/neighbouringFiles.ts';
import { isTerraformFile } from '../../sources/declared/terraform/folder.ts';
import { unreadTerraform } from '../../sources/declared/terraform/unread.ts';
import type { SourceFile } from '../../sources/declared/value.ts';
import { apiServerOf, describeClusters, supporterOf } from '../../sources/describeClusters.ts';
import type { DescribedCluster } from '../../sources/description.ts';
import { readSource } from '../../sources/fileTarget.ts';
import { spanOfProblem } from '../../sources/locateProblem.ts';
import { type SupportWindow, supportWindow } from '../../targets/supportWindow.ts';
import { LineIndex, type Position } from '../../text/lineIndex.ts';
import { confinement } from '../disk/confinement.ts';
import { discover } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { fileSurroundings } from './fileSurroundings.ts';

/** A cluster that a file of the workspace describes. */
export interface FoundTarget {
  /** Its target expression: `from=clusters/edge/kube-apiserver.yaml`. */
  readonly expression: string;
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  /** 0-based place of the API server's version, or of the description's beginning. */
  readonly position: Position;
  readonly format: string;
  readonly name: string | undefined;
  /**
   * Whose cluster the name is of: the provider that runs it, by the names in `support-windows.json`, or else the format;
   * undefined if the name may be of several clusters.
   */
  readonly namedBy: string | undefined;
  /** The resolved versions; undefined if the file is incomplete, or the server would not start. */
  readonly versions: EffectiveVersions | undefined;
  /** Why there are no versions. */
  readonly problems: readonly string[];
  /** Its flags without effect on results. */
  readonly ignored: readonly string[];
  /** Until when its provider, or the Kubernetes project, supports its version; undefined without a known window. */
  readonly support?: SupportWindow;
}

/** File names of possible cluster descriptions: manifests, systemd units, and infrastructure languages. */
export const describingFileNames =
  /\.(?:ya?ml|json|service|tf|tofu|tfvars|bicep|bicepparam)$|(?:^|\/)terragrunt\.hcl$/i;

/** A file of Terraform that may describe clusters, and that cannot be read, or only in part. */
export interface UnreadDescription {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  /** 0-based; undefined if it is the whole file. */
  readonly position: Position | undefined;
  readonly message: string;
  readonly remedy: string;
}

/** The result of a search. */
export interface DiscoveredTargets {
  readonly found: readonly FoundTarget[];
  /** The files that may hide clusters. */
  readonly unread: readonly UnreadDescription[];
}

/**
 * Every described API server below folders, in file order. Other unreadable files describe nothing. As no setting names these
 * files, values from outside of the workspace are unknown.
 */
export function discoverTargets(folders: readonly string[], cwd: string, catalog: Catalog): DiscoveredTargets {
  const surroundings = fileSurroundings(confinement()?.folders);
  const found: FoundTarget[] = [];
  const unread: UnreadDescription[] = [];
  for (const { path, file } of discover(folders, cwd, describingFileNames).files) {
    const content = readText(path);
    if (!content.ok) {
      const { message, remedy } = content;
      if (isTerraformFile(file)) unread.push({ file, position: undefined, message, remedy });
      continue;
    }
    const described = { path: path.replaceAll(sep, '/'), text: content.text };
    found.push(...targetsIn(described, file, catalog, surroundings));
    const hidden = unreadTerraform(described, surroundings);
    if (hidden === undefined) continue;
    const { message, remedy, at } = hidden;
    const position = at === undefined ? undefined : new LineIndex(content.text).position(at);
    unread.push({ file, position, message, remedy });
  }
  return { found, unread };
}

/**
 * Descriptions that may be of one cluster but name different binaries: of the same folder and name, by one provider or format. Pairs of
 * the first description and the differing one. Folders represent environments, which may share names.
 */
export function disagreements(found: readonly FoundTarget[]): readonly (readonly [FoundTarget, FoundTarget])[] {
  const first = new Map<string, FoundTarget>();
  return found.flatMap((target): readonly (readonly [FoundTarget, FoundTarget])[] => {
    const { name, namedBy, file, versions } = target;
    if (name === undefined || namedBy === undefined || versions === undefined) return [];
    const key = JSON.stringify([namedBy, name, dirname(file)]);
    const known = first.get(key);
    if (known === undefined) first.set(key, target);
    return known?.versions === undefined || known.file === file || known.versions.binary === versions.binary
      ? []
      : [[known, target]];
  });
}

function targetsIn(
  { path, text }: SourceFile,
  file: string,
  catalog: Catalog,
  surroundings: NeighbouringFiles,
): readonly FoundTarget[] {
  const described = describeClusters(readSource(text, path), path, surroundings);
  const clusters = described.filter((describedCluster) => apiServerOf(describedCluster) !== undefined);
  if (clusters.length === 0) return [];
  const lines = new LineIndex(text);
  return clusters.map((cluster, index) => {
    const behind = clusters.length === 1 ? '' : `#${uniqueName(clusters, index)}`;
    return found(cluster, `from=${file}${behind}`, file, lines, catalog);
  });
}

function found(
  cluster: DescribedCluster,
  expression: string,
  file: string,
  lines: LineIndex,
  catalog: Catalog,
): FoundTarget {
  const { format, name, provider, hasOwnName } = cluster;
  const server = apiServerOf(cluster);
  const position = lines.position((server?.version ?? server ?? cluster).span.start);
  const namedBy = provider ?? (hasOwnName === true ? format : undefined);
  const described = { expression, file, position, format, name, namedBy };
  const withLine = ({ span, message }: SourceProblem) => `line ${lines.position(span.start).line + 1}: ${message}`;
  const target = clusterTarget(cluster);
  if (!target.ok) return { ...described, versions: undefined, problems: target.problems.map(withLine), ignored: [] };
  const { ignored } = target;
  const resolved = resolve(expression, target.target, catalog);
  if (resolved.ok) {
    const { versions } = resolved.surface;
    const supporter = supporterOf(cluster);
    const support = supporter === undefined ? undefined : supportWindow(versions.binary, supporter);
    return { ...described, versions, problems: [], ignored, ...(support === undefined ? {} : { support }) };
  }
  const problems = resolved.problems.map((problem) =>
    withLine({ ...spanOfProblem(target.server, problem), message: problem.message, remedy: problem.allowed }),
  );
  return { ...described, versions: undefined, problems, ignored };
}

/** The cluster's own name if it is unique, otherwise its number. */
function uniqueName(clusters: readonly DescribedCluster[], index: number): string {
  const name = clusters[index]?.name;
  const unique = name !== undefined && clusters.filter((cluster) => cluster.name === name).length === 1;
  return unique && !/^\d+$/.test(name) ? name : String(index + 1);
}
