// Features that users need after the first day: a live cluster as target, charts, a new configuration, and the YAML
// extension in parallel. Screenshots go to out/days.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { startSteps } from './steps.mjs';
import { outFolder, until } from './workbench.mjs';

const run = await startSteps({
  name: 'days',
  others: [await yamlExtension()],
  settings: { 'files.autoSave': 'off' },
});
const { page, workbench } = run;
const folder = join(workbench.home, 'shop');
const write = (name, text) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const cluster = await startCluster();
mkdirSync(join(workbench.home, '.kube'));
writeFileSync(join(workbench.home, '.kube', 'config'), kubeconfig());
write('deployment.yaml', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  replicas: 1\n');
write('budget.yaml', 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec: {}\n');
write('other/.kubecompat.yaml', '');
write('broken.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: { name: a\n---\napiVersion: batch/v1beta1\nkind: CronJob\n');
write('chart/Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
write('chart/values.yaml', 'host: shop.example\n');
write(
  'chart/templates/ingress.yaml',
  `apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata:
  name: {{ .Release.Name }}
spec:
  rules:
    - host: {{ .Values.host }}
      http:
        paths:
          - path: /
            backend:
              serviceName: web
              servicePort: 80
`,
);

const line = (text) => run.line(text);
const openFile = async (name) => {
  await page.keyboard.press('Control+P');
  await page.locator('.quick-input-widget input').first().fill(name);
  const found = page.locator('.quick-input-list .monaco-list-row', { hasText: name.split('/').at(-1) }).first();
  await found.waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: name.split('/').at(-1) }).waitFor();
};
/** The rows of the Problems panel with a text. */
const problems = (text) => page.locator('.markers-panel .monaco-list-row', { hasText: text });

try {
  await run.step('sees the clusters of the kubeconfig among the targets, adds one, and judges against it', async () => {
    await run.open(folder);
    await openFile('deployment.yaml');
    await run.command('Kubecompat: Select Targets');
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'staging' }).first();
    await row.filter({ hasText: /127\.0\.0\.1/ }).waitFor();
    await run.picture('1-contexts');
    await row.click();
    await page.locator('.statusbar-item', { hasText: 'staging' }).first().waitFor();
    await run.picture('2-judged-against-it');
    assert.equal(
      readFileSync(join(folder, '.kubecompat.yaml'), 'utf8'),
      'targets:\n  staging:\n    context: staging\n',
    );
    assert.ok(!existsSync(join(folder, '.vscode', 'settings.json')), 'the configuration alone decides');
  });

  await run.step('reads what a field is for, in the words of that cluster', async () => {
    await run.hovered('replicas', 'As this very server says it');
    await run.picture('3-words-of-the-cluster');
    await page.keyboard.press('Escape');
  });

  await run.step('looks at a conversion, applies it from its title bar, and no findings of it stay', async () => {
    await openFile('budget.yaml');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await line('policy/v1beta1').click();
    await run.command('Kubecompat: Preview a Conversion to Another API Version');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'policy/v1' }).first().waitFor();
    await page.keyboard.press('Enter');
    const apply = page.getByRole('button', { name: 'Apply This Change' }).first();
    await apply.waitFor();
    await run.picture('4-preview');
    await apply.click();
    await line('policy/v1').waitFor();
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await until('the file to be saved', () =>
      readFileSync(join(folder, 'budget.yaml'), 'utf8').includes('policy/v1\n'),
    );
    await run.command('Problems: Focus on Problems View');
    await page.locator('.markers-panel').waitFor();
    assert.equal(await problems('budget.yaml').count(), 0);
  });

  await run.step('converts a template of a chart where its lines have no actions', async () => {
    await openFile('chart/templates/ingress.yaml');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await line('networking.k8s.io/v1beta1').click();
    await (await run.menuWith('Convert to networking.k8s.io/v1')).click();
    await line('pathType: ImplementationSpecific').waitFor();
    await line('{{ .Values.host }}').waitFor();
    await run.picture('5-template');
    await run.command('File: Revert File');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await line('networking.k8s.io/v1beta1').click();
    await (await run.menuWith('Ignore removed-api here, with a reason')).click();
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await run.command('File: Revert File');
  });

  await run.step('is told once what is wrong with broken YAML, by the YAML extension or by this one', async () => {
    await openFile('broken.yaml');
    await run.command('Problems: Focus on Problems View');
    await problems('removed-api').first().waitFor();
    // Until the file is open, no other extension reports it.
    await problems('syntax-error').first().waitFor({ state: 'detached' });
    write('.vscode/settings.json', '{ "kubecompat.syntax": "on" }');
    await problems('syntax-error').first().waitFor();
    await run.picture('6-syntax');
  });

  await run.step('writes a configuration from nothing, each key explained', async () => {
    await openFile('other/.kubecompat.yaml');
    write('.vscode/settings.json', '{ "kubecompat.completion": "on" }');
    await page.locator('.editor-instance .view-lines').first().click();
    const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'targets' }).first();
    await until('the keys', async (timeout) => {
      await page.keyboard.press('Control+Space');
      return row.waitFor({ timeout: timeout }).then(
        () => true,
        () => page.keyboard.press('Escape').then(() => false),
      );
    });
    await page.locator('.suggest-widget', { hasText: 'Clusters by name' }).first().waitFor();
    await run.picture('7-configuration');
    await page.keyboard.press('Escape');
  });

  await run.step('reads the plan of an upgrade, what concerns these manifests first', async () => {
    await run.command('Kubecompat: Show Upgrade Plan');
    for (const target of ['1.24', '1.26']) {
      await page
        .locator('.quick-input-title', { hasText: target === '1.24' ? 'from the current target' : '1.24 to' })
        .waitFor();
      await page.keyboard.type(target);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: target }).first().waitFor();
      await page.keyboard.press('Enter');
    }
    await page.locator('.tab.active', { hasText: 'Upgrade Plan: 1.24 to 1.26' }).waitFor();
    const plan = await until('the plan', async () => {
      for (const frame of page.frames()) {
        const found = frame.locator('h2', { hasText: 'Your manifests' }).count();
        if ((await found.catch(() => 0)) > 0) return frame;
      }
      return undefined;
    });
    const [first = '', second = ''] = await plan.locator('h2').allTextContents();
    assert.equal(first, 'Your manifests');
    assert.match(second, /^1\. Upgrade to 1\.25/);
    await plan.getByText('broken.yaml:5').first().waitFor();
    await run.picture('8-plan');
  });
} finally {
  cluster.close();
  await run.end();
}

/** A stub of the YAML extension, which no package registry has: it is installed and reports nothing. */
async function yamlExtension() {
  const home = join(outFolder('days'), 'yaml-extension');
  mkdirSync(home, { recursive: true });
  const manifest = { name: 'vscode-yaml', publisher: 'redhat', version: '1.0.0', engines: { vscode: '^1.91.0' } };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(home, 'README.md'), 'In place of the YAML extension.\n');
  writeFileSync(join(home, 'LICENSE'), 'None.\n');
  const packagePath = join(outFolder('days'), 'yaml.vsix');
  await createVSIX({ cwd: home, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}

/** A cluster on loopback that answers like a recorded one, and reports one field that no other cluster reports. */
async function startCluster() {
  const recorded = JSON.parse(readFileSync('test/recorded/http/1.37-with-widgets.json', 'utf8'));
  const spec = { properties: { replicas: { description: 'As this very server says it.' } } };
  const answers = {
    ...recorded.answers,
    '/openapi/v3': { paths: { 'apis/apps/v1': {} } },
    '/openapi/v3/apis/apps/v1': { components: { schemas: { 'io.k8s.api.apps.v1.DeploymentSpec': spec } } },
  };
  const server = createServer((request, response) => {
    const found = answers[request.url];
    const metrics = request.url === '/metrics' ? `${recorded.metrics.join('\n')}\n` : undefined;
    response.statusCode = found === undefined && metrics === undefined ? 404 : 200;
    response.end(metrics ?? JSON.stringify(found ?? {}));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function kubeconfig() {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'staging',
    contexts: [{ name: 'staging', context: { cluster: 'one', user: 'me' } }],
    clusters: [
      {
        name: 'one',
        cluster: { server: `http://127.0.0.1:${cluster.address().port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'me', user: { token: 'good' } }],
  });
}
