import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Explanation, needsConsent } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';
import type { PermissionRow } from '@modegate/policy-check/permissions';
import { englishStrings, wordFor } from '@modegate/restrictions-editor/views';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../../../../packages/restrictions-editor/test/browser/support/axe.ts';
import { launchChromium } from '../../../../packages/restrictions-editor/test/browser/support/chromium.ts';
import { examples } from '../../src/state/examples.ts';
import { emptyState, maxFileCharacters, type WhyQuestion } from '../../src/state/playground-state.ts';
import { askModegate, diffByModegate } from './support/modegate.ts';
import { dropFiles, fillFiles, openPage, readTabs, servePlayground, settle, showTab } from './support/open-page.ts';

let browser: Browser;
let served: Awaited<ReturnType<typeof servePlayground>>;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  [browser, served] = await Promise.all([launchChromium(), servePlayground()]);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await browser.close();
  await served.close();
});

async function open(options: BrowserContextOptions = {}, url = served.url) {
  const opened = await openPage(browser, url, options);
  closing.push(opened.close);
  return opened;
}

const team = examples[0].state;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choose = async (page: Page, index: number) => {
  await page.getByLabel('Example').selectOption({ index: index + 1 });
  await settle(page);
};

describe('ways to load files into the page', () => {
  test('pasted files are loaded into the page', async () => {
    const { page, complaints } = await open();
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      'customModes:\n  - slug: pasted\n    name: Pasted\n',
    );
    await field(page, '.roomodes').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await showTab(page, 'Matrix');
    await page.getByRole('columnheader', { name: 'pasted' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('dropped files are loaded, on a pane or elsewhere, and Undo restores the previous text', async () => {
    const { page, complaints } = await open();
    await dropFiles(page, 'textarea', [{ name: 'anything.txt', text: 'customModes: []\n' }]);
    await expect.poll(() => field(page, '.roomodes').inputValue()).toBe('customModes: []\n');
    await dropFiles(page, 'header', [
      { name: 'mcp.json', text: '{ "servers": {} }' },
      { name: '.roomodes', text: 'customModes: [] # two\n' },
    ]);
    await expect.poll(() => field(page, 'mcp.json').inputValue()).toBe('{ "servers": {} }');
    expect(await field(page, '.roomodes').inputValue()).toBe('customModes: [] # two\n');
    expect(await page.getByLabel('Server configuration file').inputValue()).toBe('.vscode/mcp.json');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await field(page, '.roomodes').inputValue()).toBe(team.files.modes);
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await field(page, '.roomodes').inputValue()).toBe('customModes: []\n');
    expect(complaints).toEqual([]);
  });

  test('the button opens a file in the page', async () => {
    const { page } = await open();
    await page
      .getByLabel('Open a file as mcp.json')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{ "mcpServers": {} }') });
    await expect.poll(() => field(page, 'mcp.json').inputValue()).toBe('{ "mcpServers": {} }');
  });

  test('an example is loaded into the page', async () => {
    const { page } = await open();
    for (const [index, { state }] of examples.entries()) {
      await choose(page, index);
      expect(await field(page, '.roomodes').inputValue()).toBe(state.files.modes);
    }
  });
});

const secrets = {
  env: 'n0-Gu3ss-Pl3ase-4242',
  header: 'Zm9vYmFyOjEyMzQ1Njc4OTA',
  argument: 'sk-live-9aB8cD7eF6gH5iJ4',
  address: 'p4thT0ken77XYZabc',
};

const withSecrets = JSON.stringify(
  {
    mcpServers: {
      github: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-github@2025.4.8', '--api-key', secrets.argument],
        env: { DB_PASSWORD: secrets.env },
      },
      jira: {
        type: 'streamable-http',
        url: `https://jira.example.com/${secrets.address}/mcp?key=${secrets.address}`,
        headers: { Authorization: `Basic ${secrets.header}` },
      },
    },
  },
  undefined,
  2,
);

describe('shared links', () => {
  test('a shared link shows the same on a second page', async () => {
    for (const index of [1, 2]) {
      const first = await open();
      await choose(first.page, index);
      const shown = await readTabs(first.page);
      await first.page.getByRole('button', { name: 'Share' }).click();
      await first.page.getByRole('button', { name: 'Copy' }).click();
      await first.page.getByText('Copied.').waitFor();
      const link = await first.page.evaluate(() => navigator.clipboard.readText());
      const second = await open({}, link);
      await second.page.getByText('Opened from a link.').waitFor();
      expect(await readTabs(second.page)).toEqual(shown);
      expect([...first.complaints, ...second.complaints]).toEqual([]);
    }
  });

  test('a shared link contains no secret, names what was removed, and leads to the same decisions', async () => {
    const { page } = await open();
    await fillFiles(page, { modes: `${team.files.modes}# log in with ${secrets.env}\n`, servers: withSecrets });
    const { Why: before } = await readTabs(page);
    await page.getByRole('button', { name: 'Share' }).click();
    for (const place of ['mcpServers.github.env.DB_PASSWORD', 'mcpServers.github.args.3', 'mcpServers.jira.url'])
      await page.getByRole('dialog').getByText(place, { exact: true }).waitFor();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    const second = await open({}, link);
    const { Why: after } = await readTabs(second.page);
    expect(after).toBe(before);
    const texts = [
      await field(second.page, '.roomodes').inputValue(),
      await field(second.page, 'mcp.json').inputValue(),
    ];
    for (const secret of Object.values(secrets)) expect(texts.join('\n')).not.toContain(secret);
    expect(texts.join('\n')).toContain('@modelcontextprotocol/server-github@2025.4.8');
  });

  test('a shared link leaves the address when the page changes, and a pasted one is followed', async () => {
    const { page } = await open();
    await choose(page, 2);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.goto(link);
    await page.getByText('Opened from a link.').waitFor();
    expect(await field(page, '.roomodes').inputValue()).toBe(examples[2]?.state.files.modes);
    expect(page.url()).toBe(link);
    await field(page, '.roomodes').fill('customModes: []');
    await expect.poll(() => page.url()).toBe(served.url);
  });

  test('a damaged link is reported, and the page still works', async () => {
    for (const fragment of ['v1.AAAA', 'v9.x', `v1.${'A'.repeat(60_000)}`, '%00<script>']) {
      const { page, complaints } = await open({}, `${served.url}#${fragment}`);
      await page.getByText(/^The link /).waitFor();
      await showTab(page, 'Matrix');
      await page.getByRole('columnheader', { name: 'docs' }).waitFor();
      expect(complaints).toEqual([]);
    }
  });

  test('a link that would be too long is not created', async () => {
    const { page } = await open();
    const random = Array.from({ length: 2000 }, (_, index) => `# ${Math.sin(index)} ${Math.cos(index)}`).join('\n');
    await fillFiles(page, { modes: `${random}\ncustomModes: []\n` });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('This is too long for a link').waitFor();
  });
});

/** The page has commands below the tools that run them, and `modegate matrix` below all tools. */
function inSections(rows: readonly PermissionRow[]): readonly PermissionRow[] {
  const commands = rows.filter(({ subject }) => subject.kind === 'command' || subject.kind === 'other-commands');
  const others = rows.filter((row) => !commands.includes(row));
  const at = others.findLastIndex(
    ({ subject }) => subject.kind === 'tool' && findTool(subject.tool)?.group === 'command',
  );
  return [...others.slice(0, at + 1), ...commands, ...others.slice(at + 1)];
}

/** Each question as the form has it, with the words for a command line. */
const questions: readonly (readonly [example: number, question: Partial<WhyQuestion>, args: readonly string[]])[] = [
  [0, { mode: 'docs', target: 'write_to_file', files: 'src/index.ts' }, ['--file', 'src/index.ts']],
  [0, { mode: 'docs', target: 'write_to_file', files: 'handbook/a.md' }, ['--file', 'handbook/a.md']],
  [0, { mode: 'docs', target: 'github/delete_branch', files: '' }, []],
  [0, { mode: 'release', target: 'production/deploy', files: '' }, []],
  [0, { mode: 'release', target: 'github/', files: '' }, []],
  [0, { mode: 'code', target: 'no_such_tool', files: '' }, []],
  [
    0,
    { mode: 'docs', target: 'apply_patch', files: 'handbook/a.md\n../b.md' },
    ['--file', 'handbook/a.md', '--file', '../b.md'],
  ],
  [2, {}, ['--at', '2026-11-24T10:30:00+01:00', '--branch', 'release/2.0', '--ci']],
  [2, { branch: 'main' }, ['--at', '2026-11-24T10:30:00+01:00', '--branch', 'main', '--ci']],
  [2, { at: '', ci: false, branch: '' }, []],
  [3, { mode: 'review', target: 'github/search', files: '' }, []],
  [4, { command: 'git status && git push > src/a' }, ['git status && git push > src/a']],
  [4, { command: 'git push origin' }, ['git push origin']],
  [4, { command: 'ls | sort', shell: 'cmd' }, ['ls | sort', '--shell', 'cmd']],
];

test('a decision on the page equals that of `modegate why` for the same files', async () => {
  const { page } = await open();
  let shown = -1;
  for (const [index, part, args] of questions) {
    if (index !== shown) await choose(page, index);
    shown = index;
    const { files, question } = examples[index]?.state ?? emptyState;
    const asked = { ...question, ...part };
    await showTab(page, 'Why');
    const panel = page.getByRole('tabpanel', { name: 'Why' });
    await panel.getByText('Arguments, time, branch, CI').evaluate((summary) => {
      (summary.parentElement as HTMLDetailsElement).open = true;
    });
    await panel.getByLabel('Mode').selectOption(asked.mode);
    await panel.getByLabel('Tool', { exact: true }).fill(asked.target);
    if (asked.target === 'execute_command') {
      await panel.getByRole('textbox', { name: 'Command', exact: true }).fill(asked.command);
      await panel.getByLabel('Shell').selectOption(asked.shell);
    } else await panel.getByLabel('Files, one per line').fill(asked.files);
    await panel.getByLabel('Time, with time zone').fill(asked.at);
    await panel.getByLabel('Branch').fill(asked.branch);
    await panel.getByLabel('In a CI job').setChecked(asked.ci);
    await settle(page);
    const words = ['why', asked.mode, asked.target, ...args];
    const { decision, steps, parts } = askModegate(files, [...words, '--format', 'json']) as Explanation;
    const answer = page.getByRole('region', { name: 'Answer' });
    const word = decision.allowed ? 'Allowed' : needsConsent(decision) ? 'Asks a person' : 'Refused';
    expect([words, await answer.locator('.mge-why-title .mge-state').innerText()]).toEqual([words, word]);
    const text = await answer.innerText();
    if (!decision.allowed) for (const part of [decision.code, decision.reason]) expect(text).toContain(part);
    const lines = await answer.locator('.mge-steps li').allInnerTexts();
    expect(lines.map((line) => line.replace('\n', ' '))).toEqual(
      steps.map(({ check, detail }) => `${wordFor(englishStrings.checks, check)} ${detail}`),
    );
    expect(await answer.locator('.mge-parts > li').count()).toBe(parts?.length ?? 0);
    expect(await answer.locator('.mgv-command').innerText()).toContain(`modegate ${words.slice(0, 3).join(' ')}`);
  }
});

interface CommandLineDiff {
  readonly changes: readonly { readonly mayGrant: boolean; readonly mode: string; readonly message: string }[];
}

test('the changes on the page equal those of `modegate diff`', async () => {
  const { page } = await open();
  const pairs = [
    [examples[1]?.state.before, examples[1]?.state.files],
    [team.files, examples[2]?.state.files],
    [emptyState.files, team.files],
  ] as const;
  for (const [before = emptyState.files, after = emptyState.files] of pairs) {
    await page.getByRole('button', { name: 'Clear' }).click();
    await fillFiles(page, before);
    await showTab(page, 'Changes');
    await page.getByRole('button', { name: 'Keep these files' }).click();
    await fillFiles(page, after);
    const { changes } = diffByModegate(before, after) as CommandLineDiff;
    expect(changes.length).toBeGreaterThan(0);
    const listed = await page.locator('.mge-changes li bdi').allInnerTexts();
    const grants = await page.getByRole('region', { name: 'Grants' }).locator('li bdi').allInnerTexts();
    const text = listed.join('\n');
    // Changes that are alike are in one line: the first with its message, the others with their names.
    const first = (message: string) => listed.some((line) => line.startsWith(message));
    const named = changes.filter(({ message }) => !first(message));
    for (const { message } of named) expect(text).toContain(/ (?:gains|loses|on) (.*?): it was/.exec(message)?.[1]);
    for (const { message } of changes.filter(({ message: one, mayGrant }) => first(one) && mayGrant))
      expect(grants.some((line) => line.startsWith(message))).toBe(true);
    expect(listed.every((line) => changes.some(({ message }) => line.startsWith(message)))).toBe(true);
  }
});

test('findings and matrix on the page equal those of `modegate check` and `modegate matrix`', async () => {
  const { page } = await open();
  for (const [index, { state }] of examples.entries()) {
    await choose(page, index);
    await showTab(page, 'Findings');
    const { findings } = askModegate(state.files, ['check', '--format', 'json']) as {
      readonly findings: readonly { readonly severity: string; readonly message: string }[];
    };
    expect(await page.locator('.mgv-finding > p:first-of-type').allInnerTexts()).toEqual(
      ['error', 'warning', 'info'].flatMap((rank) =>
        findings.filter(({ severity }) => severity === rank).map(({ message }) => message),
      ),
    );
    await showTab(page, 'Matrix');
    const { rows, modes } = askModegate(state.files, ['matrix', '--format', 'json']) as {
      readonly modes: readonly string[];
      readonly rows: readonly PermissionRow[];
    };
    const shown = await page.locator('thead th').allInnerTexts();
    expect(shown.slice(1).toSorted()).toEqual(modes.toSorted());
    for (const [column, mode] of shown.slice(1).entries()) {
      const cells = page.locator(`td[data-cell$=" ${column}"]`);
      const states = await cells.evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset.state));
      expect(states).toEqual(inSections(rows.filter((row) => row.mode === mode)).map(({ state: one }) => one));
    }
  }
});

test('a finding on the page shows its place in the text', async () => {
  const { page } = await open();
  await choose(page, 3);
  await page.getByRole('button', { name: 'Show .roomodes:11:5' }).click();
  const selected = await field(page, '.roomodes').evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
    return document.activeElement === area ? value.slice(selectionStart, selectionEnd) : undefined;
  });
  expect(selected).toBe('mcpRestriction');
});

test('the editor writes into the text only on request, and keeps the comments', async () => {
  const { page, complaints } = await open();
  await showTab(page, 'Edit');
  await page.getByLabel('Run commands').click();
  expect(await field(page, '.roomodes').inputValue()).toBe(team.files.modes);
  // Looking at another tab loses nothing.
  await showTab(page, 'Matrix');
  await showTab(page, 'Edit');
  await page.getByRole('button', { name: 'Write into .roomodes' }).click();
  await page.getByText('Written into .roomodes.').waitFor();
  const text = await field(page, '.roomodes').inputValue();
  expect(text).toBe(team.files.modes.replace('      - mcp\n', '      - mcp\n      - command\n'));
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await field(page, '.roomodes').inputValue()).toBe(team.files.modes);
  expect(complaints).toEqual([]);
});

test('everything on the page works by keyboard, and the matrix by arrow keys', async () => {
  const { page } = await open();
  await page.getByRole('tab', { name: 'Findings' }).focus();
  await page.keyboard.press('ArrowRight');
  await settle(page);
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.tagName)) === 'TD') break;
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'docs, search_files: allowed',
  );
  await page.keyboard.press('Enter');
  await settle(page);
  expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toContain('search_files in docs');
  await page.getByRole('button', { name: 'Share' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

const hostileNames = [
  '<img src=x onerror=document.title=1>',
  '"><script>document.title=1</script>',
  'read\u202Eetirw\u2066',
  '\u0007bell',
  'مرحبا',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'x'.repeat(10_000),
];

const hostileModes = `customModes:\n${hostileNames
  .map(
    (name, index) =>
      `  - slug: mode-${index}\n    name: ${JSON.stringify(name)}\n    roleDefinition: ${JSON.stringify(name)}\n    groups: [read, [edit, {fileRegex: ${JSON.stringify(name)}}], mcp]\n    mcpRestrictions: {allowedServers: [${JSON.stringify(name)}], disallowedTools: [{serverName: ${JSON.stringify(name)}, toolName: ${JSON.stringify(name)}}]}\n`,
  )
  .join('')}  - slug: ${JSON.stringify(hostileNames[0])}\n    name: a\n`;
const hostileServers = `{"mcpServers": {${hostileNames.map((name) => `${JSON.stringify(name)}: {"command": ${JSON.stringify(name)}}`).join(', ')}}}`;

describe('hostile file contents on the page', () => {
  test('names are shown as text, whatever they contain, and no other server is contacted', async () => {
    const { page, complaints, requests } = await open();
    await fillFiles(page, { modes: hostileModes, servers: hostileServers });
    await showTab(page, 'Why');
    await page.getByLabel('Tool', { exact: true }).fill(`${hostileNames[0]}/${hostileNames[2]}`);
    for (const tab of ['Findings', 'Matrix', 'Overview', 'Why', 'Changes', 'Edit']) {
      await showTab(page, tab);
      const text = await page.locator('.pg-panel[data-state=active]').innerText();
      expect([tab, /[\u202A-\u202E\u2066-\u2069]/.test(text)]).toEqual([tab, false]);
    }
    await showTab(page, 'Overview');
    for (const slug of ['mode-0', 'mode-2', 'mode-8']) {
      await page.getByRole('combobox', { name: 'Mode' }).selectOption(slug);
      await settle(page);
      await page.locator('.mgv-node').getByText(slug, { exact: true }).waitFor();
    }
    expect(await page.title()).toBe('Modegate playground');
    expect(await page.locator('img, body script:not([src])').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
    const inside = new URL(served.url);
    expect(requests.filter((url) => !url.startsWith(inside.href))).toEqual([]);
  });

  test.each([
    ['broken YAML', 'customModes:\n  - slug: [\n'],
    [
      'a YAML bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`)
        .join('\n')}\ncustomModes: *i\n`,
    ],
    ['deep nesting', '['.repeat(20_000)],
    ['binary', '\u0000\uFFFD\u0001'.repeat(1000)],
    ['not modes', '- 1\n- 2\n'],
  ])('%s is reported on the page, and denied in every answer', async (_case, modes) => {
    const { page, complaints } = await open();
    await fillFiles(page, { modes });
    expect(await page.locator('.pg-panel[data-state=active]').innerText()).toMatch(/cannot be used|error/);
    await showTab(page, 'Why');
    expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toContain('Refused');
    expect(complaints).toEqual([]);
  });

  test('a huge paste or file is rejected with a message, and the previous text stays', async () => {
    const { page } = await open();
    await page.evaluate((length) => navigator.clipboard.writeText('x'.repeat(length)), maxFileCharacters + 1);
    await field(page, '.roomodes').focus();
    await page.keyboard.press('Control+v');
    await page.getByText('The text was not opened, because it is longer than 400,000 characters.').waitFor();
    expect(await field(page, '.roomodes').inputValue()).toBe(team.files.modes);
    await dropFiles(page, 'textarea', [{ name: 'big.yaml', text: 'x'.repeat(maxFileCharacters * 4) }]);
    await page.getByText('big.yaml was not opened').waitFor();
  });

  test('a thousand modes are counted and truncated on the page, and can be filtered', async () => {
    const { page } = await open();
    const modes = Array.from(
      { length: 1000 },
      (_, index) => `  - { slug: mode-${index}, name: Mode ${index}, roleDefinition: x, groups: [read] }\n`,
    );
    await fillFiles(page, { modes: `customModes:\n${modes.join('')}` });
    await showTab(page, 'Matrix');
    await page.getByText('more modes not shown').waitFor();
    await page.getByLabel('Modes', { exact: true }).fill('mode-99');
    await page.getByRole('columnheader', { name: 'mode-997' }).waitFor();
  });
});

describe('accessibility checks with axe', () => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds no problem in any tab or the dialog, %s, %d wide', async (colorScheme, width) => {
    const { page } = await open({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    // All examples have the same parts; these have the most.
    for (const index of colorScheme === 'light' && width === 1280 ? [1, 3, 4] : [1, 4]) {
      await choose(page, index);
      for (const tab of ['Findings', 'Matrix', 'Overview', 'Why', 'Changes', 'Edit']) {
        await showTab(page, tab);
        expect([index, tab, await violations(page)]).toEqual([index, tab, []]);
      }
    }
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['an empty page', { modes: '', servers: '' }],
    ['a broken file', { modes: 'customModes: [', servers: '{' }],
    ['hostile names', { modes: hostileModes, servers: hostileServers }],
  ])('axe finds no problem on the page with %s', async (_case, files) => {
    const { page } = await open({ bypassCSP: true });
    await fillFiles(page, files);
    for (const tab of ['Findings', 'Matrix', 'Overview', 'Why', 'Changes', 'Edit']) {
      await showTab(page, tab);
      expect([tab, await violations(page)]).toEqual([tab, []]);
    }
  });
});

test('the page never scrolls sideways', async () => {
  for (const width of [320, 899, 1600]) {
    const { page } = await open({ viewport: { width, height: 700 } });
    for (const tab of ['Findings', 'Matrix', 'Overview', 'Why', 'Changes', 'Edit']) {
      await showTab(page, tab);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([width, tab, overflow <= 0]).toEqual([width, tab, true]);
    }
  }
});

/** Kilobytes of 1,000 bytes, gzip. docs/playground.md names the same. */
const budget = { first: 400, editor: 32, styles: 8 };

test('the page stays within its size budget, and loads the editor only on request', async () => {
  const dist = join(import.meta.dirname, '../../dist');
  const size = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0) / 1000;
  const { page, requests } = await open();
  const loaded = () =>
    new Set(requests.map((url) => url.split('/').at(-1) ?? '').filter((name) => name.endsWith('.js')));
  await settle(page);
  const first = loaded();
  await showTab(page, 'Edit');
  const editor = [...loaded()].filter((name) => !first.has(name));
  const styles = readdirSync(dist).filter((name) => name.endsWith('.css'));
  const sizes = { first: size(first), editor: size(editor), styles: size(styles) };
  expect(editor.length).toBeGreaterThan(0);
  expect(Object.entries(sizes).filter(([name, kilobytes]) => kilobytes > budget[name as keyof typeof budget])).toEqual(
    [],
  );
});

test.runIf(process.env.MODEGATE_SCREENSHOTS !== undefined)('screenshots for docs/playground.md', async () => {
  const folder = process.env.MODEGATE_SCREENSHOTS ?? '';
  mkdirSync(folder, { recursive: true });
  const shots = [
    ['light', 1280, 'Matrix', 0],
    ['dark', 1280, 'Why', 0],
    ['light', 1280, 'Overview', 0],
    ['light', 1280, 'Changes', 1],
    ['dark', 1280, 'Findings', 3],
  ] as const;
  for (const [colorScheme, width, tab, example] of shots) {
    const { page } = await open({ colorScheme, viewport: { width, height: 800 } });
    await choose(page, example);
    await showTab(page, tab);
    await page.mouse.click(width - 4, 796);
    await page.screenshot({ path: join(folder, `playground-${tab.toLowerCase()}-${colorScheme}.png`) });
  }
});
