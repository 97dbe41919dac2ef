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

/** For a name that is not valid text: its decoded form names nothing. */
export const notUtf8: IoErrorText = {
  message: 'could not be read: its name is not UTF-8',
  remedy: 'give it a name in UTF-8',
  missing: false,
};

/** Explains an error of `node:fs` and its remedy. */
export function explainIoError(error: unknown): IoErrorText {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const entry = known[code];
  if (entry === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return { message: `could not be read: ${message}`, remedy: 'see the error of the system', missing: false };
  }
  return { message: entry[0], remedy: entry[1], missing: code === 'ENOENT' || code === 'ENOTDIR' };
}
