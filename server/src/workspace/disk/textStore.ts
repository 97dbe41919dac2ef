import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A stored text, loaded on each call. */
export type StoredText = () => string;

/** The limit in memory, in UTF-16 units; larger runs use the disk. */
const maxInMemory = 8 * 1024 * 1024;

/** Texts are read back roughly in order, so the next ones are mostly loaded already. */
const windowSize = 256 * 1024;

/**
 * Texts that a run produces and prints later. Large amounts are stored in an unnamed file that only this user can read,
 * so that memory stays bounded; without disk space they stay in memory. The texts are well-formed, like JSON.
 */
export class TextStore {
  #length = 0;
  #file: TemporaryFile | undefined;
  #canWrite = true;
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  /** Keeps a text until {@link close}. */
  store(text: string): StoredText {
    this.#length += text.length;
    const kept = this.#length > maxInMemory && text !== '' ? this.#write(text) : undefined;
    return kept === undefined ? inMemory(text) : this.#onDisk(kept);
  }

  /** Separate, since closures of one function share what they refer to: this one would keep the text in memory. */
  #onDisk(kept: Stretch): StoredText {
    return () => this.#read(kept);
  }

  /** Drops the texts; written ones can no longer be loaded. */
  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#canWrite = false;
  }

  #write(text: string): Stretch | undefined {
    if (!this.#canWrite) return undefined;
    try {
      this.#file ??= new TemporaryFile();
      return this.#file.append(Buffer.from(text));
    } catch {
      this.#canWrite = false;
      return undefined;
    }
  }

  #read({ start, length }: Stretch): string {
    if (this.#file === undefined) throw new Error('the texts of this run are closed');
    const { start: from, bytes } = this.#window;
    const isIn = start >= from && start + length <= from + bytes.length;
    if (!isIn) this.#window = { start, bytes: this.#file.read(start, Math.max(length, windowSize)) };
    const at = start - this.#window.start;
    return this.#window.bytes.toString('utf8', at, at + length);
  }
}

function inMemory(text: string): StoredText {
  return () => text;
}

/** A part of a file, in bytes. */
interface Stretch {
  readonly start: number;
  readonly length: number;
}

/** Texts are written in batches of this many bytes. */
const bufferSize = 1024 * 1024;

/** A file that is deleted with this process, and its pending data. */
class TemporaryFile {
  readonly #descriptor: number;
  readonly #end: () => void;
  #pending: Buffer[] = [];
  #pendingLength = 0;
  #written = 0;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    try {
      this.#descriptor = openSync(join(folder, 'texts'), 'wx+', 0o600);
    } catch (error) {
      remove();
      throw error;
    }
    this.#end = () => {
      closeSync(this.#descriptor);
      remove();
    };
    // There an open file cannot be removed.
    if (process.platform === 'win32') process.once('exit', this.#end);
    else remove();
  }

  /** Throws if writing fails; earlier data stays readable. */
  append(bytes: Buffer): Stretch {
    if (this.#pendingLength >= bufferSize) this.#flush();
    const start = this.#written + this.#pendingLength;
    this.#pending.push(bytes);
    this.#pendingLength += bytes.length;
    return { start, length: bytes.length };
  }

  /** Reads from `start`; fewer bytes than requested at the end of the written data. */
  read(start: number, length: number): Buffer {
    if (start >= this.#written) {
      if (this.#pending.length > 1) this.#pending = [Buffer.concat(this.#pending)];
      return this.#pending[0]?.subarray(start - this.#written) ?? Buffer.alloc(0);
    }
    const bytes = Buffer.allocUnsafe(Math.min(length, this.#written - start));
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#descriptor, bytes, at, bytes.length - at, start + at);
      if (read === 0) throw new Error('a temporary file has become shorter');
      at += read;
    }
    return bytes;
  }

  close(): void {
    process.off('exit', this.#end);
    this.#end();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#written + at);
    }
    this.#written += bytes.length;
    this.#pending = [];
    this.#pendingLength = 0;
  }
}
