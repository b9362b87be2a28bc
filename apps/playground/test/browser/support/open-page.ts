import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { VersionFiles } from '../../../src/state/playground-state.ts';
import { serveFolder } from './serve-folder.ts';

/** The built page as a static host has it, below a folder. */
export const servePlayground = () => serveFolder(join(import.meta.dirname, '../../../dist'), '/some/folder/');

/** A page with everything that it complains of, and everything that it asks anybody for. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  await page.getByRole('tab', { name: 'Findings' }).waitFor();
  return { page, complaints, requests, close: () => context.close() };
}

/** Shows a tab, settled. */
export async function showTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await settle(page);
}

/** Waits until the page has an answer to what is on it now. */
export async function settle(page: Page): Promise<void> {
  await page.locator('.pg-busy[data-busy=false]').waitFor({ state: 'attached' });
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await page.getByText(/^(Opening|Loading) the editor…$/).waitFor({ state: 'detached' });
}

/** Pastes texts over what the fields have. */
export async function fillFiles(page: Page, { modes, servers, serversPlace }: Partial<VersionFiles>): Promise<void> {
  if (serversPlace !== undefined) await page.getByLabel('Server configuration file').selectOption(serversPlace);
  if (modes !== undefined) await paste(page, '.roomodes', modes);
  if (servers !== undefined) await paste(page, 'mcp.json', servers);
  await settle(page);
}

/** Playwright's own `fill` takes a browser ten seconds for a hundred kilobytes; a paste does not. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name, exact: true }).focus();
  await page.keyboard.press('Control+a');
  if (text === '') return await page.keyboard.press('Delete');
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('Control+v');
}

/** Lets go of files over an element, as a person with a mouse does. */
export async function dropFiles(
  page: Page,
  selector: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const dragged = new DataTransfer();
    for (const { name, text } of given) dragged.items.add(new File([text], name));
    return dragged;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(selector, type, { dataTransfer: transfer });
}

/** What every tab says of the files, as text. */
export async function readTabs(page: Page): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const tab of ['Findings', 'Matrix', 'Overview', 'Why', 'Changes', 'Edit']) {
    await showTab(page, tab);
    const panel = page.getByRole('tabpanel', { name: tab });
    const fields = await panel
      .locator('input, select, textarea')
      .evaluateAll((elements) => elements.map((element) => (element as HTMLInputElement).value));
    texts[tab] = `${await panel.innerText()}\n${fields.join('\n')}`;
  }
  return texts;
}
