/*
 * `configured.jsonl.gz`: the answers of the same server to dry-run creates of 768 generated objects (`configured.ts`)
 * under four AdmissionConfigurations with settings for PodNodeSelector, PodTolerationRestriction and ResourceQuota, in
 * namespaces with annotations, quotas and LimitRanges.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { configurations, configuredPlugins, configuredScene } from './configured.ts';
import { recordScenes } from './recordScenes.ts';

// npx tsx test/recorded/admission/recordConfigured.ts KUBE_APISERVER TARGET OUT.jsonl.gz SCENES [FLAG ...]

const [program = '', target = '', out = '', count = '10', ...flags] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'kubecompat-configured-'));
try {
  const lines: string[] = [];
  for (const [index, plugins] of configurations.entries()) {
    const file = join(folder, 'admission.json');
    const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins };
    writeFileSync(file, JSON.stringify(configuration));
    const named = [`--admission-control-config-file=${file}`, `--enable-admission-plugins=${configuredPlugins}`];
    const server = await RealServer.start(program, [...named, ...flags]);
    try {
      const scenes = Array.from({ length: Number(count) }, (_, seed) => configuredScene(index, seed));
      for await (const scene of recordScenes(server, scenes)) {
        lines.push(JSON.stringify({ target, configuration, ...scene }));
      }
    } finally {
      await server.stop();
    }
  }
  writeLines(out, lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
