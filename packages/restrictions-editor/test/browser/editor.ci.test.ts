import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DescribeOptions } from '@modegate/restrictions-editor/messages';
import type { OfferedServer } from '@modegate/restrictions-editor/model';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { bundlePage } from './support/bundle-page.ts';
import { launchChromium } from './support/chromium.ts';
import { exampleFiles, exampleModes, exampleServers, writeExample } from './support/example-project.ts';
import { serveEditor } from './support/serve-editor.ts';

let browser: Browser;
let script: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  [browser, script] = await Promise.all([launchChromium(), bundlePage('connected.tsx')]);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => browser.close());

interface Opening extends BrowserContextOptions {
  readonly modes?: string;
  readonly servers?: readonly OfferedServer[];
  readonly theme?: 'light' | 'dark';
  readonly mode?: string;
  readonly more?: DescribeOptions;
}

/** Opens the editor on a project of its own; what the page complains of is kept, and nothing may be. */
async function open({
  modes,
  servers = exampleServers,
  theme = 'light',
  mode = 'docs',
  more,
  ...context
}: Opening = {}) {
  const root = writeExample(modes, servers);
  const served = await serveEditor(root, {
    script,
    describe: () => ({ offered: servers, files: exampleFiles, ...more }),
  });
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, colorScheme: theme, ...context });
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  closing.push(
    () => rmSync(root, { recursive: true, force: true }),
    served.close,
    () => page.close(),
  );
  await page.goto(`${served.url}?theme=${theme}&mode=${mode}`);
  await page.locator('.mge-surface').first().waitFor();
  const file = join(root, '.roomodes');
  return { page, file, complaints, saved: () => readFileSync(file, 'utf8') };
}

/** Replaces a file in one step, as editors do. */
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\s*,`) });
const denyIssue = '        - serverName: github\n          toolName: create_issue\n';
const withIssueDenied = exampleModes.replace('merge_pull_request\n', `merge_pull_request\n${denyIssue}`);

describe('saving a restriction in a browser', () => {
  test('a restriction is built and saved by keyboard alone, and every other byte of the file stays', async () => {
    const { page, saved, complaints } = await open();
    await page.getByRole('tree').waitFor();
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.getAttribute('role'))) === 'tree') break;
    }
    // Letters with a long pause between them begin another word, and a busy machine pauses.
    await expect
      .poll(async () => {
        await page.keyboard.type('create_i', { delay: 20 });
        const selected = await line(page, 'create_issue').getAttribute('aria-selected');
        await page.waitForTimeout(700);
        return selected;
      })
      .toBe('true');
    await page.keyboard.press('Space');
    await page.getByText('Denied: 1 row changed.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    expect(saved()).toBe(withIssueDenied);
    expect(complaints).toEqual([]);
  });

  test('a restriction is built and saved by mouse with the diff visible first, and every other byte stays', async () => {
    const { page, saved, complaints } = await open();
    await line(page, 'create_issue').locator('.mge-box').click();
    await page.getByRole('tab', { name: 'File' }).click();
    expect(await page.locator('.mge-diff-line[data-kind=added] code').allTextContents()).toEqual(
      denyIssue.trimEnd().split('\n'),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(saved()).toBe(withIssueDenied);
    expect(complaints).toEqual([]);
  });
});

test('a command rule is tried, added and saved by keyboard alone', async () => {
  const { page, saved, complaints } = await open({ mode: 'release' });
  await page.getByRole('textbox', { name: 'Command', exact: true }).focus();
  await page.keyboard.type('npm test && git push');
  const verdict = page.getByRole('region', { name: 'Try a command' }).getByRole('status');
  await verdict.getByText('Allowed').waitFor();
  await page.getByRole('textbox', { name: 'Command; a final' }).focus();
  await page.keyboard.type('npm test');
  await page.getByText('Matches the program npm, then test, and nothing more.').waitFor();
  await page.keyboard.press('Enter');
  await verdict.getByText('Refused').waitFor();
  const parts = page.getByRole('list', { name: 'Part by part' }).getByRole('listitem');
  await expect.poll(() => parts.count()).toBe(2);
  expect(await parts.nth(0).innerText()).toMatch(/^allowed\s+npm test\s+by \.roomodes:\d+$/);
  await page.keyboard.press('Control+s');
  await page.getByText('Saved.').waitFor();
  expect(saved()).toBe(`${exampleModes}    commandRestrictions:\n      allowedCommands:\n        - npm test\n`);
  expect(complaints).toEqual([]);
});

describe('a change made elsewhere', () => {
  test('a change made elsewhere is shown and merged with unsaved changes', async () => {
    const { page, file, saved } = await open();
    await line(page, 'create_issue').locator('.mge-box').click();
    replaceFile(file, exampleModes.replace('      # reviewed', '      disallowedServers: [jira]\n      # reviewed'));
    await page.getByText('Both changes are in').waitFor();
    expect(await line(page, 'jira').getAttribute('aria-checked')).toBe('false');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(saved()).toContain('disallowedServers: [jira]');
    expect(saved()).toContain(denyIssue);
    expect(saved()).toContain('# never');
  });

  test('a change elsewhere in the same place is a conflict that a person resolves', async () => {
    const { page, file, saved } = await open();
    await page.getByRole('radiogroup', { name: 'Servers added later' }).getByRole('radio', { name: 'Denied' }).click();
    const theirs = exampleModes.replace('      # reviewed', '      allowedServers: [jira]\n      # reviewed');
    replaceFile(file, theirs);
    await page
      .getByRole('alert')
      .getByText('The same part of the file was also changed elsewhere: allowedServers')
      .waitFor();
    expect(saved()).toBe(theirs);
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => line(page, 'github').getAttribute('aria-checked')).toBe('false');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });
});

const manyServers: readonly OfferedServer[] = Array.from({ length: 20 }, (_, server) => ({
  name: `server_${server}`,
  connected: true,
  tools: Array.from({ length: 100 }, (_tool, index) => ({ name: `tool_${server}_${index}`, description: 'Does it.' })),
}));

describe('many tools in the editor', () => {
  test('the tools of 20 servers are searched and denied together', async () => {
    const { page, saved, complaints } = await open({ servers: manyServers });
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('_99');
    await page.getByRole('button', { name: 'Deny 20 visible' }).click();
    await page.getByText('Denied: 20 rows changed.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(saved().match(/toolName: tool_\d+_99/g)).toHaveLength(20);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60);
    expect(complaints).toEqual([]);
  });

  test('one key reaches any of 1,000 tools of a server, and few of them are in the document', async () => {
    const tools = Array.from({ length: 1000 }, (_, index) => ({ name: `tool_${index}` }));
    const { page } = await open({ servers: [{ name: 'big', tools }] });
    await page.getByRole('tree').focus();
    // The last one is the server that a rule names.
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => line(page, 'tool_999').getAttribute('aria-selected')).toBe('true');
    expect(await line(page, 'tool_999').isVisible()).toBe(true);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60);
    await page
      .getByText('Several providers refuse', { exact: false })
      .or(page.getByText(/More than 128 tools/))
      .first()
      .waitFor();
  });
});

const hostileNames = [
  '<img src=x onerror=document.title=1>',
  '"><script>document.title=1</script>',
  'read\u202Eetirw\u2066',
  '\u0000\u0007\uD800',
  'مرحبا',
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(10_000),
];

test('names of servers and tools are shown as text, whatever they contain', async () => {
  const servers = hostileNames.map((name) => ({
    name,
    tools: hostileNames.map((tool) => ({ name: tool, description: tool })),
  }));
  const { page, complaints, saved } = await open({ servers });
  await page.getByRole('tree').waitFor();
  await page.getByRole('tree').focus();
  await page.keyboard.press('*');
  await page.keyboard.press('End');
  expect(await page.title()).toBe('Restrictions');
  expect(await page.locator('img, main script').count()).toBe(0);
  const box = await page.locator('.mge').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(1100);
  await page.getByRole('searchbox').fill('passwd passwd');
  await page.getByRole('button', { name: /^Deny/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(saved()).toContain('../../etc/passwd');
  expect(complaints).toEqual([]);
});

describe('the editor checked by axe', () => {
  // The policy of the page would keep axe out as well.
  const look = async (opening: Opening) => {
    const opened = await open({ ...opening, bypassCSP: true });
    return opened;
  };
  test.each([
    ['light', 1100],
    ['dark', 1100],
    ['light', 340],
    ['dark', 340],
  ] as const)('axe finds nothing in any tab, %s, %d wide', async (theme, width) => {
    const { page } = await look({ theme, viewport: { width, height: 900 } });
    await page.getByRole('tree').waitFor();
    expect(await violations(page)).toEqual([]);
    await line(page, 'create_issue').locator('.mge-box').click();
    for (const tab of ['Rules', 'File', 'Permissions', 'Servers']) {
      await page.getByRole('tab', { name: tab }).click();
      expect([tab, await violations(page)]).toEqual([tab, []]);
    }
  });

  test.each([
    ['a broken file', { modes: 'customModes: [' }],
    ['a mode that nobody has', { mode: 'nobody' }],
    ['no servers', { servers: [], mode: 'code' }],
    [
      'findings',
      {
        modes: exampleModes.replace(
          '      # reviewed',
          '      allowedServers: [jira, vault]\n      disallowedServers: [jira]\n      # reviewed',
        ),
      },
    ],
    ['a pattern that cannot be used', { modes: exampleModes.replace('\\.mdx?$', '(') }],
    ['hostile names', { servers: hostileNames.map((name) => ({ name, tools: [{ name }] })) }],
  ] as const)('axe finds nothing in an editor with %s', async (_case, opening) => {
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await look({ ...opening, theme });
      expect(await violations(page)).toEqual([]);
    }
  });

  test('axe finds nothing in a conflict', async () => {
    const { page, file } = await look({});
    await page.getByRole('radiogroup', { name: 'Servers added later' }).getByRole('radio', { name: 'Denied' }).click();
    replaceFile(file, exampleModes.replace('      # reviewed', '      allowedServers: [jira]\n      # reviewed'));
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test.each([360, 400])(
  'Q1 in a web view %d wide every server name and the state of the save are readable',
  async (width) => {
    const names = ['weather-server', 'admin-server', 'docs-server', 'broken-server', 'off-server'];
    const { page } = await open({
      viewport: { width, height: 800 },
      modes: exampleModes.replace(
        '      disallowedTools:',
        `      allowedServers: [${names.join(', ')}]\n      disallowedTools:`,
      ),
      servers: names.map((name) => ({ name })),
    });
    for (const name of names) {
      const shown = line(page, name).locator('.mge-name');
      expect([name, await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)]).toEqual([
        name,
        true,
      ]);
    }
    await line(page, 'docs-server').locator('.mge-box').click();
    const status = page.locator('.mge-status');
    await status.getByText('Unsaved changes').waitFor();
    expect(await status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  },
);

test('a row has room for its name at any width, and the page never scrolls sideways', async () => {
  for (const width of [280, 340, 460, 720, 1400]) {
    const { page } = await open({ viewport: { width, height: 800 } });
    await page.getByRole('tree').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, overflow <= 0]).toEqual([width, true]);
  }
});

/** Kilobytes of 1,000 bytes, minified. docs/editor.md names the same. */
const budget = { page: 930, pageCompressed: 300, withoutReact: 700, withoutReactCompressed: 230, styles: 24 };

test('the editor bundle stays within its size budget', async () => {
  const own = await bundlePage('connected.tsx', { react: false });
  const styles = readFileSync(createRequire(import.meta.url).resolve('@modegate/restrictions-editor/styles.css'));
  const sizes = {
    page: script.length,
    pageCompressed: gzipSync(script).length,
    withoutReact: own.length,
    withoutReactCompressed: gzipSync(own).length,
    styles: styles.length,
  };
  const over = Object.entries(sizes).filter(([name, size]) => size / 1000 > budget[name as keyof typeof budget]);
  expect(over).toEqual([]);
});

test.runIf(process.env.MODEGATE_SCREENSHOTS !== undefined)(
  'the editor renders the screenshots for docs/editor.md',
  async () => {
    const folder = process.env.MODEGATE_SCREENSHOTS ?? '';
    mkdirSync(folder, { recursive: true });
    const shots = [
      ['light', 1100, 'Why', 900],
      ['dark', 1100, 'File', 900],
      ['light', 360, 'Rules', 1560],
      ['dark', 360, 'Why', 1560],
    ] as const;
    for (const [theme, width, tab, height] of shots) {
      const { page } = await open({ theme, viewport: { width, height } });
      await line(page, 'merge_pull_request').click();
      if (tab === 'File') await line(page, 'create_issue').locator('.mge-box').click();
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tree').hover({ position: { x: 5, y: 5 } });
      await page.screenshot({
        path: join(folder, `editor-${theme}-${width > 500 ? 'wide' : 'narrow'}.png`),
        fullPage: true,
      });
    }
  },
);
