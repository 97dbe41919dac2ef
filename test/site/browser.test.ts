import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { waitMs } from '../harness/guards.ts';
import { setUp } from '../harness/setUp.ts';
import { seriousViolations } from '../support/seriousViolations.ts';
import { madeSite } from './madeSite.ts';
import { type SiteServer, serveSite } from './siteServer.ts';

const chromiumPath = setUp('chromium');
const kinds = ['kinds/policy/poddisruptionbudget.html', 'kinds/cert-manager.io/certificate.html'];
const pages = [
  'index.html',
  'kinds/index.html',
  ...kinds,
  'findings/index.html',
  'findings/removed-api.html',
  'gates.html',
];

describe('the site, in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-site-'));
  let site: string;
  let server: SiteServer;
  let browser: Browser;

  before(async function () {
    const executablePath = chromiumPath(this);
    site = await madeSite(folder);
    server = await serveSite(site);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page; its errors, including policy violations, are in `errors`. */
  const open = async (path: string, setting: Parameters<Browser['newPage']>[0] = {}, base = server.address) => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...setting });
    page.setDefaultTimeout(waitMs);
    const errors: string[] = [];
    const elsewhere: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
    await page.goto(base + path);
    return { page, errors, elsewhere };
  };

  const summary = (page: Page, text: RegExp) => page.locator('#summary', { hasText: text }).waitFor();
  const message = (page: Page, text: RegExp) => page.locator('#message', { hasText: text }).waitFor();
  const content = (page: Page) => page.locator('#editor .cm-content');

  for (const path of pages) {
    it(`${path} has no serious problem for axe, light, dark and narrow`, async () => {
      const settings = [
        { colorScheme: 'light' },
        { colorScheme: 'dark', viewport: { width: 420, height: 800 } },
      ] as const;
      for (const setting of settings) {
        const { page, errors } = await open(path, setting);
        if (path === 'index.html') await summary(page, /2 findings/);
        await page.evaluate(axe.source);
        assert.deepEqual(seriousViolations(await page.evaluate('axe.run()')), []);
        const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
        assert.ok(overflow <= 0, `${path} is ${overflow} pixels too wide`);
        assert.deepEqual(errors, []);
        await page.close();
      }
    });
  }

  it('checks, fixes, converts and undoes, without sending anything', async () => {
    const { page, errors, elsewhere } = await open('index.html');
    await summary(page, /2 resources, 2 findings/);
    await page.getByRole('button', { name: 'Fix: Convert to policy/v1' }).click();
    await summary(page, /1 finding\./);
    await page.getByRole('button', { name: 'Fix all' }).click();
    await summary(page, /0 findings/);
    assert.match((await content(page).textContent()) ?? '', /batch\/v1kind: CronJob.*# every night/);
    await page.locator('#to').fill('batch/v1beta1');
    await page.locator('label.minor', { hasText: '1.20' }).click();
    await page.locator('label.minor', { hasText: '1.37' }).click();
    // Edits are undone one by one, even within the time in which the editor groups changes.
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await message(page, /CronJob clean-up: converted to batch\/v1beta1/);
    await content(page).press('Control+z');
    await page.locator('#editor .cm-line', { hasText: /^apiVersion: batch\/v1$/ }).waitFor();
    await page.locator('.minor[data-outcome=fine]', { hasText: '1.37' }).waitFor();
    assert.deepEqual([errors, elsewhere], [[], []]);
    await page.close();
  });

  it('loads the definitions of a project when a text uses its group', async () => {
    const { page } = await open('index.html');
    await summary(page, /findings/);
    server.taken();
    await page.locator('#example').selectOption('custom');
    await page.locator('#findings', { hasText: 'cert-manager' }).waitFor();
    assert.ok(server.taken().some(({ path }) => path === 'assets/sets/cert-manager.json'));
    await page.close();
  });

  it('describes a field on hover, and completes, by the language server in a worker', async () => {
    const { page, errors, elsewhere } = await open('index.html');
    await summary(page, /2 findings/);
    const first = server.taken().some(({ path }) => path.startsWith('assets/language/'));
    const line = page.locator('#editor .cm-line', { hasText: 'minAvailable: 2' });
    await line.getByText('minAvailable').hover();
    await page.locator('#editor .cm-tooltip .says', { hasText: '1.37: does not serve the kind' }).waitFor();
    // The language server is loaded lazily.
    assert.deepEqual([first, server.taken().some(({ path }) => path === 'assets/language/server.js')], [false, true]);
    await line.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('maxUn');
    // While the editor updates the list, Enter inserts a line break, so the option is clicked.
    await page.locator('#editor .cm-tooltip-autocomplete li', { hasText: /^maxUnavailable/ }).click();
    await page.locator('#editor .cm-line', { hasText: /^ {2}maxUnavailable: $/ }).waitFor();
    assert.deepEqual([errors, elsewhere], [[], []]);
    await page.close();
  });

  it('reports settings with which a target would not start', async () => {
    const { page } = await open('index.html');
    await page.locator('#expression').fill('1.37,emulated-version=1.20');
    await page.locator('#expression-says', { hasText: /emulat/ }).waitFor();
    await page.close();
  });

  it('has a link that opens the same state in another browser', async () => {
    const { page } = await open('index.html');
    await summary(page, /2 findings/);
    await page.locator('label.minor', { hasText: '1.21' }).click();
    await page.locator('#example').selectOption('dropped');
    await page.getByRole('button', { name: 'Copy a link' }).click();
    await message(page, /link/);
    const link = page.url().slice(server.address.length);
    await page.close();
    const other = await open(link);
    await summary(other.page, /1 resource, /);
    assert.match((await content(other.page).textContent()) ?? '', /kind: StatefulSet/);
    const chosen = await other.page
      .locator('input[name=minor]:checked')
      .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    assert.deepEqual(chosen, ['1.21', '1.37']);
    // A link that was truncated.
    const cut = await open(link.slice(0, -20));
    await message(cut.page, /cut off or damaged/);
    await summary(cut.page, /findings/);
    for (const { page: openPage } of [other, cut]) await openPage.close();
  });

  it('shows the content of hostile links and manifests as text', async () => {
    const hostile =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: "<script>alert(1)</script>"}\nspec: {"<img src=x onerror=alert(1)>": 1}\n';
    const { shareFragment } = await import('../../site/src/playground/share.ts');
    const fragment = shareFragment({ text: hostile, targets: ['1.37', '<img src=x onerror=alert(1)>'] });
    const { page, errors } = await open(`index.html#${fragment}`);
    page.on('dialog', () => errors.push('a dialog'));
    await page.locator('#expression-says', { hasText: /<img/ }).waitFor();
    await page.locator('#findings', { hasText: '<img src=x' }).waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.deepEqual(errors, []);
    await page.close();
  });

  it('reports that a text is too long, and keeps the previous one', async () => {
    const { page } = await open('index.html');
    await summary(page, /2 findings/);
    await page
      .locator('#open')
      .setInputFiles({ name: 'a.yaml', mimeType: 'text/yaml', buffer: Buffer.alloc(10_000_000, 'a: b\n') });
    await message(page, /10\.0 million characters; the playground accepts 1 million/);
    // As a paste.
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/plain', 'a: b\\n'.repeat(2_000_000));
      const place = document.querySelector('#editor').shadowRoot.querySelector('.cm-content');
      place.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
    await message(page, /10\.0 million characters/);
    assert.match((await content(page).textContent()) ?? '', /PodDisruptionBudget/);
    await page.close();
  });

  it('works if it is opened from files, without a server', async () => {
    const base = `${pathToFileURL(site).href}/`;
    const { page } = await open('index.html', {}, base);
    await summary(page, /2 resources, 2 findings/);
    await page.getByRole('link', { name: 'Can I use' }).click();
    await page.locator('#search').fill('topologySpreadConstraints');
    await page.getByRole('link', { name: 'topologySpreadConstraints in StatefulSet' }).first().click();
    await page.locator('#shown', { hasText: /of \d+ fields/ }).waitFor();
    assert.ok((await page.locator('.fields tbody tr:visible').count()) > 5);
    await page.close();
  });

  it('loads less than 200 kB until the editor is shown', async () => {
    server.taken();
    const { page } = await open('index.html');
    await summary(page, /2 findings/);
    const taken = server.taken();
    const first = taken.filter(({ path }) => path !== 'assets/checker.js');
    assert.ok(taken.length > first.length);
    assert.ok(first.reduce((sum, { bytes }) => sum + bytes, 0) < 200_000);
    await page.close();
  });

  it('explains what to do if scripts are turned off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.address);
    assert.match((await page.locator('#editor').textContent()) ?? '', /JavaScript turned off.*npx kubecompat check/);
    await context.close();
  });
});
