import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { violations } from '../../../../packages/restrictions-editor/test/browser/support/axe.ts';
import { launchChromium } from '../../../../packages/restrictions-editor/test/browser/support/chromium.ts';
import { connectHttp } from '../support/http-wire.ts';
import { serveUiFor } from './served.ts';
import { exampleModes, modesFile } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function createServerFactory(address: string, context: BrowserContextOptions = {}) {
  const opened = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...context });
  onTestFinished(() => opened.close());
  const page = await opened.newPage();
  page.setDefaultTimeout(30_000);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(address);
  return { page, context: opened, addresses };
}

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\s*,`) });

describe('the page under serve --http', () => {
  test('the page accepts a typed token, keeps it out of addresses and cookies, and forgets it', async () => {
    const { page: address, tokens } = await serveUiFor({ ann: ['--modes', '*'] });
    const { page, context, addresses } = await createServerFactory(address);
    await enter(page, 'modegate_wrong');
    await page.getByRole('alert').getByText('This token is invalid or has expired.').waitFor();
    await enter(page, tokens.ann);
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    await page.getByText('Your token lets you view').waitFor();
    expect(await page.getByRole('tab', { name: 'Edit' }).count()).toBe(0);
    expect([page.url(), ...addresses].filter((url) => url.includes(tokens.ann))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${address}/#token=${tokens.ann}`);
    await other.getByLabel('Token').waitFor();
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.getByLabel('Token').waitFor();
    expect(await page.evaluate<number>('sessionStorage.length + localStorage.length')).toBe(0);
  });

  test('the page saves for an authorised token, offers the tools of its connection, and locks on revocation', async () => {
    const served = await serveUiFor({ editor: ['--modes', 'docs', '--edit-modes'] });
    const { tokens, url } = served;
    // What is shown of servers is what runs for this principal.
    const client = await connectHttp(`${url}/docs`, { Authorization: `Bearer ${tokens.editor}` });
    const listed = async () => (await client.request('tools/list')).json.result.tools;
    await expect
      .poll(async () => (await listed()).some(({ name }: { name: string }) => name === 'github__create_issue'))
      .toBe(true);
    const { page } = await createServerFactory(served.page);
    await enter(page, tokens.editor);
    await page.getByRole('tab', { name: 'Edit' }).click();
    await line(page, 'create_issue').locator('.mge-box').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').first().waitFor();
    expect(readFileSync(modesFile(served), 'utf8')).toBe(
      exampleModes.replace(
        '          toolName: delete_* # never\n',
        '          toolName: delete_* # never\n        - serverName: github\n          toolName: create_issue\n',
      ),
    );
    expect(await page.content()).not.toContain('Release');
    await page.getByRole('button', { name: 'Undo: saved docs' }).click();
    await expect.poll(() => readFileSync(modesFile(served), 'utf8')).toBe(exampleModes);
    await served.run(['token', 'revoke', 'editor']);
    await page.getByRole('alert').getByText('This token is invalid or has expired.').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  test('a page of another origin cannot use the page, even with the token', async () => {
    const { page: address, tokens } = await serveUiFor({ ann: ['--modes', '*'] });
    const evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<iframe src="${address}/"></iframe>`);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void evil.close());
    await expect.poll(() => evil.address()).not.toBeNull();
    const { page } = await createServerFactory(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const asked = `fetch(${JSON.stringify(`${address}/api/overview`)}, { method: 'POST', body: '{}', headers: {
      'content-type': 'application/json', authorization: ${JSON.stringify(`Bearer ${tokens.ann}`)} } })
      .then((response) => response.text(), () => 'refused')`;
    expect(await page.evaluate<string>(asked)).toBe('refused');
    const simple = `fetch(${JSON.stringify(`${address}/api/overview`)}, { method: 'POST', mode: 'no-cors', body: '{}' })
      .then((response) => response.type + response.status, () => 'refused')`;
    expect(await page.evaluate<string>(simple)).toMatch(/^(opaque0|refused)$/);
    const [, frame] = page.frames();
    expect(await frame?.locator('#root').count()).toBe(0);
  });
});

describe('accessibility checks with axe', () => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'axe finds no problem on the page before and after the login, %s, %d wide',
    async (colorScheme, width) => {
      const { page: address, tokens } = await serveUiFor({ ann: ['--modes', '*'] });
      const { page } = await createServerFactory(address, {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      await enter(page, 'modegate_wrong');
      await page.getByRole('alert').waitFor();
      expect(await violations(page)).toEqual([]);
      await enter(page, tokens.ann);
      for (const view of ['Overview', 'Try it', 'Matrix', 'Tasks', 'Findings', 'Audit']) {
        await page.getByRole('tab', { name: view }).click();
        expect([view, await violations(page)]).toEqual([view, []]);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect([view, overflow <= 0]).toEqual([view, true]);
      }
    },
  );
});

test.runIf(process.env.MODEGATE_SCREENSHOTS !== undefined)('screenshots for docs/editor.md', async () => {
  const folder = process.env.MODEGATE_SCREENSHOTS ?? '';
  mkdirSync(folder, { recursive: true });
  const { page: address, tokens } = await serveUiFor({ ann: ['--modes', '*'] });
  const { page } = await createServerFactory(address, { viewport: { width: 1280, height: 620 } });
  await page.getByLabel('Token').waitFor();
  await page.screenshot({ path: join(folder, 'ui-token-light-wide.png') });
  await enter(page, tokens.ann);
  await page.getByRole('button', { name: 'Docs' }).click();
  await page.getByText('Run commands').waitFor();
  await page.screenshot({ path: join(folder, 'ui-served-light-wide.png') });
  const narrow = await createServerFactory(address, { colorScheme: 'dark', viewport: { width: 380, height: 620 } });
  await enter(narrow.page, 'modegate_wrong');
  await narrow.page.getByRole('alert').waitFor();
  await narrow.page.screenshot({ path: join(folder, 'ui-token-dark-narrow.png') });
});
