import { isJsonObject } from '@modegate/json';
import { hintNames, type Lock, type LockedDefinition, type LockedServer, type LockedTool } from './lock.ts';

/** A lock that was read, or the reason why it could not be read. */
export type LockReading =
  | { readonly state: 'read'; readonly lock: Lock }
  | { readonly state: 'broken'; readonly message: string };

/**
 * Formats a lock as the text of its file, which is sorted and indented by two spaces, and which ends in one line break;
 * the same lock always produces the same text.
 */
export function formatLock(lock: Lock): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/**
 * Reads the text of a lock file. A file that does not have the form of a lock is rejected as a whole, because an
 * incomplete lock could be mistaken for a small one.
 */
export function parseLock(text: string): LockReading {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return broken(`it is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isJsonObject(document)) return broken('it is not a mapping');
  if (document.version !== 1)
    return broken(
      `its version is ${JSON.stringify(document.version)?.slice(0, 40)}, but only version 1 is supported; lock the tools again`,
    );
  const fault = findFault(document);
  return fault === undefined ? { state: 'read', lock: document as unknown as Lock } : broken(fault);
}

function broken(why: string): LockReading {
  return { state: 'broken', message: `The lock cannot be used: ${why}.` };
}

function findFault({ servers }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isJsonObject(servers)) return "'servers' is not a mapping";
  for (const [name, server] of Object.entries(servers)) {
    if (!isServer(server))
      return `the entry for server '${name}' does not contain the mapping 'tools', or its 'members' has a value other than 'all'`;
    for (const [tool, locked] of Object.entries(server.tools))
      if (!isTool(locked)) return `the entry for tool '${name}/${tool}' does not have the form { hashes, hints }`;
  }
  return undefined;
}

function isServer(server: unknown): server is LockedServer {
  return isJsonObject(server) && isJsonObject(server.tools) && (server.members ?? 'all') === 'all';
}

function isTool(tool: unknown): tool is LockedTool {
  if (!isDefinition(tool)) return false;
  const { again = [] } = tool as LockedTool;
  return Array.isArray(again) && again.every(isDefinition);
}

function isDefinition(tool: unknown): tool is LockedDefinition {
  if (!isJsonObject(tool) || !isJsonObject(tool.hashes) || !isJsonObject(tool.hints)) return false;
  const { hashes, hints } = tool;
  return (
    Object.values(hashes).every((hash) => /^sha256-[0-9a-f]{64}$/.test(String(hash))) &&
    hintNames.every((name) => hints[name] === undefined || typeof hints[name] === 'boolean')
  );
}
