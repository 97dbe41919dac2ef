import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type FileAccess, isUnchanged, startRecording, stopRecording } from '../../workspace/disk/trackedFs.ts';
import { today } from '../../workspace/ground/clock.ts';
import { OutcomeStore } from '../../workspace/judging/outcomeStore.ts';
import { currentCatalogue } from '../../workspace/shipped/catalogueInUse.ts';
import { embeddedFiles } from '../../workspace/shipped/embeddedFiles.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';

/*
 * Caches runs. A run is stored with every file access; while all results are byte for byte the same, with the same
 * program, arguments and terminal, its output is repeated. Runs that depend on other inputs, such as programs or
 * standard input, are not stored.
 */

/** The switch of commands whose runs can be kept. */
export const cacheFlag: FlagSpec = {
  name: 'cache',
  help: 'reuse the last result if no input changed; --cache=DIR stores results there',
};

/** An output of a run to its terminal, with its texts. */
type TerminalOutput = readonly [what: 'out' | 'err' | 'problem' | 'folder' | 'save', ...texts: string[]];

interface KeptRun {
  readonly accesses: readonly FileAccess[];
  readonly outputs: readonly TerminalOutput[];
  readonly exit: number;
}

/** Larger outputs are rare and better printed than kept, in UTF-16 units. */
const largestOutput = 64 * 1024 * 1024;
const maxRuns = 32;

/** The cache folder in a command's arguments; undefined if there is none. */
export function cacheFolder(args: readonly string[], cwd: string): string | undefined {
  const end = args.indexOf('--');
  const flag = args
    .slice(0, end < 0 ? args.length : end)
    .findLast((arg) => arg === '--cache' || arg.startsWith('--cache='));
  return cacheNamed(flag?.slice('--cache='.length), cwd);
}

/** The folder that a value of the switch names; undefined if it is off. */
function cacheNamed(value: string | undefined, cwd: string): string | undefined {
  if (value === undefined || value === 'false') return undefined;
  return value === '' || value === 'true' ? userCache() : resolve(cwd, value);
}

/** The outcomes of files while this process watches them. */
let watched: OutcomeStore | undefined;

/** The outcomes of files in earlier runs in the same folder, with any other arguments; undefined without a cache. */
export function outcomeCacheFor(parsed: ParsedArguments, { cwd }: Pick<Terminal, 'cwd'>): OutcomeStore | undefined {
  if (isOn(parsed, watchSwitch)) {
    watched ??= new OutcomeStore(undefined);
    return watched;
  }
  const folder = cacheNamed(lastValue(parsed, cacheFlag.name), cwd);
  const build = buildId();
  if (folder === undefined || build === undefined) return undefined;
  const id = hash('sha256', JSON.stringify([toolVersion(), build, cwd, currentCatalogue()]), 'hex');
  return new OutcomeStore(join(folder, `${id}.files`));
}

const watchSwitch = 'watch';

/** The user's cache folder, by the convention of the system. */
function userCache(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const base =
    XDG_CACHE_HOME ??
    (process.platform === 'win32'
      ? (LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'))
      : join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache'));
  return join(base, 'kubecompat', 'runs');
}

/**
 * Repeats a valid cached run, or runs `run` and stores it. Returns the exit code. Failures of the cache are ignored.
 */
export async function cachedRun(
  folder: string,
  args: readonly string[],
  terminal: Terminal,
  run: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  const build = buildId();
  if (build === undefined) return run(terminal);
  const file = join(folder, `${keyOf(build, args, terminal)}.run`);
  const kept = readRun(file);
  if (kept !== undefined) {
    for (const output of kept.outputs) repeat(output, terminal);
    return kept.exit;
  }
  const recording = new Recording(terminal);
  startRecording();
  const exit = await run(recording);
  const { accesses, complete } = stopRecording();
  if (complete && recording.length <= largestOutput)
    keepRun(folder, file, { accesses, outputs: recording.outputs, exit });
  return exit;
}

function keyOf(build: string, args: readonly string[], { cwd, width, style }: Terminal): string {
  // Programs depend on the PATH, and expiry on the date.
  const environment = [process.env['PATH'], today(), currentCatalogue()];
  const key = [toolVersion(), build, args, cwd, width, style('error', ''), environment];
  return hash('sha256', JSON.stringify(key), 'hex');
}

/** Identifies this build of the program; undefined in a source tree, which changes constantly. */
function buildId(): string | undefined {
  try {
    return embeddedFiles()?.text('build-id') ?? readFileSync(new URL('./build-id', import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

/** The first line of the file of a run; the texts follow it, by the bytes that they have. */
interface Head {
  readonly accesses: readonly FileAccess[];
  readonly outputs: readonly (readonly [what: TerminalOutput[0], bytes: readonly number[]])[];
  readonly exit: number;
}

/** A valid cached run; undefined also for a missing or invalid file. */
function readRun(file: string): KeptRun | undefined {
  try {
    const bytes = readFileSync(file);
    let at = bytes.indexOf('\n') + 1;
    const { accesses, outputs, exit }: Head = JSON.parse(bytes.toString('utf8', 0, at));
    if (!accesses.every(isUnchanged)) return undefined;
    const take = (length: number) => {
      at += length;
      return bytes.toString('utf8', at - length, at);
    };
    const all = outputs.map(([what, lengths]): TerminalOutput => [what, ...lengths.map(take)]);
    if (at !== bytes.length) return undefined;
    utimesSync(file, new Date(), new Date());
    return { accesses, outputs: all, exit };
  } catch {
    return undefined;
  }
}

function fileOf({ accesses, outputs, exit }: KeptRun): Buffer {
  const texts = outputs.map(([, ...all]) => all.map((text) => Buffer.from(text)));
  const head: Head = {
    accesses,
    outputs: outputs.map(([what], i) => [what, (texts[i] ?? []).map(({ length }) => length)]),
    exit,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...texts.flat()]);
}

/** The output may contain what only its user may read. */
function keepRun(folder: string, file: string, run: KeptRun): void {
  let temporary: string | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, fileOf(run), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
    forgetOldest(folder);
  } catch {
    if (temporary !== undefined) rmSync(temporary, { force: true });
  }
}

function forgetOldest(folder: string): void {
  const runs = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.(?:run|files)$/.test(name))
    .map((name) => ({ path: join(folder, name), used: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path } of runs.slice(maxRuns)) rmSync(path, { force: true });
}

function repeat([what, first = '', second = '']: TerminalOutput, terminal: Terminal): void {
  switch (what) {
    case 'out':
      terminal.out([first]);
      break;
    case 'err':
      terminal.err(first);
      break;
    case 'problem':
      terminal.problem(first, second);
      break;
    case 'folder':
      terminal.makeFolder(first);
      break;
    case 'save':
      terminal.save(first, [second]);
      break;
  }
}

/** A terminal that records its output. */
class Recording implements Terminal {
  readonly outputs: TerminalOutput[] = [];
  length = 0;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get cwd(): string {
    return this.#terminal.cwd;
  }

  get style(): Terminal['style'] {
    return this.#terminal.style;
  }

  get width(): Terminal['width'] {
    return this.#terminal.width;
  }

  get status(): Terminal['status'] {
    return this.#terminal.status;
  }

  readStdin(): Uint8Array {
    return this.#terminal.readStdin();
  }

  out(parts: Iterable<string>): void {
    const noted = { text: '' };
    this.#terminal.out(this.#noting(parts, noted));
    this.outputs.push(['out', noted.text]);
  }

  async stream(parts: Iterable<string>): Promise<void> {
    const noted = { text: '' };
    await this.#terminal.stream(this.#noting(parts, noted));
    this.outputs.push(['out', noted.text]);
  }

  *#noting(parts: Iterable<string>, noted: { text: string }): Iterable<string> {
    for (const part of parts) {
      if (this.length <= largestOutput) noted.text += part;
      this.length += part.length;
      yield part;
    }
  }

  err(message: string): void {
    this.outputs.push(['err', message]);
    this.#terminal.err(message);
  }

  problem(message: string, remedy: string): void {
    this.outputs.push(['problem', message, remedy]);
    this.#terminal.problem(message, remedy);
  }

  makeFolder(path: string): void {
    this.#terminal.makeFolder(path);
    this.outputs.push(['folder', path]);
  }

  save(path: string, parts: Iterable<string>): void {
    const noted = { text: '' };
    this.#terminal.save(path, this.#noting(parts, noted));
    this.outputs.push(['save', path, noted.text]);
  }
}
