import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../../../packages/restrictions-editor/test/browser/support/axe.ts';
import { launchChromium } from '../../../../packages/restrictions-editor/test/browser/support/chromium.ts';
import { connectWire } from '../support/wire-client.ts';
import { exampleModes, modesFile, openPage, show, startUi } from './support.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const trusting = ['--trust-project'];
const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\s*,`) });
const denyIssue = '        - serverName: github\n          toolName: create_issue\n';
const withIssueDenied = exampleModes.replace('delete_* # never\n', `delete_* # never\n${denyIssue}`);
const saved = (page: Page) => page.getByText('Saved.').waitFor();

describe('editing a restriction on the page', () => {
  test('a restriction is created by keyboard, saved with comments kept, and undone', async () => {
    const ui = await startUi(trusting);
    const { page, complaints } = await openPage(browser, ui.url);
    expect(page.url()).not.toContain('token');
    await show(page, { mode: 'Docs', view: 'Edit' });
    await line(page, 'create_issue').waitFor();
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.role')) === 'tree') break;
    }
    await page.keyboard.type('create_i', { delay: 20 });
    await expect.poll(() => line(page, 'create_issue').getAttribute('aria-selected')).toBe('true');
    await page.waitForTimeout(700);
    await page.keyboard.press('Space');
    await page.getByText('Denied: 1 row changed.').waitFor();
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(readFileSync(modesFile(ui), 'utf8')).toBe(withIssueDenied);
    await page.getByRole('button', { name: 'Undo: saved docs' }).click();
    await page.getByText('Undone: saved docs.').waitFor();
    expect(readFileSync(modesFile(ui), 'utf8')).toBe(exampleModes);
    await expect.poll(() => line(page, 'create_issue').getAttribute('aria-checked')).toBe('true');
    expect(complaints).toEqual([]);
    expect(await ui.interrupt()).toBe(0);
    const token = new URLSearchParams(new URL(ui.url).hash.slice(1)).get('token') ?? '';
    expect(ui.stderr()).not.toContain(token);
    expect(ui.stdout().split(token)).toHaveLength(2);
  });

  test('an edit is merged with concurrent changes of others', async () => {
    const ui = await startUi(trusting);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Docs', view: 'Edit' });
    await line(page, 'create_issue').locator('.mge-box').click();
    const file = modesFile(ui);
    writeFileSync(file, exampleModes.replace('      # reviewed', '      disallowedServers: [jira]\n      # reviewed'));
    await page.getByText('Both changes are included').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page);
    const text = readFileSync(file, 'utf8');
    for (const part of ['disallowedServers: [jira]', denyIssue, '# reviewed in May', '# never'])
      expect(text).toContain(part);
  });

  test('an edit in the same place as that of another person is a conflict, and nothing is written', async () => {
    const ui = await startUi(trusting);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Docs', view: 'Edit' });
    await page.getByRole('radiogroup', { name: 'Servers added later' }).getByRole('radio', { name: 'Denied' }).click();
    const theirs = exampleModes.replace('      # reviewed', '      allowedServers: [jira]\n      # reviewed');
    writeFileSync(modesFile(ui), theirs);
    await page
      .getByRole('alert')
      .getByText('The same part of the file was also changed elsewhere: allowedServers')
      .waitFor();
    expect(readFileSync(modesFile(ui), 'utf8')).toBe(theirs);
  });

  test('an unsaved edit survives a look at another view, and another mode does not silently discard it', async () => {
    const ui = await startUi(trusting);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Docs', view: 'Edit' });
    await line(page, 'create_issue').locator('.mge-box').click();
    await page.getByRole('tab', { name: 'Matrix' }).click();
    await page.getByRole('tab', { name: 'Edit' }).click();
    expect(await line(page, 'create_issue').getAttribute('aria-checked')).toBe('false');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Release' }).click();
    expect(asked).toEqual(['Your changes to docs are not saved and will be lost. Continue?']);
    expect(await line(page, 'create_issue').getAttribute('aria-checked')).toBe('false');
  });
});

test('unsaved edits survive a file that is temporarily broken', async () => {
  const ui = await startUi(trusting);
  const { page } = await openPage(browser, ui.url);
  await show(page, { mode: 'Docs', view: 'Edit' });
  await line(page, 'create_issue').locator('.mge-box').click();
  writeFileSync(modesFile(ui), 'customModes: [');
  await page.getByRole('button', { name: 'Release' }).waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  writeFileSync(modesFile(ui), exampleModes);
  await page.getByRole('button', { name: 'Release' }).waitFor();
  await expect.poll(() => line(page, 'create_issue').getAttribute('aria-checked')).toBe('false');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  expect(readFileSync(modesFile(ui), 'utf8')).toBe(withIssueDenied);
});

describe('other views of the page', () => {
  test('a change elsewhere is shown on the page without a reload', async () => {
    const ui = await startUi(trusting);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Docs', view: 'Overview' });
    const tile = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Run commands' }) });
    await tile.getByText('allowed').first().waitFor();
    writeFileSync(modesFile(ui), exampleModes.replace('      - command\n', ''));
    await tile.getByText('denied').first().waitFor();
  });

  test('an untrusted server is not started, and the page says so', async () => {
    const ui = await startUi();
    const { page } = await openPage(browser, ui.url);
    await page.getByText('the user has not yet agreed to start it in its current form').first().waitFor();
  });

  test('a question on the page has the same answer as `why`, also from the matrix', async () => {
    const ui = await startUi(trusting);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Docs', view: 'Try it' });
    await page.getByRole('combobox', { name: 'Tool', exact: true }).fill('write_to_file');
    await page.getByLabel('Files, one per line').fill('src/site.ts');
    await page.getByRole('button', { name: 'May docs do this?' }).click();
    await page.getByText("File 'src/site.ts' is outside the limit of mode 'docs'").first().waitFor();
    await page.getByText('FILE_RESTRICTED by project .roomodes:9').waitFor();
    await page.getByRole('tab', { name: 'Matrix' }).click();
    await page.getByRole('searchbox').fill('delete_branch');
    await page.getByRole('button', { name: 'delete_branch' }).click();
    await page.getByText('TOOL_DISALLOWED').or(page.getByText('Refused')).first().waitFor();
    await page.getByText('.roomodes:16').first().waitFor();
  });

  test('the page fixes a finding, and the file keeps its comments', async () => {
    const ui = await startUi(trusting);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Release', view: 'Findings' });
    const finding = page.getByRole('listitem').filter({ hasText: "both allows and disallows 'jira'" });
    await finding.getByRole('button', { name: 'Show the fix' }).click();
    await finding.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => readFileSync(modesFile(ui), 'utf8'))
      .toBe(exampleModes.replace('allowedServers: [github, jira]', 'allowedServers: [github]'));
    await finding.waitFor({ state: 'detached' });
  });

  test('a new line of the audit log appears on the page when a server writes it', async () => {
    const log = join(createFolder(), 'audit.jsonl');
    const ui = await startUi(['--audit-log', log]);
    const { page } = await openPage(browser, ui.url);
    await show(page, { mode: 'Docs', view: 'Audit' });
    await page.getByText('No entries yet.').waitFor();
    const server = await connectWire(['--audit-log', log, '--mode', 'docs'], { cwd: ui.root, home: createFolder() });
    const task = await server.call('create_task', { mode_slug: 'docs' });
    const { session_id } = task.structuredContent;
    const call = { session_id, tool_name: 'write_to_file', tool_params: { path: 'src/secret-path.ts' } };
    await server.call('validate_tool_use', call);
    const row = page.getByRole('row').filter({ hasText: 'FILE_RESTRICTED' });
    await row.getByText('refused').waitFor();
    expect(await row.innerText()).toContain('write_to_file');
    await server.end();
  });

  test('the page reports that the program has ended, and an outdated address is refused', async () => {
    const ui = await startUi();
    const { page } = await openPage(browser, ui.url);
    await ui.interrupt();
    await page.getByRole('alert').getByText('The program is not responding.').waitFor();
    const again = await startUi();
    const other = await browser.newPage();
    await other.goto(`${new URL(again.url).origin}/#token=wrong`);
    await other.getByRole('alert').getByText('Open the address that the terminal shows.').waitFor();
    await other.close();
  });
});

describe('accessibility checks with axe', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds no problem in any view, %s, %d wide', async (colorScheme, width) => {
    const log = join(createFolder(), 'audit.jsonl');
    writeFileSync(log, auditLines);
    const ui = await startUi([...trusting, '--audit-log', log]);
    // The policy of the page would keep axe out as well.
    const { page } = await openPage(browser, ui.url, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    await chooseDocs(page, width);
    await page.getByText('5 allowed').or(page.getByText('4 allowed')).first().waitFor();
    for (const view of ['Overview', 'Edit', 'Try it', 'Matrix', 'Tasks', 'Findings', 'Audit']) {
      await page.getByRole('tab', { name: view }).click();
      await prepare[view]?.(page);
      expect([view, await violations(page)]).toEqual([view, []]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect([view, overflow <= 0]).toEqual([view, true]);
    }
  });
});

const auditLines = [
  { event: 'decision', mode: 'docs', tool: 'write_to_file', allowed: true },
  {
    event: 'decision',
    mode: 'docs',
    tool: 'use_mcp_tool',
    mcp_server: 'github',
    mcp_tool: 'delete_branch',
    allowed: false,
    code: 'TOOL_NOT_ALLOWED',
    reason: "Tool 'delete_branch' of 'github' is disallowed in mode 'docs'.",
  },
  {
    event: 'outcome',
    mode: 'docs',
    tool: 'use_mcp_tool',
    mcp_server: 'github',
    mcp_tool: 'get_file',
    outcome: 'success',
    duration_ms: 41,
  },
  { event: 'decision', mode: 'release', tool: 'execute_command', allowed: true },
]
  .map((one, index) => `${JSON.stringify({ at: `2026-11-22T10:00:0${index}Z`, ...one })}\n`)
  .join('');

async function chooseDocs(page: Page, width: number): Promise<void> {
  if (width < 760) await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('docs');
  else await page.getByRole('button', { name: 'Docs' }).click();
}

/** Brings a view into the state that says most. */
const prepare: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Edit: (page) => line(page, 'create_issue').waitFor(),
  'Try it': async (page) => {
    await page.getByRole('combobox', { name: 'Tool', exact: true }).fill('write_to_file');
    await page.getByLabel('Files, one per line').fill('src/site.ts');
    await page.getByRole('button', { name: 'May docs do this?' }).click();
    await page.getByText('Refused').waitFor();
  },
  Matrix: async (page) => {
    await page.getByRole('button', { name: /^Edit files/ }).click();
    await page.getByRole('button', { name: /^github/ }).click();
    await page.getByText('delete_branch').waitFor();
  },
  Tasks: (page) => page.getByText('Each server keeps its tasks in memory').waitFor(),
  Findings: async (page) => {
    await page
      .getByRole('button', { name: /^Show the fix/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Apply' }).waitFor();
  },
  Audit: (page) => page.getByText('refused').first().waitFor(),
};

test.runIf(process.env.MODEGATE_SCREENSHOTS !== undefined)('screenshots for docs/editor.md', async () => {
  const folder = process.env.MODEGATE_SCREENSHOTS ?? '';
  mkdirSync(folder, { recursive: true });
  const log = join(createFolder(), 'audit.jsonl');
  writeFileSync(log, auditLines);
  const ui = await startUi([...trusting, '--audit-log', log]);
  const shots = [
    ['light', 1280, 'Overview'],
    ['dark', 1280, 'Matrix'],
    ['light', 1280, 'Findings'],
    ['dark', 1280, 'Edit'],
    ['light', 380, 'Try it'],
    ['dark', 380, 'Overview'],
  ] as const;
  for (const [colorScheme, width, view] of shots) {
    const { page } = await openPage(browser, ui.url, { colorScheme, viewport: { width, height: 860 } });
    await chooseDocs(page, width);
    await page.getByText('4 allowed').first().waitFor();
    await page.getByRole('tab', { name: view }).click();
    await prepare[view]?.(page);
    await page.mouse.move(0, 0);
    const name = `ui-${view.toLowerCase().replace(' ', '-')}-${colorScheme}-${width > 500 ? 'wide' : 'narrow'}.png`;
    await page.screenshot({ path: join(folder, name), fullPage: true });
  }
});
