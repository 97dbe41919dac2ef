import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { patchScene } from './patches.ts';
import { recordScenes } from './recordScenes.ts';

// npx tsx test/recorded/admission/recordPatches.ts KUBE_APISERVER TARGET OUT.jsonl.gz

const [program = '', target = '', out = ''] = process.argv.slice(2);

const server = await RealServer.start(program, ['--disable-admission-plugins=ServiceAccount']);
try {
  const lines: string[] = [];
  // Policies take effect some time after they are stored.
  for await (const scene of recordScenes(server, [patchScene()], 8_000))
    lines.push(JSON.stringify({ target, ...scene }));
  writeLines(out, lines);
} finally {
  await server.stop();
}
