import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { realPath } from '../disk/trackedFs.ts';

/** The files of a revision in a temporary folder, for programs that build them. */
export class RevisionFolder {
  /** Absolute, without links. */
  readonly path: string = realPath(mkdtempSync(join(tmpdir(), 'kubecompat-old-')));

  /** @param path absolute, in the folder. */
  write(path: string, bytes: Buffer): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }

  /** Removes it. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
