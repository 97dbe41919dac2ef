import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import type { Style, StyleName } from '../../report/style.ts';
import { markUncacheable } from '../../workspace/disk/trackedFs.ts';

/** The process as commands see it: the one place that knows its streams, its environment and its working folder. */
export interface Terminal {
  readonly cwd: string;
  /** Standard output; the parts are written together in large pieces. */
  out(parts: Iterable<string>): void;
  /** The same for long output, generated as fast as it is read. */
  stream(parts: Iterable<string>): Promise<void>;
  /** A message for people, on standard error. */
  err(message: string): void;
  /** A problem with its remedy, on standard error. */
  problem(message: string, remedy: string): void;
  /** Writes a file that the user named, as its parts are generated. Throws like `node:fs`. */
  save(path: string, parts: Iterable<string>): void;
  /** Creates a folder that the user named, with its parents. Throws like `node:fs`. */
  makeFolder(path: string): void;
  /** All of standard input. */
  readStdin(): Uint8Array;
  /** Colours for standard output. */
  readonly style: Style;
  /** Columns of standard output; undefined if it is no terminal. */
  readonly width: number | undefined;
  /** Overwrites the last line of standard error; undefined if that is no terminal. */
  readonly status: ((line: string) => void) | undefined;
}

type Format = 'red' | 'yellow' | 'blue' | 'cyan' | 'green' | 'bold' | 'dim';

const formats: Readonly<Record<StyleName, Format[]>> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  information: ['blue', 'bold'],
  hint: ['cyan'],
  strong: ['bold'],
  quiet: ['dim'],
  good: ['green'],
};

const paint: Style = (name, text) => styleText(formats[name], text);
const bare: Style = (_, text) => text;

/**
 * Written in pieces of about this size: small ones cost a system call each, one for all would need twice the memory. A
 * pipe that is empty takes such a piece as a whole (65,536 bytes on Linux).
 */
const pieceLength = 60_000;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  // The reader of a pipe may stop early (`| head`); that is not an error.
  stdout.on('error', (error: Error & { code?: string }) => {
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });
  const errorStyle = wantsColor(stderr.isTTY) ? paint : bare;
  const write = (message: string) => {
    stderr.write(`${message}\n`);
  };
  return {
    cwd: process.cwd(),
    out(parts) {
      for (const piece of inPieces(parts)) stdout.write(piece);
    },
    async stream(parts) {
      for (const piece of inPieces(parts)) {
        if (!stdout.write(piece)) await new Promise<void>((resolve) => stdout.once('drain', resolve));
      }
    },
    err: write,
    problem(message, remedy) {
      write(`${errorStyle('error', 'kubecompat:')} ${message}\n  ${errorStyle('quiet', 'do')}   ${remedy}`);
    },
    save: saveParts,
    makeFolder: (path) => mkdirSync(path, { recursive: true }),
    readStdin() {
      markUncacheable();
      return readFileSync(0);
    },
    style: wantsColor(stdout.isTTY) ? paint : bare,
    width: stdout.isTTY ? stdout.columns : undefined,
    status: stderr.isTTY
      ? (line) => {
          stderr.write(`\r\u001B[2K${line.slice(0, Math.max(20, stderr.columns - 1))}`);
        }
      : undefined,
  };
}

/** Writes a file in pieces: a report may be longer than the longest string. Throws like `node:fs`. */
export function saveParts(path: string, parts: Iterable<string>): void {
  const descriptor = openSync(path, 'w');
  try {
    for (const piece of inPieces(parts)) writeFileSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}

function* inPieces(parts: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** FORCE_COLOR and NO_COLOR take precedence, as in no-color.org and Node itself; otherwise terminals get colours. */
function wantsColor(isTerminal: boolean): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTerminal && TERM !== 'dumb';
}
