import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type StartOptions, startCommand, startEnvironment } from '../start-command.ts';
import type { NodeVersion } from './nodes.ts';
import { type NpxLine, npxLines } from './npx-lines.ts';
import { createPlace, fillIn, type NpxPlace } from './npx-place.ts';
import { type NpxSetting, npxSettings } from './npx-settings.ts';

/** How the lines of the documents went. */
export interface NpxReport {
  readonly failures: readonly string[];
  readonly runs: number;
  /** `README.md:13: npx -y pnpm@10.34.9 start: works on a checkout`. */
  readonly skipped: readonly string[];
}

/** Runs every `npx` line of the documents from the tarballs; a line that several documents have runs once. */
export async function runNpxLines(node: NodeVersion, registryUrl: string, into: string): Promise<NpxReport> {
  const folder = join(into, 'npx');
  const lines = npxLines();
  const isFirst = (line: NpxLine) => lines.find(({ text }) => text === line.text) === line;
  const chosen = lines.filter((line) => isFirst(line) || settingOf(line)?.readyText !== undefined);
  const skipped = chosen.filter((line) => settingOf(line)?.skipped !== undefined);
  const runnable = chosen.filter((line) => !skipped.includes(line));
  const failures = unusedSettings(lines);
  mkdirSync(folder);
  for (const [name, together] of Map.groupBy(runnable, placeOf)) {
    const place = createPlace(join(folder, name.replaceAll(/\W+/g, '-')), registryUrl);
    const options = { cwd: place.project, path: [node.folder], env: environmentOf(place, folder), timeoutMs: 90_000 };
    failures.push(...(await runTogether(together, place, options)));
  }
  const explain = (line: NpxLine) => `${line.document}:${line.line}: ${line.text}: ${settingOf(line)?.skipped}`;
  return { failures, runs: runnable.length, skipped: skipped.map(explain) };
}

/** Lines of one document share a place, in their order. */
function placeOf(line: NpxLine): string {
  return settingOf(line)?.isAlone === true ? `${line.document}:${line.line}` : line.document;
}

async function runTogether(
  lines: readonly NpxLine[],
  place: NpxPlace,
  options: StartOptions,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const running: (() => void)[] = [];
  try {
    for (const line of lines) {
      const command = fillIn(line.text, place);
      const setting: Partial<NpxSetting> = settingOf(line) ?? {};
      const failure =
        setting.readyText === undefined
          ? await runLine(command, setting, options)
          : await startLine(command, setting.readyText, options, running);
      if (failure !== undefined) failures.push(`${line.document}:${line.line}: ${command}\n${failure}`);
    }
  } finally {
    for (const stop of running) stop();
  }
  return failures;
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } },
};

/** A server answers what it reads, and ends with its input; other commands read nothing. */
async function runLine(
  command: string,
  { exitCode = 0, prints = '' }: Partial<NpxSetting>,
  options: StartOptions,
): Promise<string | undefined> {
  const input = `${JSON.stringify(initialize)}\n`;
  const { code, output } = await startCommand('sh', ['-c', command], { ...options, input });
  if (code !== exitCode) return `expected exit code ${exitCode}, got ${code}\n${output}`;
  return output.includes(prints) ? undefined : `expected to print ${prints}\n${output}`;
}

/** Starts what goes on until it is stopped, and waits until it is ready. */
async function startLine(
  command: string,
  readyText: string,
  options: StartOptions,
  running: (() => void)[],
): Promise<string | undefined> {
  const child = spawn('sh', ['-c', command], { cwd: options.cwd, env: startEnvironment(options), detached: true });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = () => child.pid !== undefined && isRunning() && process.kill(-child.pid, 'SIGTERM');
  running.push(stop);
  const timer = setTimeout(stop, options.timeoutMs);
  let output = '';
  const ready = new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(readyText)) resolve(true);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => resolve(false));
  });
  const isReady = await ready;
  clearTimeout(timer);
  return isReady ? undefined : `expected to print "${readyText}" and to run on\n${output}`;
}

function environmentOf({ home }: NpxPlace, folder: string): Record<string, string> {
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    // A server of the quickstart waits for it.
    GITHUB_TOKEN: 'token-of-nobody',
    // One cache of packages for all documents, so that each package is fetched once.
    npm_config_cache: join(folder, 'cache'),
  };
}

function settingOf({ text }: NpxLine): NpxSetting | undefined {
  return npxSettings.find(({ pattern }) => pattern.test(text));
}

function unusedSettings(lines: readonly NpxLine[]): string[] {
  const unused = npxSettings.filter((setting) => !lines.some((line) => settingOf(line) === setting));
  return unused.map(({ pattern }) => `npx-settings.ts: ${pattern} fits no line of the documents`);
}
