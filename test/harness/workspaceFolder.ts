import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A link in a workspace. */
export interface Link {
  readonly to: string;
}

/** The content of a workspace: texts, bytes and links by path. */
export type Files = Readonly<Record<string, string | Uint8Array | Link>>;

/** A folder for one test, removed afterwards. */
export class WorkspaceFolder {
  readonly path: string;

  constructor(files: Files) {
    this.path = mkdtempSync(join(realpathSync(tmpdir()), 'kubecompat-'));
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  /** Writes a file, replacing an existing one. */
  write(name: string, content: string | Uint8Array | Link): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content);
    else symlinkSync(content.to, path);
  }

  /** The URI of a file here, as editors write it. */
  uri(name: string): string {
    return pathToFileURL(join(this.path, name)).href;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
