/*
 * `clusters.jsonl.gz`: the answers of kube-apiserver 1.37.2, with its default plugins, to dry-run creates of about
 * 1,500 generated objects (`clusters.ts`) beside the objects of 120 clusters, which were created first: priority
 * classes, runtime classes, LimitRanges, quotas, default classes, service accounts, devices, and others. Accepted
 * objects are recorded as stored.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { RealServer } from '../../support/realServer.ts';
import { clusterScene } from './clusters.ts';
import { recordScenes } from './recordScenes.ts';

// npx tsx test/recorded/admission/recordClusters.ts KUBE_APISERVER TARGET OUT.jsonl.gz FIRST_SEED SCENES [FLAG ...]

const [program = '', target = '', out = '', first = '1', count = '80', ...flags] = process.argv.slice(2);

const server = await RealServer.start(program, ['--allow-privileged', ...flags]);
try {
  const lines: string[] = [];
  const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index);
  for await (const scene of recordScenes(server, seeds.map(clusterScene))) {
    lines.push(JSON.stringify({ target, seed: seeds[lines.length], ...scene }));
    if (lines.length % 20 === 0) console.error(lines.length);
  }
  writeFileSync(out, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
} finally {
  await server.stop();
}
