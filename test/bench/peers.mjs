// The peers that benchmarks run beside, installed on first use.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { need, notRun, peer, shared } from './lib.mjs';

/** The command that validates a folder with kubeconform, as a program and its arguments. */
export function kubeconform(folder) {
  const program = peer('kubeconform', (to) =>
    need('go', ['install', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'], {
      env: { ...process.env, GOBIN: to },
    }),
  );
  const location = `${kubernetesSchemas()}/{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  const args = ['-n', '4', '-strict', '-kubernetes-version', '1.37.0', '-schema-location', location, folder];
  return [join(program, 'kubeconform'), args];
}

/** The folder with JSON schemas of the kinds of Kubernetes, by version: `v1.37.0-standalone-strict/deployment-apps-v1.json`. */
export function kubernetesSchemas() {
  return peer('kubeconform-schemas', (to) => {
    const script = join(shared, 'bench/kubeconform-schemas.py');
    if (!existsSync(script)) notRun('the script that makes the schemas (../shared/bench) is not here');
    need('python3', ['-m', 'venv', join(to, 'venv')]);
    need(join(to, 'venv/bin/pip'), ['install', '-q', 'kubernetes-validate==1.37.0']);
    need(join(to, 'venv/bin/python'), [script, to, '1.37.0']);
  });
}

/** The command that starts yaml-language-server on standard input and output. */
export function yamlLanguageServer() {
  const folder = peer('yaml-language-server', (to) => {
    writeFileSync(join(to, 'package.json'), '{"private":true}');
    need(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', 'yaml-language-server@1.25.0'],
      { cwd: to },
    );
  });
  return [process.execPath, join(folder, 'node_modules/yaml-language-server/bin/yaml-language-server'), '--stdio'];
}
