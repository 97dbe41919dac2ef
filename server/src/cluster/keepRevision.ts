import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../live/json.ts';
import { explainWriteError } from '../workspace/disk/ioError.ts';
import { codeOf, type Failure, failure } from './failure.ts';

/** Where an object is saved before it is overwritten. */
export interface Backup {
  /** Made where it is not there. */
  readonly folder: string;
  readonly file: string;
  readonly holder: JsonObject;
}

/** Saves an object, readable by this user only: releases contain secrets. Existing files are not overwritten. */
export function keepRevision({ folder, file, holder }: Backup): Failure | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, file), `${JSON.stringify(holder, undefined, 1)}\n`, { mode: 0o600, flag: 'wx' });
    return undefined;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return failure(`${file} already exists`, 'name another folder with --backup');
    const { message, remedy } = explainWriteError(error);
    return failure(`${file} ${message}`, remedy);
  }
}
