import { join } from 'node:path';
import type { PostgresDatabase } from '@modegate/session-store/postgres';
import { type StateText, stateFile } from '@modegate/text-files';
import type { GatewaySettings } from '../settings/gateway-settings.ts';
import { sharedStateText } from './shared-state-text.ts';

/** Gateway state that outlives the process, stored in files or in the database. */
export interface StateTexts {
  readonly toolsets: StateText;
  readonly knownTools: StateText;
  readonly trustedServers: StateText;
  /** Servers known to be session-based. */
  readonly sessionBasedServers: StateText;
  /**
   * Files to watch, because other processes may change them; empty if a database is used, because the database
   * announces changes.
   */
  readonly files: readonly string[];
}

/** Returns the state stored as text in the files of the state folder. */
export function stateFiles({ stateDir }: GatewaySettings): StateTexts {
  const [known, trusted] = [join(stateDir, 'known-tools.json'), join(stateDir, 'trusted-servers.json')];
  return {
    toolsets: stateFile(join(stateDir, 'toolsets.json')),
    knownTools: stateFile(known),
    trustedServers: stateFile(trusted, { isGuarded: true }),
    sessionBasedServers: stateFile(join(stateDir, 'legacy-servers.json')),
    files: [known, trusted],
  };
}

/** Returns the state stored as text in the database, which all instances share. */
export function sharedTexts({ text }: PostgresDatabase): StateTexts {
  return {
    toolsets: sharedStateText(text('toolsets')),
    knownTools: sharedStateText(text('known-tools')),
    trustedServers: sharedStateText(text('trusted-servers')),
    sessionBasedServers: sharedStateText(text('legacy-servers')),
    files: [],
  };
}
