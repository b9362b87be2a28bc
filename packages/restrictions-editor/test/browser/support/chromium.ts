import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const cache = join(import.meta.dirname, '../../../../../node_modules/.cache/chromium');

/** Starts a real Chromium: the one of `CHROMIUM_PATH`, the one that npm installed (Linux on x64), or Chrome as it is installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findChromium();
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    env: { ...process.env, ...fontEnvironment() },
  });
}

/** The path of a Chromium; unpacks it where that has not been done. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined) return named;
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium();
  const installed = installedPlaces.find((path) => existsSync(path));
  if (installed === undefined) throw new Error('No Chromium found. Set CHROMIUM_PATH to one.');
  return installed;
}

/** The fonts that it brings, and those of the machine: its own configuration looks for them in another folder, and without a font it dies. */
function fontEnvironment(): Readonly<Record<string, string>> {
  const folder = join(cache, 'fonts');
  if (!existsSync(folder)) return {};
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`).join('');
  const file = join(cache, 'fonts.conf');
  const mono = '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>';
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig>${dirs}${mono}<cachedir>${join(cache, 'font-cache')}</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}

/** It unpacks into the folder for temporary files, which other users share; and brings libraries that a bare machine lacks if it is asked so. */
async function unpackChromium(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = cache;
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    return await bundled.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

const installedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
