// Installs the packaged extension in a real workbench and uses it in a real browser like a user. Screenshots go to
// out/ui.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSteps } from './steps.mjs';
import { until } from './workbench.mjs';

const run = await startSteps({ name: 'ui' });
const { page, workbench, shots } = run;
const folder = join(workbench.home, 'manifests');
mkdirSync(folder);
cpSync(join(import.meta.dirname, 'fixtures'), folder, { recursive: true });
writeFileSync(
  join(folder, 'kubeadm.yaml'),
  'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.36.2\n',
);
const file = join(folder, 'quick-fix.yaml');
const original = readFileSync(file, 'utf8');
const step = (title, work) => run.step(title, work);
const runCommand = (title) => run.command(title);

const line = (text) => run.line(text);
const marked = '.editor-instance .squiggly-error';

/** The page inside the report panel: a nested frame. */
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
  await step('is told on the first look, once, what was found, and against which target', async () => {
    await run.open(folder);
    const greeting = page.locator('.notification-toast', { hasText: 'Which cluster do you run?' });
    await greeting.getByText(/checked \d+ of \d+ resources against Kubernetes 1\.\d\d/).waitFor();
    await greeting.getByText('kubeadm.yaml describes one').waitFor();
    await greeting.getByRole('button', { name: 'Use 1.36 \u00b7 kubeadm' }).waitFor();
    await greeting.getByRole('button', { name: 'Select Targets' }).waitFor();
    await page
      .locator('.statusbar-item', { hasText: /1\.\d\d/ })
      .first()
      .waitFor();
    assert.equal(await page.locator('.tab').count(), 0, 'no editor is open');
    await run.picture('0-first-look');
    await greeting.hover();
    await greeting.locator('.codicon-notifications-clear').click();
    await greeting.waitFor({ state: 'detached' });
    await run.open(folder);
    await page
      .locator('.statusbar-item', { hasText: /1\.\d\d/ })
      .first()
      .waitFor();
    assert.equal(await greeting.count(), 0, 'it is said once');
  });

  await step('opens a manifest and sees what is wrong underlined', async () => {
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
    await run.hovered('batch/v1beta1', 'removed-api');
    await page.screenshot({ path: join(shots, '1-hover.png') });
  });

  await step('takes the quick fix from the menu', async () => {
    await page.keyboard.press('Escape');
    await line('batch/v1beta1').getByText('batch/v1beta1').first().click();
    // The light bulb is in the margin or, if there is room, in the line.
    await page.locator('.editor-instance [class*="lightbulb" i]:visible').first().waitFor();
    const choice = await run.menuWith('batch/v1');
    await page.screenshot({ path: join(shots, '2-menu.png') });
    await choice.click();
    await page.locator(marked).first().waitFor({ state: 'detached' });
  });

  await step('saves, and the file on disk differs in that word alone', async () => {
    await page.keyboard.press('Control+S');
    const wanted = original.replace('batch/v1beta1', 'batch/v1');
    // The editor truncates a file before it writes it.
    const saved = await until('the file to be saved', () => {
      const text = readFileSync(file, 'utf8');
      return text === original || text === '' ? undefined : text;
    });
    assert.equal(saved, wanted);
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
    const row = report.locator('tbody', { hasText: 'clean-up' }).first();
    await row.locator('.fold').focus();
    await page.keyboard.press('Enter');
    await page.screenshot({ path: join(shots, '4-report-details.png') });
    await row.locator('button[data-finding]').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'cronjobs.yaml' }).waitFor();
    await page
      .locator('.statusbar-item', { hasText: /Ln 16, Col/ })
      .first()
      .waitFor();
  });

  await step('asks for the fixes of a finding of the report, and sees them in the file', async () => {
    await runCommand('Kubecompat: Show Workspace Report');
    const report = await reportFrame();
    const row = report.locator('tbody', { hasText: 'clean-up' }).first();
    await row.locator('.fold').click();
    await row.locator('button[data-fix]').first().click();
    await page.locator('.tab.active', { hasText: 'cronjobs.yaml' }).waitFor();
    await page.locator('.action-widget', { hasText: 'Convert' }).waitFor();
    await page.keyboard.press('Escape');
  });

  const settingsFile = join(folder, '.vscode', 'settings.json');
  const chosen = () => (existsSync(settingsFile) ? JSON.parse(readFileSync(settingsFile, 'utf8') || '{}') : {});
  const targets = () => chosen()['kubecompat.targets'];
  const title = (text) => page.locator('.quick-input-title', { hasText: text });
  const typeTarget = async (text) => {
    await runCommand('Kubecompat: Select Targets');
    await title('Check manifests against').waitFor();
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    if (text !== '') await page.keyboard.type(text);
  };
  const targetsAre = (wanted) =>
    until(`the targets ${wanted}`, () => JSON.stringify(targets()) === JSON.stringify(wanted));

  await step('presses Enter in the list of targets, and nothing is written', async () => {
    await typeTarget('');
    await page.keyboard.press('Enter');
    await title('Check manifests against').waitFor({ state: 'hidden' });
    assert.equal(targets(), undefined);
  });

  await step('types a target and presses Enter, and gets exactly that', async () => {
    await page.locator(marked).first().waitFor({ state: 'attached' });
    await typeTarget('1.24');
    await page.keyboard.press('Enter');
    await targetsAre(['1.24']);
    await page.locator(marked).first().waitFor({ state: 'detached' });
    await typeTarget('1.37,emulated-version=1.35');
    await run.picture('5-typed-target');
    await page.keyboard.press('Enter');
    await targetsAre(['1.37,emulated-version=1.35']);
    await page.locator('.statusbar-item', { hasText: '1.37 as 1.35' }).first().waitFor();
    await typeTarget('1.3');
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await targetsAre(['1.34']);
  });

  await step('types two targets at once, and reads how they are understood', async () => {
    await typeTarget('1.24, 1.37 as 1.36');
    const understood = '2 targets: kube-apiserver 1.24; kube-apiserver 1.37, emulating 1.36';
    await page.locator('.quick-input-list .monaco-list-row', { hasText: understood }).first().waitFor();
    await run.picture('5-two-targets');
    await page.keyboard.press('Enter');
    await targetsAre(['1.24', '1.37 as 1.36']);
    const status = page.locator('.statusbar-item', { hasText: '1.24, 1.37 as 1.36' }).first();
    await status.waitFor();
    await status.locator('.codicon-sync').waitFor({ state: 'detached' });
  });

  await step('sees at the top of the list what is in use, and that typed text is refused at once', async () => {
    await typeTarget('');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    assert.match((await rows.nth(0).textContent()) ?? '', /1\.24/);
    await rows.filter({ hasText: 'Check Against Several Targets' }).first().waitFor();
    await run.picture('5-in-use');
    await page.keyboard.type('1.37 banana');
    await rows.filter({ hasText: 'is not a Kubernetes version' }).first().waitFor();
    await page.keyboard.press('Escape');
  });

  await step('chooses a cluster that a file describes, by its version', async () => {
    await typeTarget('kubeadm');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: '1.36 \u00b7 kubeadm' }).first().waitFor();
    await run.picture('5-described');
    await page.keyboard.press('Enter');
    await targetsAre(['from=kubeadm.yaml']);
    await page.locator('.statusbar-item', { hasText: '1.36 \u00b7 kubeadm' }).first().waitFor();
    await typeTarget('');
    await run.picture('5-described-in-use');
    await page.keyboard.type('1.34');
    await page.keyboard.press('Enter');
    await targetsAre(['1.34']);
  });

  await step('is told in the list what is wrong with a target, and the last one stays', async () => {
    await typeTarget('1.99');
    const refused = page.locator('.quick-input-list .monaco-list-row', { hasText: '1.8 to 1.' }).first();
    await refused.waitFor();
    await run.picture('5-refused-target');
    await page.keyboard.press('Enter');
    await refused.waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(targets(), ['1.34']);
  });

  await step('emulates an older version', async () => {
    await typeTarget('Emulate');
    await page.keyboard.press('Enter');
    await title('emulates an older version').waitFor();
    await run.picture('5-emulations');
    await run.pick('emulates an older version', '1.36,emulated-version=1.34');
    await targetsAre(['1.36,emulated-version=1.34']);
    await runCommand('Kubecompat: Select Targets');
    await run.pick('Check manifests against', 'Use the Configured Targets Again');
    await until('the setting to go', () => targets() === undefined);
  });

  await step('chooses several targets and sees the verdict change', async () => {
    // The list preselects the active targets, so those of the previous step must be gone.
    await page
      .locator('.statusbar-item', { hasText: /^\s*1\.37\s*$/ })
      .first()
      .waitFor();
    await page.locator(marked).first().waitFor({ state: 'attached' });
    await typeTarget('several');
    await page.keyboard.press('Enter');
    await title('several targets').waitFor();
    const filter = page.locator('.quick-input-widget input[type="text"]').first();
    const toggle = async (name, selected) => {
      await filter.fill(name);
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first();
      await row.locator('.monaco-checkbox, input[type="checkbox"]').first().click();
      await page.locator('.quick-input-widget', { hasText: `${selected} Selected` }).waitFor();
    };
    await toggle('1.37', 0);
    await toggle('1.24', 1);
    await toggle('1.23', 2);
    await run.picture('5-targets');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await targetsAre(['1.24', '1.23']);
    await page.locator(marked).first().waitFor({ state: 'detached' });
    await page.locator('.statusbar-item', { hasText: '1.24' }).first().waitFor();
    await run.picture('6-other-target');
  });
} finally {
  await run.end();
}
