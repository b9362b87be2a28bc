import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compilePolicy, type ModeConfig } from '@modegate/mode-core';
import { pictureMode, renderReport } from '@modegate/policy-check/page';
import { findBypasses, permissionMatrix, type ServerInventory } from '@modegate/policy-check/permissions';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './support/axe.ts';
import { launchChromium } from './support/chromium.ts';

// The page that `modegate report` writes, opened from a file as the artefact of a job is.

let browser: Browser;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  browser = await launchChromium();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => browser.close());

const mode = (slug: string, more: Partial<ModeConfig>): ModeConfig => ({
  slug,
  name: slug,
  roleDefinition: 'A role.',
  groups: ['read', ['edit', { fileRegex: '^docs/' }], 'command', 'mcp'],
  ...more,
});
const hostile =
  '</title></style><img src=x onerror="document.title=\'PWN\'"><script>document.title="PWN"</script>\u202eevil';
const samples: Readonly<
  Record<string, { readonly modes: readonly ModeConfig[]; readonly inventory: readonly ServerInventory[] }>
> = {
  plain: {
    modes: [mode('docs', {}), mode('ask', { groups: ['read'] })],
    inventory: [{ name: 'github', tools: [{ name: 'get_issue', hints: { readOnly: true } }, { name: 'push' }] }],
  },
  hostile: {
    modes: [mode('docs', { name: hostile }), mode('long', { name: 'n'.repeat(10_000) })],
    inventory: [
      { name: hostile, tools: [{ name: hostile }] },
      { name: 'm'.repeat(10_000), tools: [] },
    ],
  },
};

/** Opens a report of a file; what the page complains of and asks for is kept. */
async function open(sample: keyof typeof samples, context: BrowserContextOptions = {}) {
  const { modes, inventory } = samples[sample] ?? { modes: [], inventory: [] };
  const policy = compilePolicy({ project: modes, builtin: [], servers: inventory.map(({ name }) => ({ name })) });
  const matrix = permissionMatrix(policy, { inventory });
  const ways = findBypasses(policy, { inventory });
  const files = ['docs/a.md', 'src/a.ts'];
  const text = renderReport({
    project: sample === 'hostile' ? hostile : 'demo',
    version: '0.0.0',
    modes: matrix.modes.map((slug) => pictureMode({ policy, mode: slug, rows: matrix.rows, ways, files })),
    matrix,
    result: { findings: [], counts: { error: 0, warning: 0, info: 0, suppressed: 0 }, rules: [], failures: [] },
    context: {},
    comparison: { state: 'failed', before: sample, message: 'It is not a revision.' },
    notes: ['A note.'],
    profiles: {
      columns: ['claude-code', sample === 'hostile' ? hostile : 'codex'],
      rows: (['allowed', 'limited', 'asks', 'unknown', 'denied', 'not-offered'] as const).map((state) => ({
        title: 'Run commands',
        cells: [
          { state, words: ['asks', `denied by '${'x'.repeat(sample === 'hostile' ? 10_000 : 10)}'`] },
          { state, words: [state] },
        ],
      })),
      notes: ['Another note.'],
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'permission-report-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, text);
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...context });
  closing.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => page.close(),
  );
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, complaints, requests };
}

describe('a report in a browser', () => {
  test('a report loads one file, keeps its own policy, and shows hostile names as text', async () => {
    const { page, complaints, requests } = await open('hostile');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([page.url()]);
    expect(await page.title()).toContain('</title>');
    expect(await page.locator('script, img, [onerror]').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<img src=x');
    // Names of 10,000 characters do not make the page wider.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

  test('a script injected into a report does not run', async () => {
    const { page, complaints } = await open('plain');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "PWN"';
      document.body.append(script);
      document.body.setAttribute('style', 'color: red');
    });
    await expect.poll(() => complaints.join()).toMatch(/Content Security Policy/);
    expect(await page.title()).not.toBe('PWN');
  });

  test('a report can be read and navigated without a mouse and without a script', async () => {
    const { page } = await open('plain', { javaScriptEnabled: false });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#changes$/);
    await page.getByText('Edit files: 1 of 2 files').first().press('Enter');
    await page.getByText('docs/a.md').first().waitFor();
    expect(
      await page.getByRole('img', { name: /^docs\. read files: any file; edit files: 1 of 2 files/ }).count(),
    ).toBe(1);
  });

  test('a printed report is complete: sections folded on the screen are open', async () => {
    const { page } = await open('plain');
    const folded = page.locator('#mode-1 details th', { hasText: 'codebase_search' });
    const isShown = () => folded.evaluate((cell) => cell.checkVisibility());
    expect(await isShown()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await isShown()).toBe(true);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});

describe('the report checked by axe', () => {
  test.each([
    ['plain', 'light', 1100],
    ['plain', 'dark', 1100],
    ['plain', 'light', 420],
    ['hostile', 'dark', 420],
  ] as const)('axe finds nothing in the report: %s, %s, %d wide', async (sample, colorScheme, width) => {
    const { page } = await open(sample, { bypassCSP: true, colorScheme, viewport: { width, height: 900 } });
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    expect(await violations(page)).toEqual([]);
  });
});
