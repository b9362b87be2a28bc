import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { violations } from '../../../../packages/restrictions-editor/test/browser/support/axe.ts';
import { launchChromium } from '../../../../packages/restrictions-editor/test/browser/support/chromium.ts';
import { startPostgres } from '../../../../packages/session-store/test/support/postgres-server.ts';
import { connectWire } from '../support/wire-client.ts';
import { modesFile, openPage, startUi } from './support.ts';
import { createTasks, useReviewModes } from './tasks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A page beside a server that keeps its tasks in the same place, with a family of tasks. */
async function openTasks(storage: readonly string[] = ['--session-storage', createFolder()]) {
  const ui = await startUi(['--trust-project', ...storage]);
  useReviewModes(modesFile(ui));
  const client = await connectWire(storage, { cwd: ui.root, home: createFolder() });
  onTestFinished(() => void client.child.kill('SIGKILL'));
  return { ui, client, ...(await createTasks(client)) };
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const tileOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
const family = (page: Page) => section(page, 'Parents and subtasks');

describe('the task view of the page', () => {
  test('the task view shows the current mode of a task, and follows its events', async () => {
    const { ui, client, child } = await openTasks();
    const { page, complaints } = await openPage(browser, ui.url);
    await page.getByRole('tab', { name: 'Tasks' }).click();
    await page.getByRole('button', { name: 'Review: Mend the handbook' }).click();
    const inForce = section(page, 'Current permissions');
    await inForce.getByText('parent in docs').waitFor();
    await tileOf(page, 'jira').getByText('3 allowed').waitFor();
    await page.getByText('No decisions have been made').waitFor();
    const { session_id } = child;
    await client.call('validate_tool_use', { session_id, tool_name: 'write_to_file', file_path: 'src/site.ts' });
    const row = section(page, 'Last decisions').getByRole('row').filter({ hasText: 'write_to_file' });
    await row.getByText('refused').waitFor();
    await client.call('switch_mode', { session_id, new_mode_slug: 'docs', reason: 'Mended at once' });
    await section(page, 'Mode history').getByText('Mended at once').waitFor();
    await inForce.getByRole('heading', { name: 'Docs' }).waitFor();
    await client.call('complete_task', { session_id, status: 'completed', result: 'All pages are well.' });
    await page.getByText('All pages are well.').waitFor();
    await page.getByRole('heading', { name: 'Permissions in the last mode' }).waitFor();
    expect(await page.content()).not.toContain(session_id);
    expect(complaints).toEqual([]);
  });

  test('the task view shows one mode differently for two tasks, and explains why', async () => {
    const { ui, client } = await openTasks();
    await client.call('create_task', { mode_slug: 'review', initial_message: 'Review alone' });
    const { page } = await openPage(browser, ui.url);
    await page.getByRole('tab', { name: 'Tasks' }).click();
    await page.getByRole('button', { name: 'Review alone' }).click();
    await section(page, 'Current permissions').getByText('without a parent').waitFor();
    await tileOf(page, 'jira').getByText('3 denied').waitFor();
    await tileOf(page, 'jira').getByText('only in a subtask of mode docs').waitFor();
    await page.getByRole('button', { name: 'All tasks' }).click();
    await page.getByRole('button', { name: 'Review: Mend the handbook' }).click();
    await tileOf(page, 'jira').getByText('3 allowed').waitFor();
    // Without a task it cannot be told.
    await page.getByRole('button', { name: /^Review review/ }).click();
    await tileOf(page, 'jira').getByText('3 with limits').waitFor();
  });

  test('the task view works by keyboard, links to related tasks, and survives a reload', async () => {
    const { ui, parent, child } = await openTasks();
    const { page } = await openPage(browser, ui.url);
    await page.getByRole('tab', { name: 'Overview' }).focus();
    for (const name of ['Edit', 'Try it', 'Matrix', 'Tasks']) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => page.evaluate('document.activeElement.innerText')).toBe(name);
    }
    const listed = page.getByRole('button', { name: 'Mend the handbook', exact: true });
    await listed.focus();
    await page.keyboard.press('Enter');
    await page.getByText(parent.task_id).waitFor();
    expect(await family(page).locator('[aria-current]').innerText()).toBe('Mend the handbook');
    await section(page, 'Mode history').getByText('Pages first').waitFor();
    await family(page).getByRole('button', { name: 'Review: Mend the handbook' }).press('Enter');
    await page.getByText(child.task_id).waitFor();
    await page.reload();
    await page.getByText(child.task_id).waitFor();
    await page.getByRole('button', { name: 'All tasks' }).press('Enter');
    await listed.waitFor();
  });

  test('the task view reports that a task was removed', async () => {
    const { ui } = await openTasks();
    const { page } = await openPage(browser, ui.url);
    await page.evaluate("location.hash = '#view=tasks&task=task_gone'");
    await page.reload();
    await page.getByRole('alert').getByText("No task has the id 'task_gone', or it has been removed.").waitFor();
  });
});

test('the task view shows tasks in PostgreSQL, too', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.close);
  const { ui, child } = await openTasks(['--database', postgres.connectionString]);
  const { page } = await openPage(browser, ui.url);
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByText('127.0.0.1').waitFor();
  await page.getByRole('button', { name: 'Review: Mend the handbook' }).click();
  await page.getByText(child.task_id).waitFor();
  expect(await ui.interrupt()).toBe(0);
});

test('the page without a task store explains what to do', async () => {
  const ui = await startUi(['--offline']);
  const { page } = await openPage(browser, ui.url);
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByText('Each server keeps its tasks in memory').waitFor();
  await page.getByText('Pass --session-storage <folder>').waitFor();
});

describe('accessibility checks with axe', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)(
    'axe finds no problem in the task list and on the page of a task, %s, %d wide',
    async (colorScheme, width) => {
      const { ui } = await openTasks();
      const viewport = { width, height: 900 };
      const { page } = await openPage(browser, ui.url, { colorScheme, viewport, bypassCSP: true });
      await page.getByRole('tab', { name: 'Tasks' }).click();
      const name = page.getByRole('button', { name: 'Mend the handbook', exact: true });
      await name.waitFor();
      for (const view of ['the list', 'a task', 'a task that has gone']) {
        expect([view, await violations(page)]).toEqual([view, []]);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect([view, overflow <= 0]).toEqual([view, true]);
        if (view === 'the list') {
          await name.click();
          await page.getByText('Run commands').waitFor();
        }
        if (view === 'a task') {
          await page.evaluate("location.hash = '#view=tasks&task=task_gone'");
          await page.reload();
          await page.getByRole('alert').waitFor();
        }
      }
    },
  );
});

test.runIf(process.env.MODEGATE_SCREENSHOTS !== undefined)('screenshots for docs/editor.md', async () => {
  const folder = process.env.MODEGATE_SCREENSHOTS ?? '';
  mkdirSync(folder, { recursive: true });
  const { ui, client } = await openTasks();
  const { session_id } = (
    await client.call('create_task', { mode_slug: 'release', initial_message: 'Release notes of version 2.4' })
  ).structuredContent;
  await client.call('add_message', { session_id, role: 'user', text: 'Begin.' });
  await client.call('complete_task', { session_id, status: 'completed', result: 'They are out.' });
  const list = await openPage(browser, ui.url, { viewport: { width: 1280, height: 460 } });
  await list.page.getByRole('tab', { name: 'Tasks' }).click();
  await list.page.getByText('Release notes').waitFor();
  await list.page.evaluate('document.activeElement.blur()');
  await list.page.screenshot({ path: join(folder, 'ui-tasks-light-wide.png') });
  const shots = [
    ['light', 1280, 'Mend the handbook'],
    ['dark', 1280, 'Review: Mend the handbook'],
    ['dark', 380, 'Mend the handbook'],
  ] as const;
  for (const [colorScheme, width, task] of shots) {
    const { page } = await openPage(browser, ui.url, { colorScheme, viewport: { width, height: 860 } });
    await page.getByRole('tab', { name: 'Tasks' }).click();
    const name = page.getByRole('button', { name: task, exact: true });
    await name.waitFor();
    const size = width > 500 ? 'wide' : 'narrow';
    await name.click();
    await page.getByText('3 allowed').first().waitFor();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(folder, `ui-task-${colorScheme}-${size}.png`), fullPage: true });
  }
});
