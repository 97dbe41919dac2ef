import { basename } from 'node:path';
import { addedFolder } from '../workspace/settings/addedDefinitions.ts';
import { lockName } from '../workspace/settings/lockFile.ts';

/** Whether a file was added to a workspace as a definition: it affects targets and is not judged. */
export function isAdded(path: string): boolean {
  return basename(path) === lockName || path.replaceAll('\\', '/').includes(`/${addedFolder}/`);
}
