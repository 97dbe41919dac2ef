/** Why the file system refused an access. */
export interface IoErrorText {
  readonly message: string;
  readonly remedy: string;
  /** The path does not exist. */
  readonly missing: boolean;
}

const known: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  ENOENT: ['does not exist', 'check the spelling and the working folder'],
  ENOTDIR: ['does not exist: a part of its path is a file', 'check the spelling'],
  EACCES: ['cannot be read: permission denied', 'grant this user read permission, or leave it out'],
  EPERM: ['cannot be read: permission denied', 'grant this user read permission, or leave it out'],
  ELOOP: ['is a link that refers to itself', 'fix or remove the link'],
  EISDIR: ['is a folder', 'name a file'],
  EMFILE: ['could not be opened: too many open files', 'raise the limit with ulimit -n and run again'],
  ENOSPC: ['could not be written: the disk is full', 'make room and run again'],
  EROFS: ['could not be written: the file system is read-only', 'make it writable, or work on a copy'],
  EOUTSIDE: [
    'is a link that leads out of the workspace',
    'put what it leads to into the workspace, or follow such links with --follow-links',
  ],
  EUNTRUSTED: [
    'is outside of the workspace, or is a link that leads out of it',
    'put it into the workspace, or trust the workspace',
  ],
  ENAMETOOLONG: ['has too long a name', 'shorten its path'],
};

/** Why a file or folder cannot be written, if that differs from why it cannot be read. */
const refusedWrites: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  ENOENT: ['cannot be written: its folder does not exist', 'create the folder, or name another one'],
  ENOTDIR: ['cannot be written: a part of its path is a file', 'name another path'],
  EACCES: ['cannot be written: permission denied', 'grant this user write permission'],
  EPERM: ['cannot be written: permission denied', 'grant this user write permission'],
  EEXIST: ['already exists', 'remove it, or name another path'],
};

/** For a name that is not valid text: its decoded form names nothing. */
export const notUtf8: IoErrorText = {
  message: 'could not be read: its name is not UTF-8',
  remedy: 'give it a name in UTF-8',
  missing: false,
};

/** Explains why a file or folder could not be read, from an error of `node:fs`. */
export function explainIoError(error: unknown): IoErrorText {
  return explain(error, known, 'read');
}

/** Explains why a file or folder could not be written, from an error of `node:fs`. */
export function explainWriteError(error: unknown): IoErrorText {
  return explain(error, { ...known, ...refusedWrites }, 'written');
}

function explain(error: unknown, texts: typeof known, done: 'read' | 'written'): IoErrorText {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const entry = texts[code];
  if (entry === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return { message: `could not be ${done}: ${message}`, remedy: 'fix the cause and run again', missing: false };
  }
  return { message: entry[0], remedy: entry[1], missing: code === 'ENOENT' || code === 'ENOTDIR' };
}
