import { lstatSync } from 'node:fs';
import { print, type Style, styled } from '@modegate/cli-kit';
import { formatAddress, type IpcAddress, isIpcError, type ReadyState } from '@modegate/ipc-bridge';
import { attempt } from '@modegate/json';
import { createSettingsClient } from '../agent/connect.ts';
import type { Settings } from '../settings.ts';
import { version } from '../version.ts';

/** An error that prevents the server from working, or a warning. */
interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
}

type Report = Awaited<ReturnType<typeof examine>>;

/**
 * Reports the agent's address, whether the agent is reachable, and any problems. Returns the exit code: 1 if there are
 * errors.
 */
export async function doctor(settings: Settings, options: { readonly json?: boolean } = {}): Promise<number> {
  const report = await examine(settings);
  if (options.json === true) print(JSON.stringify(report, null, 2));
  else printReport(report);
  return report.problems.some((problem) => problem.severity === 'error') ? 1 : 0;
}

async function examine(settings: Settings) {
  const connection = await tryConnect(settings);
  return {
    version,
    node: process.versions.node,
    platform: process.platform,
    address: formatAddress(settings.address),
    addressFrom: settings.addressFrom,
    dialectSetting: settings.dialect,
    connected: 'agent' in connection,
    ...('agent' in connection ? connection : {}),
    problems: [
      ...('problem' in connection ? [connection.problem] : []),
      ...settings.warnings.map((message) => warning('REMOTE_ADDRESS', message)),
      ...socketProblems(settings.address),
      ...dialectProblems(settings, connection),
    ],
  };
}

type Attempt = { readonly agent: ReadyState } | { readonly problem: Problem };

async function tryConnect(settings: Settings): Promise<Attempt> {
  const client = createSettingsClient(settings, () => undefined);
  try {
    return { agent: await client.connect({ maxAttempts: 1 }) };
  } catch (error) {
    if (!isIpcError(error)) throw error;
    return { problem: { severity: 'error', code: error.code, message: error.message } };
  } finally {
    await client.close();
  }
}

function warning(code: string, message: string): Problem {
  return { severity: 'warning', code, message };
}

/** Warns about a socket file that other users may access. */
function socketProblems(address: IpcAddress): readonly Problem[] {
  if (address.kind !== 'socket' || process.platform === 'win32') return [];
  const stats = attempt(() => lstatSync(address.path));
  if (stats === undefined || !stats.isSocket() || (stats.mode & 0o022) === 0) return [];
  const message = `Other users can connect to ${address.path} and drive the agent. Restrict access: chmod 600 ${address.path}, or move it to a folder that only you can access.`;
  return [warning('SOCKET_OPEN', message)];
}

function dialectProblems(settings: Settings, connection: Attempt): readonly Problem[] {
  if (!('agent' in connection) || settings.dialect === 'detect') return [];
  const { serverVersion } = connection.agent;
  if (serverVersion === undefined || settings.dialect === 'fork') return [];
  const message = `The dialect is set to ${settings.dialect}, but the agent reported its version, and only fork agents do that. Remove --dialect.`;
  return [warning('DIALECT_DOUBTFUL', message)];
}

function printReport({ agent, problems, ...report }: Report): void {
  print(styled('bold', `ipc-server ${report.version}`));
  print(`Node ${report.node} on ${report.platform}`);
  print(`Agent      ${report.address} (${report.addressFrom})`);
  print(`Dialect    ${report.dialectSetting}`);
  print('');
  if (agent === undefined) print(`${styled('red', '✗')} not connected`);
  else {
    print(`${styled('green', '✓')} connected`);
    print(`  dialect  ${agent.dialect}`);
    if (agent.serverVersion !== undefined) print(`  version  ${agent.serverVersion}`);
    if (agent.pid !== undefined)
      print(`  process  ${agent.pid}${agent.ppid === undefined ? '' : ` (of ${agent.ppid})`}`);
  }
  print('');
  print(styled('bold', 'Problems'));
  if (problems.length === 0) print(`  ${styled('green', 'none')}`);
  for (const { severity, code, message } of problems) {
    print(`  ${styled(severityStyles[severity], severity.padEnd(7))} ${message} ${styled('dim', `[${code}]`)}`);
  }
}

const severityStyles: Readonly<Record<Problem['severity'], Style>> = { error: 'red', warning: 'yellow' };
