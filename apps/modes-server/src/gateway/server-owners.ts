import { createHash } from 'node:crypto';
import type { Project } from '@modegate/project';

type Entries = Project['servers'];

/** True if all principals share the server defined by an entry. */
export function isShared(entry: Entries[number]): boolean {
  return entry.state === 'valid' && entry.config.shared;
}

/** Selects the servers that all principals share. */
export function sharedServers(entries: Entries): Entries {
  return entries.filter(isShared);
}

/**
 * Selects the servers of which each principal has its own instance. An unreadable entry is included for every
 * principal.
 */
export function ownServers(entries: Entries): Entries {
  return entries.filter((entry) => !isShared(entry));
}

/**
 * Returns environment variables that identify the principal to a server, so that a server entry can refer to each
 * principal's credentials.
 */
export function principalVariables(principalId: string | undefined): Readonly<Record<string, string>> {
  return principalId === undefined ? {} : { MODEGATE_PRINCIPAL: principalName(principalId) };
}

/**
 * Returns a name, safe in paths and headers, for a principal: the unchanged name for a token, but a hash for any name
 * from an issuer.
 */
function principalName(principalId: string): string {
  const [, token] = /^token:([A-Za-z0-9][\w.-]{0,63})$/.exec(principalId) ?? [];
  return token === undefined
    ? `jwt-${createHash('sha256').update(principalId).digest('hex').slice(0, 32)}`
    : `token-${token}`;
}
