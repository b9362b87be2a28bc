import { print, stripControls, styled } from '@modegate/cli-kit';
import type { Project } from '@modegate/project';
import { clientCredentials, readClientVariables } from '../logins/client-variables.ts';
import { describeLogin, type LoginDescription, loginLine } from '../logins/describe-login.ts';
import { openLoginFile } from '../logins/login-file.ts';
import { loginsFile } from '../settings/gateway-settings.ts';
import type { Settings } from '../settings/settings.ts';

/** Logins to a project's servers, or a description of the problem with the file that stores them. */
export interface LoginReport {
  readonly file: string;
  readonly logins: readonly LoginDescription[];
  /** Names of servers whose tokens come from client credentials. */
  readonly credentials: readonly string[];
  readonly problem: string | undefined;
}

/** Reads the logins to a project's servers, and the names of the servers that use client credentials. */
export async function reportLogins(settings: Settings, { servers }: Project): Promise<LoginReport> {
  const file = loginsFile(settings.gateway);
  const names = new Set(servers.map(({ name }) => name));
  try {
    const logins = (await openLoginFile(file).all())
      .filter(({ server }) => names.has(server))
      .map((login) => describeLogin(login, Date.now()));
    const credentials = [...names].filter(
      (name) => clientCredentials(readClientVariables(name, process.env)) !== undefined,
    );
    return { file, logins, credentials, problem: undefined };
  } catch (error) {
    return { file, logins: [], credentials: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Prints the logins, if there are any. */
export function printLoginReport({ logins, credentials, problem }: LoginReport): void {
  if (logins.length + credentials.length === 0 && problem === undefined) return;
  print(styled('bold', 'Logins'));
  if (problem !== undefined) print(`  ${styled('red', '✗')} ${stripControls(problem)}`);
  for (const login of logins) {
    const mark = login.ended || login.wanted_scope !== null ? styled('yellow', '!') : styled('green', '✓');
    const whose = login.principal === null ? '' : ` for ${login.principal}`;
    print(`  ${mark} ${stripControls(`${login.server}${whose}`).padEnd(20)} ${stripControls(loginLine(login))}`);
  }
  for (const name of credentials)
    print(`  ${styled('green', '✓')} ${stripControls(name).padEnd(20)} client credentials from environment variables`);
  print('');
}
