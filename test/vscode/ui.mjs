// Installs the packaged extension in a real workbench and works with it in a real browser as a person does.
// Screenshots go to out/ui.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needChromium, needHost, notRun } from './setup.mjs';
import { outFolder, startBrowser, startWorkbench, until } from './workbench.mjs';

const chromium = needChromium();
const missing = chromium.reason ?? needHost();
if (missing !== undefined) notRun(missing);

const shots = outFolder('ui');
const vsix = join(shots, 'kubecompat.vsix');
const packaged = spawnSync(process.execPath, ['scripts/package.mjs', vsix], { encoding: 'utf8' });
if (packaged.status !== 0) {
  console.error(packaged.stdout, packaged.stderr);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const workbench = await startWorkbench({ vsix, settings: { 'window.commandCenter': false } });
const folder = join(workbench.home, 'manifests');
mkdirSync(folder);
cpSync(join(import.meta.dirname, 'fixtures'), folder, { recursive: true });
const file = join(folder, 'quick-fix.yaml');
const original = readFileSync(file, 'utf8');

let passed = 0;
let failed = 0;
let browser;
let page;

/** One thing that a person does and sees. After one that fails the others make no sense. */
async function step(title, work) {
  if (failed > 0) return;
  try {
    await work();
    passed++;
    console.log(`ok   ${title}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${title}: ${error instanceof Error ? error.message : error}`);
    await page?.screenshot({ path: join(shots, 'failed.png') });
    console.log(workbench.readLog());
  }
}

const line = (text) => page.locator('.editor-instance .view-line', { hasText: text }).first();
const marked = '.editor-instance .squiggly-error';

async function runCommand(title) {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input').first();
  await input.waitFor();
  await input.fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** The page inside the report panel: a frame in a frame. */
async function reportFrame() {
  return until('the report', async () => {
    for (const frame of page.frames()) {
      if (
        (await frame
          .locator('caption', { hasText: 'Resources by target' })
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    }
    return undefined;
  });
}

try {
  browser = await startBrowser(chromium.path);
  page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
  page.setDefaultTimeout(30_000);

  await step('opens a manifest and sees what is wrong underlined', async () => {
    await page.goto(`http://${workbench.address}/?folder=${encodeURIComponent(folder)}`);
    await page.locator('.monaco-workbench').waitFor();
    await page.getByRole('treeitem', { name: 'quick-fix.yaml' }).dblclick();
    await line('batch/v1beta1').waitFor();
    await page.locator(marked).first().waitFor({ state: 'attached' });
  });

  await step('reads in the status bar what the file is judged against', async () => {
    const item = page.locator('[id="kubecompat.kubecompat.kubecompat.targets"], .statusbar-item', {
      hasText: /1\.\d\d/,
    });
    await item.first().waitFor();
  });

  await step('hovers and reads why', async () => {
    const hover = page.locator('.monaco-hover', { hasText: 'removed-api' }).first();
    await until('the hover', async () => {
      await page.mouse.move(5, 5);
      await line('batch/v1beta1').getByText('batch/v1beta1').first().hover();
      return hover.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
    await page.screenshot({ path: join(shots, '1-hover.png') });
  });

  await step('takes the quick fix from the menu', async () => {
    await page.keyboard.press('Escape');
    await line('batch/v1beta1').getByText('batch/v1beta1').first().click();
    // The light bulb stands in the margin or, where there is room, in the line.
    await page.locator('.editor-instance [class*="lightbulb" i]:visible').first().waitFor();
    const choice = page.locator('.action-widget .monaco-list-row', { hasText: 'batch/v1' }).first();
    // The light bulb's own request can cancel the menu's.
    await until('the menu', async () => {
      await page.keyboard.press('Control+Period');
      return choice.waitFor({ timeout: 4000 }).then(
        () => true,
        () => page.keyboard.press('Escape').then(() => false),
      );
    });
    await page.screenshot({ path: join(shots, '2-menu.png') });
    await page.keyboard.press('Enter');
    await page.locator(marked).first().waitFor({ state: 'detached' });
  });

  await step('saves, and the file on disk differs in that word alone', async () => {
    await page.keyboard.press('Control+S');
    const wanted = original.replace('batch/v1beta1', 'batch/v1');
    await until('the file to be saved', () => readFileSync(file, 'utf8') !== original);
    assert.equal(readFileSync(file, 'utf8'), wanted);
    await page.screenshot({ path: join(shots, '3-fixed.png') });
  });

  await step('reads the workspace report', async () => {
    await runCommand('Kubecompat: Show Workspace Report');
    const report = await reportFrame();
    await report.locator('tbody th', { hasText: 'CronJob' }).first().waitFor();
    assert.ok((await report.locator('button[data-finding]').count()) > 0);
    await page.screenshot({ path: join(shots, '4-report.png') });
  });

  await step('goes from a finding of the report to its place in the file, with the keyboard', async () => {
    const report = await reportFrame();
    const row = report.locator('tr', { hasText: 'clean-up' }).first();
    const button = row.locator('xpath=following-sibling::tr[1]').locator('button[data-finding]').first();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'cronjobs.yaml' }).waitFor();
    await page
      .locator('.statusbar-item', { hasText: /Ln 16, Col/ })
      .first()
      .waitFor();
  });

  await step('chooses another target and sees the verdict change', async () => {
    await page.locator(marked).first().waitFor({ state: 'attached' });
    await runCommand('Kubecompat: Select Targets');
    const list = page.locator('.quick-input-list');
    await list.waitFor();
    const filter = page.locator('.quick-input-widget input[type="text"]').first();
    const choose = async (name) => {
      await filter.fill(name);
      await list
        .locator('.monaco-list-row', { hasText: name })
        .first()
        .locator('.monaco-checkbox, input[type="checkbox"]')
        .first()
        .click();
    };
    await choose('1.37');
    await choose('1.24');
    await page.screenshot({ path: join(shots, '5-targets.png') });
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await page.locator(marked).first().waitFor({ state: 'detached' });
    await page.locator('.statusbar-item', { hasText: '1.24' }).first().waitFor();
    await page.screenshot({ path: join(shots, '6-other-target.png') });
  });
} finally {
  await browser?.close();
  await workbench.stop();
}
if (failed === 0) workbench.clean();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
