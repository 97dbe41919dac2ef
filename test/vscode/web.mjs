// The extension in a browser: a real workbench whose web worker runs it, as on vscode.dev. Without Node.js and a disk,
// documents come from a remote file system. Screenshots go to out/web.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSteps } from './steps.mjs';
import { until } from './workbench.mjs';

const run = await startSteps({
  name: 'web',
  settings: { 'remote.extensionKind': { 'kubecompat.kubecompat': ['web'] } },
});
const { page, workbench } = run;
const folder = join(workbench.home, 'manifests');
mkdirSync(folder);
cpSync(join(import.meta.dirname, 'fixtures'), folder, { recursive: true });
const file = join(folder, 'quick-fix.yaml');
const original = readFileSync(file, 'utf8');

const line = (text) => run.line(text);
const status = (text) => page.locator('.statusbar-item', { hasText: text }).first();
const configured = (name, version) => `targets:\n  ${name}: { binaryVersion: "${version}" }\ndefault: [${name}]\n`;
const marked = '.editor-instance .squiggly-error';

try {
  await run.step('sees what is wrong underlined', async () => {
    await run.open(folder);
    await page.getByRole('treeitem', { name: 'quick-fix.yaml' }).dblclick();
    await line('batch/v1beta1').waitFor();
    await page.locator(marked).first().waitFor({ state: 'attached' });
    await status(/1\.\d\d/).waitFor();
  });

  await run.step('runs in the web worker, and offers no live clusters there', async () => {
    await run.command('Developer: Show Running Extensions');
    const entry = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Kubecompat' });
    const list = page.locator('.runtime-extensions-editor .monaco-list').first();
    await until('the extension', async () => {
      if ((await entry.count()) > 0) return true;
      await list.hover();
      await page.mouse.wheel(0, 100);
      return false;
    });
    assert.match(await entry.textContent(), /web worker/);
    await run.picture('1-running');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').first().fill('>Kubecompat: Add Live');
    await page.getByText('similar commands').first().waitFor();
    assert.equal(await page.locator('.quick-input-list').getByText('Add Live Cluster').count(), 0);
    await page.keyboard.press('Escape');
  });

  await run.step('hovers and reads why', async () => {
    await run.hovered('batch/v1beta1', 'removed-api');
    await run.picture('2-hover');
  });

  await run.step('takes the quick fix and saves it', async () => {
    await page.keyboard.press('Escape');
    await line('batch/v1beta1').getByText('batch/v1beta1').first().click();
    await (await run.menuWith('batch/v1')).click();
    await page.locator(marked).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    await until('the file to be saved', () => readFileSync(file, 'utf8') !== original);
    assert.equal(readFileSync(file, 'utf8'), original.replace('batch/v1beta1', 'batch/v1'));
  });

  await run.step('goes by a configuration that is written while it runs, and by what it says next', async () => {
    writeFileSync(join(folder, '.kubecompat.yaml'), configured('old', '1.20'));
    await status('old').waitFor();
    writeFileSync(join(folder, '.kubecompat.yaml'), configured('older', '1.19'));
    await status('older').waitFor();
    await page.locator(marked).first().waitFor({ state: 'attached' });
    await run.picture('3-configured');
    rmSync(join(folder, '.kubecompat.yaml'));
    await page.locator(marked).first().waitFor({ state: 'detached' });
  });

  await run.step('completes by the targets', async () => {
    await line('schedule').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'concurrencyPolicy' }).first().waitFor();
    await run.picture('4-completion');
    await page.keyboard.press('Escape');
    await run.command('File: Revert File');
  });

  await run.step('reads the report of files that are not open, and goes to one of them', async () => {
    await run.command('Kubecompat: Show Workspace Report');
    const report = await until('the report', async () => {
      for (const frame of page.frames()) {
        const found = frame.locator('caption', { hasText: 'Resources by target' }).count();
        if ((await found.catch(() => 0)) > 0) return frame;
      }
      return undefined;
    });
    const row = report.locator('tbody', { hasText: 'clean-up' }).first();
    await row.waitFor();
    await run.picture('5-report');
    await row.locator('.fold').click();
    await row.locator('button[data-finding]').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'cronjobs.yaml' }).waitFor();
  });

  await run.step('sees what is wrong with a resource of a project whose definitions were not loaded yet', async () => {
    writeFileSync(
      join(folder, 'certificate.yaml'),
      'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: { name: a, namespace: b }\nspec:\n  secretName: a\n  colour: red\n',
    );
    await page.getByRole('treeitem', { name: 'certificate.yaml' }).dblclick();
    await line('colour').waitFor();
    await page.locator('.editor-instance .squiggly-warning').first().waitFor({ state: 'attached' });
    await run.picture('6-certificate');
  });

  await run.step('reads what a field is for, of a project and of Kubernetes', async () => {
    await run.hovered('secretName', 'Name of the Secret resource');
    await run.picture('7-field');
    await run.hovered('metadata', 'metadata that all persisted resources must have');
  });
} finally {
  await run.end();
}
