// Takes the screenshots of the README, docs/images/editor.png and view.png: the sample workspace in a real workbench.
// Run it manually after `npm run build` if the user interface has changed, and check the results.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { waitMs } from '../guards.mjs';
import { need } from '../setup/needs.mjs';
import { outFolder, startBrowser, startWorkbench, until } from './workbench.mjs';

const chromium = need('chromium');
const missing = chromium.reason ?? need('test workbench').reason;
if (missing !== undefined) throw new Error(missing);

const vsix = join(outFolder('ui'), 'kubecompat.vsix');
if (spawnSync(process.execPath, ['scripts/package.mjs', vsix], { stdio: 'inherit' }).status !== 0) process.exit(1);
const settings = { 'window.commandCenter': false, 'editor.minimap.enabled': false, 'breadcrumbs.enabled': false };
const workbench = await startWorkbench({ vsix, settings });
const folder = join(workbench.home, 'shop');
cpSync('sample', folder, { recursive: true });
let browser;
try {
  browser = await startBrowser(chromium.path);
  const page = await browser.newPage({ viewport: { width: 1100, height: 600 } });
  page.setDefaultTimeout(waitMs);
  await page.goto(`http://${workbench.address}/?folder=${encodeURIComponent(folder)}`);
  await page.locator('.monaco-workbench').waitFor();
  const open = async (name) => {
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().fill(name);
    await page
      .locator('.quick-input-list .monaco-list-row', { hasText: name.split('/').at(-1) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
  };
  await open('web/ingress.yaml');
  await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
  await open('cache/statefulset.yaml');
  await page.locator('.tab.active', { hasText: 'statefulset.yaml' }).waitFor();
  await page.keyboard.press('Control+G');
  await page.locator('.quick-input-widget input').first().fill(':29');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'line 29' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  const field = page.locator('.editor-instance .view-line', { hasText: 'maxUnavailable' }).first();
  await until('the hover', async (timeout) => {
    await page.mouse.move(5, 5);
    await field.getByText('maxUnavailable').first().hover();
    const hover = page.locator('.monaco-hover', { hasText: 'MaxUnavailableStatefulSet' }).first();
    return hover.waitFor({ timeout: timeout }).then(
      () => true,
      () => false,
    );
  });
  mkdirSync('docs/images', { recursive: true });
  await page.screenshot({ path: 'docs/images/editor.png' });

  await page.keyboard.press('Escape');
  await page.locator('.activitybar .action-item', { has: page.locator('[aria-label^="Compatibility"]') }).click();
  const row = (text) => page.locator('.pane-body .monaco-list-row', { hasText: text }).first();
  await row('removed-api').click();
  await row('web/ingress.yaml').click();
  await page.locator('.tab.active', { hasText: 'ingress.yaml' }).waitFor();
  await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
  await row('removed-api').hover();
  await page.screenshot({ path: 'docs/images/view.png' });
} catch (error) {
  await browser
    ?.contexts()[0]
    ?.pages()[0]
    ?.screenshot({ path: join(outFolder('ui'), 'failed.png') });
  throw error;
} finally {
  await browser?.close();
  await workbench.stop();
  workbench.clean();
}
