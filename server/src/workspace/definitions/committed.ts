import { dirname, join } from 'node:path';
import { type OldObjects, oldObjectsOf } from '../../update/oldObjects.ts';
import { repositoryAround } from '../disk/confinement.ts';
import { textOrEmpty } from '../disk/textOrEmpty.ts';
import { derived } from '../ground/derived.ts';
import { filesAtRevision } from '../programs/gitRevision.ts';

/** CustomResourceDefinitions as committed at git's HEAD. */
export class CommittedDefinitions {
  /** The definitions of a file at HEAD; undefined if git has none. */
  readonly of = derived((path: string): OldObjects | undefined => {
    // Every command that moves HEAD adds a line.
    textOrEmpty(join(repositoryAround(dirname(path)), '.git', 'logs', 'HEAD'));
    const read = filesAtRevision('HEAD', [path], dirname(path));
    return read.ok && read.files.length > 0 ? oldObjectsOf(read.files) : undefined;
  });
}
