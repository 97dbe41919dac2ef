import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A text that is kept, and fetched each time that it is asked for. */
export type KeptText = () => string;

/** So much stays in memory, in UTF-16 units; of larger runs the rest goes to the disk. */
const mostInMemory = 8 * 1024 * 1024;

/** Texts come back in about the order in which they were kept, so that the next ones mostly are read already. */
const windowSize = 256 * 1024;

/**
 * Texts that a run makes and needs again when it prints. Where they are many, they are kept in a file without a name that
 * only this user can read, so that memory does not grow with the run; where there is no room for it, in memory all the
 * same. The texts are well-formed, as JSON is.
 */
export class KeptTexts {
  #length = 0;
  #file: TemporaryFile | undefined;
  #canWrite = true;
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  /** Keeps a text until {@link close}. */
  keep(text: string): KeptText {
    this.#length += text.length;
    const kept = this.#length > mostInMemory && text !== '' ? this.#write(text) : undefined;
    return kept === undefined ? () => text : () => this.#read(kept);
  }

  /** Forgets the texts; those that were written cannot be fetched any longer. */
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

/** A part of a file, in bytes. */
interface Stretch {
  readonly start: number;
  readonly length: number;
}

/** Texts are written when there are so many bytes of them. */
const bufferSize = 1024 * 1024;

/** A file that ends with this process, and what is about to be written to it. */
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

  /** Throws where nothing can be written; what was appended before can be read all the same. */
  append(bytes: Buffer): Stretch {
    if (this.#pendingLength >= bufferSize) this.#flush();
    const start = this.#written + this.#pendingLength;
    this.#pending.push(bytes);
    this.#pendingLength += bytes.length;
    return { start, length: bytes.length };
  }

  /** From `start` on; fewer than asked for where what follows is not, or only just, written. */
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
