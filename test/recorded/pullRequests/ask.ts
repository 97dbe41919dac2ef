/**
 * Asks a kube-apiserver about the pull requests of `gitJourneysOfServers.txt`, and writes `answers.json`:
 *
 *   npx tsx test/recorded/pullRequests/ask.ts KUBE_APISERVER HELM
 *
 * `kubectl` must be on the PATH.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../../harness/files.ts';
import { WorkspaceFolder } from '../../harness/workspaceFolder.ts';
import { changeFolder, writeFiles } from '../../scenarios/folder.ts';
import { parseScenarios } from '../../scenarios/format.ts';
import { readCommand } from '../../scenarios/typed.ts';
import { RealServer } from '../../support/realServer.ts';
import { withoutPlugins } from '../asking.ts';
import { type JourneyAnswer, journeys } from './answers.ts';

const [program = '', helm = ''] = process.argv.slice(2);
const server = await RealServer.start(program, [withoutPlugins, '--runtime-config=resource.k8s.io/v1beta1=true']);
try {
  const answers = parseScenarios(readFileSync(journeys, 'utf8')).scenarios.map(({ title, files, steps }, index) => {
    const workspace = new WorkspaceFolder({});
    try {
      writeFiles(workspace, files);
      const namespace = `n${index}`;
      run('kubectl', ['create', 'namespace', namespace]);
      let refused: JourneyAnswer['refused'] = [];
      for (const { command, results } of steps) {
        const typed = readCommand(command);
        if (typed.words[0] === 'kubecompat')
          refused = refusalsIn(applied(workspace.path, namespace, ['--dry-run=server']));
        else changeFolder(workspace, typed, results);
        if (typed.words[1] !== 'commit') continue;
        const errors = applied(workspace.path, namespace, []);
        if (errors !== '') throw new Error(`${title}: ${errors}`);
      }
      return { title, refused };
    } finally {
      workspace.remove();
    }
  });
  writeFileSync(new URL('answers.json', import.meta.url), `${JSON.stringify(answers, null, 1)}\n`);
} finally {
  await server.stop();
}

/** Applies what a working tree makes, and returns what kubectl prints as errors. */
function applied(folder: string, namespace: string, flags: readonly string[]): string {
  const input = outputsOf(folder).join('\n---\n');
  const { stderr } = run('kubectl', ['apply', `--namespace=${namespace}`, ...flags, '-f', '-'], input);
  return stderr.replaceAll(/^Warning:.*\n/gm, '').trim();
}

/** What kustomizations besides bases build, or charts render, or else the files. */
function outputsOf(folder: string): readonly string[] {
  const paths = filesBelow(folder, /\.yaml$/).filter((path) => !path.includes('/.git/'));
  const foldersOf = (name: string) => paths.filter((path) => path.endsWith(`/${name}`)).map(dirname);
  const kustomizations = foldersOf('kustomization.yaml').filter((path) => !path.endsWith('/base'));
  if (kustomizations.length > 0) return kustomizations.map((path) => run('kubectl', ['kustomize', path]).stdout);
  const charts = foldersOf('Chart.yaml');
  if (charts.length > 0) return charts.map((path) => run(helm, ['template', 'shop', path]).stdout);
  return paths.map((path) => readFileSync(path, 'utf8'));
}

function run(name: string, args: readonly string[], input = '') {
  const env = { ...process.env, KUBECONFIG: server.kubeconfig, KUBECACHEDIR: join(server.folder, 'kubectl') };
  return spawnSync(name, args, { encoding: 'utf8', env, input });
}

/**
 * `The Deployment "web" is invalid: spec.selector: Invalid value: ...`, with a list of such causes, or with the patch in
 * front.
 */
function refusalsIn(errors: string): JourneyAnswer['refused'] {
  return errors
    .split(/^(?=The |Error from server)/m)
    .filter(Boolean)
    .map((text) => {
      const [, kind = '', name = '', causes = ''] =
        /(?:^The |": )([A-Za-z]+)\S* "([^"]+)" is invalid: ([\s\S]*)$/.exec(text) ?? [];
      if (kind === '') throw new Error(`unknown answer: ${text}`);
      const lines = causes.startsWith('\n') ? causes.split('\n* ').slice(1) : [causes];
      return { kind, name, fields: lines.map((line) => line.slice(0, line.indexOf(':'))).sort() };
    })
    .sort((a, b) => (a.name + a.kind < b.name + b.kind ? -1 : 1));
}
