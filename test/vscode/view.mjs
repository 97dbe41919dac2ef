// Uses the Compatibility view, its menus and the walkthrough in a real workbench. Screenshots go to out/view.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSteps } from './steps.mjs';
import { until } from './workbench.mjs';

const run = await startSteps({ name: 'view', settings: { 'workbench.colorTheme': 'Light Modern' } });
const { page, workbench } = run;
const folder = join(workbench.home, 'shop');
cpSync('sample', folder, { recursive: true });
cpSync(join(import.meta.dirname, 'fixtures', 'closed', 'role.yaml'), join(folder, 'rbac', 'role.yaml'));
const empty = join(workbench.home, 'empty');
mkdirSync(empty);

const row = (text) => page.locator('.pane-body .monaco-list-row', { hasText: text }).first();
const viewIcon = () =>
  page.locator('.activitybar .action-item', { has: page.locator('[aria-label^="Compatibility"]') });
const settings = {};
const setting = (name, value) => {
  settings[name] = value;
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
};

try {
  await run.step('reads in a folder without manifests what to do', async () => {
    await run.open(empty);
    await viewIcon().click();
    await page.getByText('There are no Kubernetes manifests here').waitFor();
    await page.getByRole('button', { name: 'Check Everything Again' }).first().waitFor();
    await run.picture('1-empty');
  });

  await run.step('sees everything that is found, without opening a file', async () => {
    await run.open(folder);
    await viewIcon().click();
    await row('The API version is no longer served').waitFor();
    await row('removed-api').waitFor();
    assert.equal(await page.locator('.tab').count(), 0, 'no editor is open');
    await page
      .getByText(/errors, \d+ warnings at prod, in \d+ of \d+ files/)
      .first()
      .waitFor();
    await viewIcon().locator('.badge', { hasText: /^\d+$/ }).waitFor();
    await run.picture('2-by-finding');
  });

  await run.step('goes to a place with the keyboard, and hears what it is', async () => {
    await row('removed-api').click();
    const label = await until('the rows', () => row('role.yaml').getAttribute('aria-label'));
    assert.match(label, /Error; removed-api; Role [\w-]+; .*; .*role\.yaml, line 1/);
    assert.match((await row('role.yaml').textContent()) ?? '', /^Role [\w-]+/, 'a narrow row shows what it is');
    const focused = page.locator('.monaco-list-row.focused[aria-label*="role.yaml"]');
    await until('the row', async () => {
      if ((await focused.count()) > 0) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'role.yaml' }).waitFor();
    await run.picture('3-opened');
  });

  await run.step('puts the findings together by target, and by file', async () => {
    await run.command('Kubecompat: Group Findings by');
    await run.pick('Group findings by', 'Target');
    await until('the targets', async () => (await row('removed-api').count()) === 0);
    await run.picture('4-by-target');
    await run.command('Kubecompat: Group Findings by');
    await run.pick('Group findings by', 'File');
    await row('role.yaml').waitFor();
    await run.picture('5-by-file');
  });

  await run.step('fixes what is below a node, after a look at the changes', async () => {
    await row('role.yaml').hover();
    await row('role.yaml').getByRole('button', { name: 'Apply All Safe Fixes Below This' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('Apply 1 safe fix in 1 file?').waitFor();
    await run.picture('6-question');
    await dialog.getByRole('button', { name: 'Review Each Change' }).click();
    const changed = page.locator('.multiDiffEntry .modified .view-line', { hasText: 'k8s.io/v1' }).first();
    await changed.waitFor();
    await run.picture('7-each-change');
    await page.getByRole('button', { name: 'Choose Among the Reviewed Fixes' }).first().click();
    const change = page.locator('.quick-input-list .monaco-list-row', { hasText: 'Role' }).first();
    await change.waitFor();
    assert.equal(await change.locator('input[type="checkbox"]:checked, .monaco-checkbox.checked').count(), 1, 'ticked');
    await run.picture('7-choice');
    await change.hover();
    await change.getByRole('button', { name: 'Show the Change' }).click();
    await page.locator('.tab.active', { hasText: 'role.yaml' }).waitFor();
    await page.getByRole('button', { name: 'Apply This Change' }).first().waitFor();
    await run.picture('7-shown-change');
    await page.locator('.quick-input-widget input[type="text"]').first().press('Escape');
    await row('role.yaml').hover();
    await row('role.yaml').getByRole('button', { name: 'Apply All Safe Fixes Below This' }).click();
    await dialog.getByText('Apply 1 safe fix in 1 file?').waitFor();
    await dialog.getByRole('button', { name: 'Review Each Change' }).click();
    await changed.waitFor();
    await page.getByRole('button', { name: 'Apply All Reviewed Fixes' }).first().click();
    await page.locator('.tab', { hasText: '1 safe fix' }).waitFor({ state: 'detached' });
    await until('the row to go', async () => (await row('role.yaml').count()) === 0);
    await page.getByText('applied 1 safe fix in 1 file. No errors remain.').first().waitFor();
    await run.picture('7-fixed');
    const file = join(folder, 'rbac', 'role.yaml');
    await until('the file to be saved', () =>
      readFileSync(file, 'utf8').startsWith('apiVersion: rbac.authorization.k8s.io/v1\n'),
    );
  });

  await run.step('sees it in high contrast', async () => {
    setting('workbench.colorTheme', 'Default High Contrast');
    await page.locator('.monaco-workbench.hc-black').waitFor();
    await run.command('Kubecompat: Group Findings by');
    await run.pick('Group findings by', 'Finding');
    await row('removed-api').waitFor();
    await run.picture('8-high-contrast');
    setting('workbench.colorTheme', 'Dark Modern');
    await page.locator('.monaco-workbench.vs-dark').waitFor();
  });

  await run.step('has a folder checked from the Explorer where only open files are', async () => {
    setting('kubecompat.workspaceDiagnostics', 'openFiles');
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+W');
    await page.getByText('Only open files are checked').waitFor();
    await run.picture('9-open-files');
    await run.command('View: Show Explorer');
    await page.getByRole('treeitem', { name: 'web', exact: true }).click({ button: 'right' });
    const entry = (text) => page.locator('.monaco-menu .action-item', { hasText: text }).last();
    await entry('Kubecompat').hover();
    // A newly opened menu ignores clicks for a moment, to prevent accidental choices.
    const check = entry('Check the Folder or Workspace');
    await check.waitFor();
    await until('the menu to take the choice', async (timeout) => {
      if (!(await check.isVisible())) return true;
      await check.hover({ timeout: timeout }).catch(() => undefined);
      await page.mouse.down();
      await page.mouse.up();
      return check.waitFor({ state: 'hidden', timeout: 250 }).then(
        () => true,
        () => false,
      );
    });
    await row('removed-api').waitFor();
    await run.picture('10-folder');
  });

  await run.step('is shown around', async () => {
    await run.command('Kubecompat: Show Me Around');
    await page.getByText('Pick a target').first().waitFor();
    await page.locator('.getting-started-media, .getting-started-step').first().waitFor();
    await run.picture('11-walkthrough');
  });
} finally {
  await run.end();
}
