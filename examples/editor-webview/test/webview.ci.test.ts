import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../packages/restrictions-editor/test/browser/support/chromium.ts';
import { openInChromium, type themes } from './open-in-chromium.ts';
import { type Desk, runExtension } from './vscode-stand-in.ts';

const modes = `# Modes of the handbook team.
customModes:
  - slug: docs
    name: Docs # shown in the menu
    roleDefinition: You write the handbook.
    groups:
      - read
      - - edit
        - fileRegex: \\.md$ # pages only
      - mcp
    mcpRestrictions:
      # reviewed in May
      disallowedServers:
        - vault # never
`;
const withJiraDenied = `${modes}        - jira\n`;

let browser: Browser;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => browser.close());

async function open({ theme, ...desk }: Partial<Desk> & { readonly theme?: keyof typeof themes } = {}) {
  const projectRoot = mkdtempSync(join(tmpdir(), 'editor-webview-'));
  const file = join(projectRoot, '.roomodes');
  writeFileSync(file, modes);
  const servers = { github: { command: 'x' }, jira: { command: 'x' }, vault: { command: 'x' } };
  writeFileSync(join(projectRoot, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  const files = ['README.md', 'src/index.ts'].map((path) => join(projectRoot, path));
  const opened = await runExtension({ projectRoot, mode: 'docs', files, ...desk });
  const [panel] = opened.panels;
  if (panel === undefined) throw new Error(`No panel was opened: ${opened.errors.join(' ')}`);
  const { page, complaints } = await openInChromium(browser, panel, theme);
  closing.push(
    () => rmSync(projectRoot, { recursive: true, force: true }),
    panel.close,
    () => page.close(),
  );
  await page.getByRole('tree').waitFor();
  return { opened, page, complaints, file, saved: () => readFileSync(file, 'utf8') };
}

const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\s*,`) });

describe('the editor in the web view of VS Code', () => {
  test('a restriction created in the web view is saved, and every other byte of .roomodes stays', async () => {
    const { opened, page, saved, complaints } = await open();
    expect(opened.offeredModes).toContain('docs');
    await line(page, 'jira').locator('.mge-box').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(saved()).toBe(withJiraDenied);
    expect(complaints).toEqual([]);
  });

  test('a change elsewhere is shown in the web view, and merged with unsaved edits', async () => {
    const { page, file, saved, complaints } = await open();
    await line(page, 'jira').locator('.mge-box').click();
    // Nobody sees half of it.
    writeFileSync(`${file}.new`, withJiraDenied.replace('in May', 'in June').replaceAll('jira', 'github'));
    renameSync(`${file}.new`, file);
    await page.getByText('Both changes are included').waitFor();
    expect(await line(page, 'github').getAttribute('aria-checked')).toBe('false');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(saved()).toBe(`${modes.replace('in May', 'in June')}        - github\n        - jira\n`);
    expect(complaints).toEqual([]);
  });

  test('the editor writes nothing into a document with unsaved text, and reports it', async () => {
    const unsaved = new Set<string>();
    const { page, file, saved } = await open({ unsaved });
    unsaved.add(file);
    await line(page, 'jira').locator('.mge-box').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('.roomodes has unsaved changes in another tab').waitFor();
    expect(saved()).toBe(modes);
    unsaved.clear();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(saved()).toBe(withJiraDenied);
  });

  test.each([
    ['vscode-dark', 'rgb(31, 31, 31)', 'rgb(204, 204, 204)'],
    ['vscode-light', 'rgb(255, 255, 254)', 'rgb(59, 59, 59)'],
  ] as const)('the colours of the web view follow the theme: %s', async (theme, background, text) => {
    const { page } = await open({ theme });
    const colours = await page
      .locator('.mge-surface')
      .first()
      .evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]);
    expect(colours).toEqual([background, text]);
  });

  test('the web view runs its one script and nothing else', async () => {
    const { page, complaints } = await open();
    await page.evaluate(() => {
      const inline = document.createElement('script');
      inline.textContent = 'document.title = "ran"';
      document.body.append(inline);
      const handler = document.createElement('img');
      handler.setAttribute('onerror', 'document.title = "ran"');
      handler.src = 'https://elsewhere.test/';
      document.body.append(handler);
    });
    await expect.poll(() => complaints.length).toBeGreaterThanOrEqual(2);
    expect(complaints.filter((complaint) => !complaint.includes('Content Security Policy'))).toEqual([]);
    expect(await page.title()).toBe('Restrictions');
  });
});

test('without a folder the editor explains what to do', async () => {
  const { panels, errors } = await runExtension({ projectRoot: undefined });
  expect(panels).toEqual([]);
  expect(errors).toEqual(['Open a folder first: the editor changes the modes of a project.']);
});
