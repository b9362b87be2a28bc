import { codexTools } from '@modegate/agent-tools';
import { type CommandAdapter, denyNested, readSnakeCase } from '../adapter.ts';
import { sha1 } from './sha1.ts';

/**
 * Codex CLI, observed in 0.169.0. Codex allows a call if the answer has no reason or has unknown keys. Its tools append
 * a relative path to the session's folder; in tests with generated calls, even with odd paths, they accessed only files
 * at paths formed in this way.
 */
export const codex: CommandAdapter = {
  agent: 'codex',
  events: ['PreToolUse'],
  readFields: readSnakeCase,
  tools: codexTools,
  prefixOf: (server) => `${groupOf(server)}__`,
  otherPrefixesOf: (server) => [`${hashedGroupOf(server)}__`, `${groupOf(server).slice(0, maxGroupLength)}__`],
  mcpPrefix: 'mcp__',
  renameTool: replaceHyphens,
  wireNames: (server, tool) =>
    [groupOf(server), hashedGroupOf(server)].flatMap((group) => nameInGroup(group, server, tool)),
  lost: /_[0-9a-f]{12}$/,
  deny: denyNested,
};

function replaceHyphens(name: string): string {
  return name.replaceAll(/[^\w*?]/g, '_');
}

function groupOf(server: string): string {
  return `mcp__${replaceHyphens(server)}`;
}

/** Adds a hash to the group name for a server; if several servers would share a group, each gets a hash. */
function hashedGroupOf(server: string): string {
  return `${groupOf(server)}${hashOf(identityOf(server))}`;
}

const maxNameLength = 128;
const maxGroupLength = maxNameLength - '___0123456789ab'.length;

/**
 * Returns the plain name, and the name with the hash that is added when tools in the group would otherwise share a
 * name; if the plain name is too long, returns only the latter.
 */
function nameInGroup(group: string, server: string, tool: string): readonly string[] {
  const plain = `${group}__${replaceHyphens(tool)}`;
  const hash = hashOf(`${identityOf(server)}\0${tool}\0${tool}`);
  const hashed = `${`${group.slice(0, maxGroupLength)}__${replaceHyphens(tool)}`.slice(0, maxNameLength - hash.length)}${hash}`;
  return plain.length > maxNameLength ? [hashed] : [plain, hashed];
}

function identityOf(server: string): string {
  return `${server}\0${server}\0`;
}

function hashOf(identity: string): string {
  return `_${sha1(identity).slice(0, 12)}`;
}
