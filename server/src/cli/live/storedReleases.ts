import { join } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { ReleasesRequest } from '../../cluster/releases.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import type { FoundFile } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { today } from '../../workspace/ground/clock.ts';
import type { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import type { Terminal } from '../output/terminal.ts';
import { type FileOfRun, FilesOfRun } from '../runs/filesOfRun.ts';
import { type FoundReleases, releasesOfCluster, releasesOfFiles } from './foundReleases.ts';

/** Where to look for Helm releases, and the target that judges them. */
export interface StoredReleasesRequest {
  /** The files that may contain Helm releases. */
  readonly files: readonly FoundFile[];
  readonly selection: TargetSelection;
  readonly surface: ApiSurface;
  /** The cluster to read; undefined where only files are. */
  readonly cluster: (Omit<ReleasesRequest, 'workspace'> & { readonly folder: string }) | undefined;
}

/**
 * The Helm releases in files, and those that a cluster keeps; where it does not show them, the reasons. Undefined if the
 * configuration is refused.
 */
export async function storedReleases(
  { files, selection, surface, cluster }: StoredReleasesRequest,
  terminal: Terminal,
): Promise<FoundReleases | undefined> {
  const run = new FilesOfRun({ paths: ['-'], selection, today: today() }, terminal);
  const inputs = run.workspace.inputsOf(join(terminal.cwd, 'release.yaml'), [surface]);
  if (inputs === undefined) return undefined;
  const inFiles = releasesOfFiles(filesOf(files, inputs));
  if (cluster === undefined) return inFiles;
  const { openClusterReleases } = await import('../../cluster/cluster.ts');
  const opened = await openClusterReleases(cluster);
  if (!opened.ok) return { ...inFiles, unread: [...inFiles.unread, opened] };
  const kept = await releasesOfCluster(opened, undefined, { inputs, dropsEnded: false }, (name) =>
    terminal.status?.(`reading ${name} ...`),
  );
  terminal.status?.('');
  return { releases: [...inFiles.releases, ...kept.releases], unread: [...inFiles.unread, ...kept.unread] };
}

function* filesOf(found: readonly FoundFile[], inputs: FileInputs): Generator<FileOfRun, void, void> {
  for (const { path, file } of found) {
    const content = readText(path);
    if (content.ok) yield { path, file, content, inputs: { ...inputs, file } };
  }
}
