// A user's steps with the packaged extension in a real workbench, with screenshots.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { waitMs } from '../guards.mjs';
import { need } from '../setup/needs.mjs';
import { notRun } from '../setup/notRun.mjs';
import { outFolder, startBrowser, startWorkbench, until } from './workbench.mjs';

/**
 * Packages the extension, installs it in a workbench after `others` (paths of .vsix files), and opens a browser; ends
 * the process if that is not possible.
 */
export async function startSteps({ name, settings = {}, others = [], viewport = { width: 1200, height: 720 } }) {
  const chromium = need('chromium');
  const missing = chromium.reason ?? need('test workbench').reason;
  if (missing !== undefined) notRun(missing);
  const shots = outFolder(name);
  const vsix = join(shots, 'kubecompat.vsix');
  const packaged = spawnSync(process.execPath, ['scripts/package.mjs', vsix], { encoding: 'utf8' });
  if (packaged.status !== 0) {
    console.error(packaged.stdout, packaged.stderr);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
  const workbench = await startWorkbench({ vsix, others, settings: { 'window.commandCenter': false, ...settings } });
  const browser = await startBrowser(chromium.path);
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(waitMs);
  return new Steps({ shots, workbench, browser, page });
}

/** The steps of one run, which ends at the first failure. */
class Steps {
  passed = 0;
  failed = 0;

  constructor({ shots, workbench, browser, page }) {
    Object.assign(this, { shots, workbench, browser, page });
  }

  /** One action of a user, with what must appear. */
  async step(title, work) {
    if (this.failed > 0) return;
    try {
      await work(this.page);
      this.passed++;
      console.log(`ok   ${title}`);
    } catch (error) {
      this.failed++;
      console.log(`FAIL ${title}: ${error instanceof Error ? error.message : error}`);
      await this.picture('failed');
      console.log(this.workbench.readLog());
    }
  }

  /** Opens a folder in the workbench. */
  async open(folder) {
    await this.page.goto(`http://${this.workbench.address}/?folder=${encodeURIComponent(folder)}`);
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** The first line of the editor that has a text. */
  line(text) {
    return this.page.locator('.editor-instance .view-line', { hasText: text }).first();
  }

  /** Hovers over a word in the editor until the hover has a text. */
  hovered(word, text) {
    return until(`"${text}" on hover`, async (timeout) => {
      await this.page.mouse.move(5, 5);
      await this.line(word).getByText(word).first().hover();
      const shown = this.page.locator('.monaco-hover', { hasText: text }).first();
      return shown.waitFor({ timeout: timeout }).then(
        () => true,
        () => false,
      );
    });
  }

  /**
   * Opens the menu of quick fixes until it has a title, and returns its row: the light bulb's request can cancel it.
   */
  async menuWith(title) {
    const choice = this.page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
    await until(`"${title}" in the menu`, async (timeout) => {
      await this.page.keyboard.press('Control+Period');
      return choice.waitFor({ timeout: timeout }).then(
        () => true,
        () => this.page.keyboard.press('Escape').then(() => false),
      );
    });
    return choice;
  }

  /** Runs a command by its title in the palette. */
  async command(title) {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Selects an entry in the list with a title. */
  async pick(title, label) {
    await this.page.locator('.quick-input-title', { hasText: title }).waitFor();
    const name = this.page.locator('.quick-input-list .label-name').getByText(label, { exact: true });
    await name.first().click();
  }

  picture(name) {
    return this.page.screenshot({ path: join(this.shots, `${name}.png`) });
  }

  /** Stops everything and prints the result. */
  async end() {
    await this.browser.close();
    await this.workbench.stop();
    if (this.failed === 0) this.workbench.clean();
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}
