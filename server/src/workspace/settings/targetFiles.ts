import { resolve as resolvePath, sep } from 'node:path';
import { supporterOf } from '../../sources/describeClusters.ts';
import type { DescribedComponent } from '../../sources/description.ts';
import { type FileReference, fileTarget, parseFileReference } from '../../sources/fileTarget.ts';
import { spanOfProblem } from '../../sources/locateProblem.ts';
import type { Target, TargetProblem } from '../../targets/target.ts';
import type { Minor } from '../../targets/version.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { reportName } from '../disk/discover.ts';
import { explainIoError } from '../disk/ioError.ts';
import { readText } from '../disk/readFile.ts';
import { pathExists, realPath } from '../disk/trackedFs.ts';
import { locationIn, type SettingProblem } from './configs.ts';
import { fileSurroundings } from './fileSurroundings.ts';

/** A target that was read from a file that describes a cluster. */
export interface ReadTarget {
  readonly ok: true;
  readonly target: Target;
  /** Where the API server is described: `clusters/edge/kube-apiserver.yaml:12:14`. */
  readonly location: string;
  /** The file, absolute. */
  readonly path: string;
  /** Who supports the version of the cluster, by the names of `support-windows.json`; undefined if unknown. */
  readonly supporter: string | undefined;
  /** Flags without effect on results. */
  readonly ignored: readonly string[];
  /** Where in the file a refused value is. */
  locationOf(problem: TargetProblem): string;
}

/** A target from a file, or why there is none. */
export type TargetFileRead = ReadTarget | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** The requested file, with its origin and allowed locations. */
export interface TargetFileRequest {
  /** `FILE` or `FILE#CLUSTER`, relative to `folder`. */
  readonly reference: string;
  readonly folder: string;
  /** The folders that the file must be in; undefined if the user named it on the command line. */
  readonly within: readonly string[] | undefined;
  /** The version for files that name none. */
  readonly binary: Minor | undefined;
  /** The origin of the request for messages: `--target-from=FILE`, `.kubecompat.yaml:3:12`. */
  readonly askedAt: string;
  readonly cwd: string;
}

/** Reads the target that a file describes. */
export function readTargetFile(request: TargetFileRequest): TargetFileRead {
  const { file, cluster } = referenceIn(request);
  const path = resolvePath(request.folder, file);
  const outside = liesOutside(path, request.within);
  if (outside !== undefined) return refused(request.askedAt, `${file} ${outside.message}`, outside.remedy);
  const content = readText(path);
  if (!content.ok) return refused(request.askedAt, `${file} ${content.message}`, content.remedy);
  const name = reportName(path, request.cwd);
  const lines = new LineIndex(content.text);
  const surroundings = fileSurroundings(request.within);
  const found = fileTarget(content.text, path.replaceAll(sep, '/'), cluster, request.binary, surroundings);
  if (!found.ok) {
    const problems = found.problems.map(({ message, remedy, span }) => ({
      location: found.cluster === undefined ? `${request.askedAt} (${name})` : locationIn({ file: name, lines }, span),
      message,
      remedy,
    }));
    return { ok: false, problems };
  }
  const server: DescribedComponent = found.server;
  return {
    ok: true,
    target: found.target,
    location: locationIn({ file: name, lines }, server.span),
    path,
    supporter: found.cluster && supporterOf(found.cluster),
    ignored: found.ignored,
    locationOf: (problem) => locationIn({ file: name, lines }, spanOfProblem(server, problem).span),
  };
}

/** `FILE#CLUSTER`, unless there is a file of that whole name. */
function referenceIn({ folder, reference }: TargetFileRequest): FileReference {
  if (pathExists(resolvePath(folder, reference))) return { file: reference, cluster: undefined };
  return parseFileReference(reference);
}

/** A configuration comes with the workspace and is untrusted: it may not name files outside. Links are resolved. */
export function liesOutside(
  path: string,
  within: readonly string[] | undefined,
): { readonly message: string; readonly remedy: string } | undefined {
  if (within === undefined) return undefined;
  try {
    const real = realPath(path);
    const roots = within.map((folder) => realPath(folder));
    if (roots.some((root) => real.startsWith(root.endsWith(sep) ? root : root + sep))) return undefined;
    return { message: 'is outside of the workspace', remedy: 'move it into the workspace, or copy its settings' };
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { message, remedy };
  }
}

function refused(location: string, message: string, remedy: string): TargetFileRead {
  return { ok: false, problems: [{ location, message, remedy }] };
}
