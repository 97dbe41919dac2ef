import type { Manifest } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { templateKind } from '../manifest/read/template.ts';
import type { Minor } from '../targets/version.ts';
import { nearest } from '../text/nearest.ts';
import { findAdmissionFile } from './admissionFile.ts';
import { type ClusterTarget, clusterTarget } from './clusterTarget.ts';
import { isBicepFile } from './declared/bicepModule.ts';
import { type NeighbouringFiles, noNeighbouringFiles } from './declared/neighbouringFiles.ts';
import { type UnreadModule, unreadModules } from './declared/terraform/describeTerraform.ts';
import { ignoredReason, isTerraformFile, parseTerraform } from './declared/terraform/folder.ts';
import { isTerragruntFile } from './declared/terraform/terragrunt/describeTerragrunt.ts';
import { apiServerOf, describeNamedFile } from './describeClusters.ts';
import type { DescribedCluster } from './description.ts';

/** A target from a file, with the description of its cluster. */
export type FileTarget = ClusterTarget & { readonly cluster?: DescribedCluster };

/**
 * A reference to a cluster in a file: `clusters/all.yaml#edge`, with the part after `#` only if the file describes
 * several.
 */
export interface FileReference {
  readonly file: string;
  readonly cluster: string | undefined;
}

/** Parses `FILE` or `FILE#CLUSTER`. */
export function parseFileReference(written: string): FileReference {
  const hash = written.lastIndexOf('#');
  if (hash <= 0) return { file: written, cluster: undefined };
  return { file: written.slice(0, hash), cluster: written.slice(hash + 1) };
}

/**
 * The target that the text of a file describes.
 *
 * @param name the name of the cluster, or its number from 1 on, if there are several.
 * @param binary the version of the binary if the file has none.
 * @param surroundings the neighbouring files, for formats that span several files.
 */
export function fileTarget(
  text: string,
  path: string,
  name: string | undefined,
  binary?: Minor,
  surroundings?: NeighbouringFiles,
): FileTarget {
  const manifest = readSource(text, path);
  const clusters = describeNamedFile(manifest, path, surroundings).filter(
    (cluster) => apiServerOf(cluster) !== undefined,
  );
  const [first, ...others] = clusters;
  if (first === undefined) return problem(...nothingFound(manifest, path, surroundings));
  const numbered = name === undefined ? undefined : clusters[Number(name) - 1];
  const chosen = name === undefined ? first : (clusters.find((cluster) => cluster.name === name) ?? numbered);
  const names = clusters.map((cluster, index) => cluster.name ?? String(index + 1));
  if (chosen === undefined) {
    const close = nearest(name ?? '', names, 1)[0];
    const remedy = close === undefined ? `they are ${names.join(', ')}` : `did you mean ${close}?`;
    return problem(`the file does not describe a cluster "${name}"`, remedy);
  }
  if (others.length > 0 && name === undefined) {
    return problem(`the file describes ${clusters.length} clusters`, `name one after "#": ${names.join(', ')}`);
  }
  const target = clusterTarget(chosen, binary);
  return {
    ...(target.ok ? withAdmissionFile(target, manifest, path, surroundings ?? noNeighbouringFiles) : target),
    cluster: chosen,
  };
}

/** A target with the settings in its admission configuration file, if that is found. */
function withAdmissionFile(
  target: Extract<ClusterTarget, { readonly ok: true }>,
  manifest: Manifest,
  path: string,
  surroundings: NeighbouringFiles,
): ClusterTarget {
  const { admissionConfiguration: named } = target.target;
  if (named === undefined || named.settings !== undefined) return target;
  const admissionConfiguration = findAdmissionFile(named, manifest, path, surroundings);
  return { ...target, target: { ...target.target, admissionConfiguration } };
}

/** The documents of a file, as {@link readManifest} has them; a file of another language has none. */
export function readSource(text: string, path: string, mayMatter?: (document: string) => boolean): Manifest {
  return isTerraformFile(path) || isTerragruntFile(path) || isBicepFile(path)
    ? { text, documents: [] }
    : readManifest(text, mayMatter);
}

function nothingFound(
  { documents, text }: Manifest,
  path: string,
  surroundings: NeighbouringFiles = noNeighbouringFiles,
): readonly [string, string] {
  if (isTerraformFile(path)) {
    const why = ignoredReason(text);
    if (why !== undefined) return [`the file ${why}`, 'decrypt it first, or describe the target yourself'];
    const [refused] = parseTerraform({ path, text }, surroundings).problems;
    if (refused !== undefined) return [`the file cannot be read: ${refused.message}`, 'fix the file'];
    const [module] = unreadModules({ path, text }, surroundings);
    if (module !== undefined) return unreadModuleProblem(module);
  }
  if (isTerragruntFile(path)) {
    return [
      'the unit runs a module that is not read, or that declares no cluster',
      'describe the target in .kubecompat.yaml, or set the version with --binary-version',
    ];
  }
  const broken = documents.find(({ problems }) => problems.length > 0);
  if (documents.some(({ span }) => templateKind(text, span) !== undefined) && broken !== undefined) {
    return ['the file is a template that has not been rendered', 'render it, and name the output'];
  }
  const [first] = broken?.problems ?? [];
  if (first !== undefined) return [`the file cannot be read: ${first.message}`, 'fix the file'];
  return [
    'the file does not describe a kube-apiserver',
    'name a file that describes one, such as a static pod, a kubeadm or eksctl file; docs/targets.md lists them',
  ];
}

/** The message and the remedy if a cluster may be in an unread module. */
function unreadModuleProblem({ label, source, isLocal }: UnreadModule): readonly [string, string] {
  return isLocal
    ? [`the module "${label}" cannot be read: ${source} does not exist`, 'correct its source, or check the folder out']
    : [
        `the module "${label}" comes from ${source}, which is not read`,
        'describe the target in .kubecompat.yaml, or set the version with --binary-version',
      ];
}

function problem(message: string, remedy: string): FileTarget {
  return { ok: false, problems: [{ message, remedy, span: { start: 0, end: 0 }, path: '' }] };
}
