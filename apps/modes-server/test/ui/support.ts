import { once } from 'node:events';
import { join } from 'node:path';
import { collectOutput, createFolder, startScript, writeFiles } from '@modegate/cli-kit/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { upstream } from '../gateway/support/upstreams.ts';
import { builtServer } from '../support/built-server.ts';

/** A modes file as a team keeps one. */
export const exampleModes = `# Modes of the handbook team. Ask Kim before you widen one.
customModes:
  - slug: docs
    name: Docs # shown in the mode menu
    roleDefinition: You write and mend the handbook.
    groups:
      - read
      - - edit
        - fileRegex: \\.mdx?$ # pages only
          description: Markdown pages
      - command
      - mcp
    mcpRestrictions:
      # reviewed in May
      disallowedTools:
        - serverName: github
          toolName: delete_* # never
  - slug: release
    name: Release
    roleDefinition: You cut releases.
    groups: [read, edit, command, mcp]
    mcpRestrictions:
      allowedServers: [github, jira]
      disallowedServers: [jira]
`;

const tools = {
  github: ['create_issue', 'create_pull_request', 'delete_branch', 'delete_repository', 'get_file', 'search_code'],
  jira: ['get_ticket', 'search_tickets', 'transition_ticket'],
};

/** A project with two servers that answer. */
export function createProject(): string {
  const root = createFolder();
  const entries = Object.entries(tools).map(([name, names]) => [
    name,
    upstream('two-tools.ts', [name], { env: { TOOL_NAMES: JSON.stringify(names) } }).entry,
  ]);
  writeFiles(root, {
    '.roomodes': exampleModes,
    '.mcp.json': JSON.stringify({ mcpServers: Object.fromEntries(entries) }),
    'handbook/start.md': '',
    'src/site.ts': '',
  });
  return root;
}

/** A running `modes-server ui`. */
export interface RunningUi {
  readonly root: string;
  readonly url: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends Ctrl-C; resolves with the exit code. */
  readonly interrupt: () => Promise<number | null>;
}

/** Starts the built program on a project, until the test ends. */
export async function startUi(flags: readonly string[] = [], root: string = createProject()): Promise<RunningUi> {
  const child = startScript(builtServer, ['ui', '--no-open', '--project-root', root, ...flags], {
    cwd: root,
    home: createFolder(),
  });
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await expect.poll(() => /http\S+(?=\n)/.exec(stdout())?.[0] ?? stderr()).toMatch(/^http/);
  return {
    root,
    url: /http\S+/.exec(stdout())?.[0] ?? '',
    stdout,
    stderr,
    interrupt: async () => {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}

/** The page in a real browser; what it complains of is kept. */
export async function openPage(browser: Browser, url: string, context: BrowserContextOptions = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...context });
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  onTestFinished(() => page.close());
  await page.goto(url);
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  return { page, complaints };
}

/** Opens a mode in a view. */
export async function show(page: Page, { mode, view }: { readonly mode: string; readonly view: string }) {
  await page.getByRole('navigation', { name: 'Modes' }).getByRole('button', { name: mode }).click();
  await page.getByRole('tab', { name: view }).click();
}

/** The path of the modes file. */
export function modesFile({ root }: Pick<RunningUi, 'root'>): string {
  return join(root, '.roomodes');
}
