// Shared by the benchmarks: the folder of peers, medians, and the checked documents.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Peers and documents are kept between runs, beside the packages. */
export const cache = resolve('node_modules/.cache/kubecompat-bench');
export const shared = resolve('../shared');

/** Prints why a benchmark cannot run here, and ends it. */
export function notRun(reason) {
  console.log(`not run: ${reason}`);
  process.exit(0);
}

/** Runs a command and gives its wall time in milliseconds, its CPU time in seconds, its peak memory in MB and its output. */
export function timed(command, args, options = {}) {
  const start = process.hrtime.bigint();
  const result = spawnSync('/usr/bin/env', ['time', '-f', 'cpu %U %S\npeak %M', command, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    ...options,
  });
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  const peak = /peak (\d+)\s*$/.exec(result.stderr ?? '')?.[1];
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)\npeak/.exec(result.stderr ?? '') ?? [];
  return {
    milliseconds,
    cpu: Number(user) + Number(system),
    megabytes: peak === undefined ? undefined : Number(peak) / 1024,
    status: result.status,
    stdout: result.stdout ?? '',
    stderr: result.stderr ?? '',
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Installs a peer on first use; `make` gets its folder. */
export function peer(name, make) {
  const folder = join(cache, name);
  const done = join(folder, '.done');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    make(folder);
    writeFileSync(done, '');
  }
  return folder;
}

/** Runs a step of a peer's installation; without it the benchmark cannot run. */
export function need(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (result.status !== 0) notRun(`${command} ${args.join(' ')} failed: ${result.error?.message ?? result.stderr}`);
  return result.stdout;
}

/** The recorded real manifests, each source file as one file again; the folder that holds them. */
export function manifests() {
  const recorded = join(shared, 'conformance/manifests.jsonl.gz');
  if (!existsSync(recorded)) notRun('the recorded manifests (../shared/conformance) are not here');
  return peer('manifests', (folder) => {
    const files = new Map();
    for (const line of gunzipSync(readFileSync(recorded)).toString('utf8').split('\n').filter(Boolean)) {
      const { id, text } = JSON.parse(line);
      const [file] = id.split('#');
      (files.get(file) ?? files.set(file, []).get(file)).push(text);
    }
    for (const [file, texts] of files) {
      const path = join(
        folder,
        file.endsWith('.yaml') || file.endsWith('.yml') || file.endsWith('.json') ? file : `${file}.yaml`,
      );
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, texts.length === 1 ? texts[0] : texts.map((text) => `---\n${text}`).join('\n'));
    }
  });
}
