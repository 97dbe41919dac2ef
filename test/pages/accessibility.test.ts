import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium } from 'playwright-core';
import { Workspace } from '../cli/harness.ts';
import { setUp } from '../harness/setUp.ts';
import { seriousViolations } from '../support/seriousViolations.ts';

const sample = fileURLToPath(new URL('../../sample', import.meta.url));
const chromiumPath = setUp('chromium');

/** What a reader's system may ask for. */
const settings = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

describe('the pages of reports and plans, in a browser', () => {
  let workspace: Workspace;
  let browser: Browser | undefined;

  before(async function () {
    workspace = new Workspace({});
    const executablePath = chromiumPath(this);
    cpSync(sample, join(workspace.path, 'sample'), { recursive: true });
    const page = (name: string, args: readonly string[]) => workspace.write(name, workspace.run(args).stdout);
    page('report.html', [
      'check',
      'sample',
      '--target',
      '1.21',
      '--target',
      '1.34',
      '--target',
      '1.37',
      '--format',
      'html',
    ]);
    page('one.html', ['check', 'sample', '--format', 'html']);
    page('plan.html', ['plan', '--from', '1.34', '--to', '1.37', 'sample', '--format', 'html']);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  });

  after(async () => {
    await browser?.close();
    workspace.remove();
  });

  const open = async (name: string, setting: (typeof settings)[number] = settings[0], width = 1000) => {
    assert.ok(browser !== undefined);
    const page = await browser.newPage({ ...setting, viewport: { width, height: 800 } });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(pathToFileURL(join(workspace.path, name)).href);
    return { page, errors };
  };

  for (const name of ['report.html', 'one.html', 'plan.html']) {
    it(`${name} has no serious problem for axe, folded and unfolded, in every colour scheme`, async () => {
      for (const setting of settings) {
        const { page, errors } = await open(name, setting);
        for (const unfold of [false, true]) {
          if (unfold) await page.locator('#all').click();
          await page.evaluate(axe.source);
          const found = await page.evaluate('axe.run()');
          assert.deepEqual(seriousViolations(found), []);
        }
        assert.deepEqual(errors, []);
        await page.close();
      }
    });

    it(`${name} fits a narrow window`, async () => {
      const { page } = await open(name, settings[0], 420);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, 420);
      await page.close();
    });
  }

  it('the report can be filtered by tiles, unfolded by keyboard and copied', async () => {
    const { page } = await open('report.html');
    const rows = page.locator('tbody:visible');
    const all = await rows.count();
    await page.locator('[data-filter=dropped]').focus();
    await page.keyboard.press('Enter');
    assert.equal(await rows.count(), 1);
    assert.equal(await page.locator('#shown').textContent(), `1 of ${all}`);
    assert.equal(await page.locator('.details:visible').count(), 0);
    await page.locator('tbody:visible .fold').focus();
    await page.keyboard.press('Enter');
    assert.match((await page.locator('.details:visible').textContent()) ?? '', /maxUnavailable/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#copy').click();
    await page.getByText('Copied').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(copied, /^- \*\*StatefulSet shop\/cache apps\/v1, sample\/cache\/statefulset\.yaml\*\*\n {2}- /);
    await page.close();
  });
});
