import { readFile } from 'node:fs/promises';
import { extname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from 'playwright-core';
import { fileOrigin, type OpenedPanel } from './panel-stand-in.ts';

/** Some of the colours that VS Code gives a web view. */
export const themes = {
  'vscode-dark': {
    '--vscode-editor-background': '#1f1f1f',
    '--vscode-foreground': '#cccccc',
    '--vscode-button-background': '#0078d4',
    '--vscode-button-foreground': '#ffffff',
  },
  'vscode-light': {
    '--vscode-editor-background': '#fffffe',
    '--vscode-foreground': '#3b3b3b',
    '--vscode-button-background': '#005fb8',
    '--vscode-button-foreground': '#ffffff',
  },
} as const;

/** The page of a panel, and everything that it complains of or asks for and does not get. */
export interface ShownPanel {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Shows a panel's page in a real browser, in the place of VS Code. */
export async function openInChromium(
  browser: Browser,
  panel: OpenedPanel,
  theme: keyof typeof themes = 'vscode-dark',
): Promise<ShownPanel> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === pageUrl) return await route.fulfill({ contentType: 'text/html; charset=utf-8', body: panel.html });
    if (await serveFile(route, panel.servedFolders)) return;
    complaints.push(`asks for ${url}`);
    await route.abort();
  });
  await page.exposeFunction('sendToHost', panel.receive);
  await page.addInitScript(prepareWindow, { theme, colours: themes[theme] });
  await page.goto(pageUrl);
  panel.onPost(
    (message) => void page.evaluate((data) => window.postMessage(data, '*'), message).catch(() => undefined),
  );
  return { page, complaints };
}

const pageUrl = 'https://webview.vscode.test/';

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Only what the panel named as a folder of its own. */
async function serveFile(route: Route, folders: readonly string[]): Promise<boolean> {
  const { origin, pathname } = new URL(route.request().url());
  if (origin !== fileOrigin) return false;
  const path = fileURLToPath(`file://${pathname}`);
  if (!folders.some((folder) => path.startsWith(folder + sep))) return false;
  await route.fulfill({
    contentType: types[extname(path)] ?? 'application/octet-stream',
    headers: { 'access-control-allow-origin': '*' },
    body: await readFile(path),
  });
  return true;
}

/** Runs in the page, before its script: what VS Code puts there. */
function prepareWindow({ theme, colours }: { readonly theme: string; readonly colours: object }): void {
  const { sendToHost } = window as unknown as { sendToHost: (message: unknown) => Promise<void> };
  let isTaken = false;
  Object.assign(window, {
    acquireVsCodeApi() {
      if (isTaken) throw new Error('An instance of the VS Code API has already been acquired');
      isTaken = true;
      return { postMessage: (message: unknown) => void sendToHost(message) };
    },
  });
  document.addEventListener('DOMContentLoaded', () => {
    document.body.classList.add(theme);
    for (const [name, colour] of Object.entries(colours)) document.documentElement.style.setProperty(name, colour);
  });
}
