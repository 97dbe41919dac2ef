import { spawnSync } from 'node:child_process';
import { writeLines } from '../../harness/recordings.ts';
import { WorkspaceFolder } from '../../harness/workspaceFolder.ts';
import { caseOf, type Files } from './cases.ts';

/*
 * Records the output of Kustomize for generated kustomizations:
 *   npx tsx test/recorded/kustomize/record.ts KUSTOMIZE COUNT
 * replaces the recording beside it. Its first line has the version of Kustomize.
 */

const [kustomize = 'kustomize', count = '2000'] = process.argv.slice(2);

const version = spawnSync(kustomize, ['version'], { encoding: 'utf8' }).stdout.trim();
const lines = [JSON.stringify({ version })];
for (let seed = 1; seed <= Number(count); seed++) lines.push(JSON.stringify(buildOf(caseOf(seed))));
writeLines(new URL('answers.jsonl.gz', import.meta.url), lines);

function buildOf(files: Files) {
  const workspace = new WorkspaceFolder(files);
  const folder = workspace.path;
  try {
    const { status, stdout, stderr } = spawnSync(kustomize, ['build', folder], { encoding: 'utf8' });
    if (status === 0) return { files, output: stdout };
    const error = stderr
      .replaceAll(folder, '')
      .split('\n')
      .filter((line) => line.startsWith('Error') || line.startsWith('panic'))
      .join(' ');
    return { files, error: error.replaceAll(/0x[0-9a-f]+/g, '').slice(0, 200) };
  } finally {
    workspace.remove();
  }
}
