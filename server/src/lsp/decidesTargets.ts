import { basename } from 'node:path';
import { addedFolder } from '../workspace/settings/addedDefinitions.ts';
import { lockName } from '../workspace/settings/lockFile.ts';
import { isConfigFile } from './configDiagnostics.ts';
import type { TargetsOfFiles } from './targets.ts';
import { filePathOf } from './uris.ts';

/** Whether a file decides the targets of documents: a configuration, or a cluster description in use. */
export function decidesTargets({ targets }: { readonly targets: TargetsOfFiles }, uri: string): boolean {
  const path = filePathOf(uri);
  return isConfigFile(uri) || (path !== undefined && (isAdded(path) || targets.isTargetFile(path)));
}

/** Whether a file was added to a workspace as a definition: it affects targets and is not judged. */
export function isAdded(path: string): boolean {
  return basename(path) === lockName || path.replaceAll('\\', '/').includes(`/${addedFolder}/`);
}
