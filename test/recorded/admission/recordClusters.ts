import { writeLines } from '../../harness/recordings.ts';
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
  writeLines(out, lines);
} finally {
  await server.stop();
}
