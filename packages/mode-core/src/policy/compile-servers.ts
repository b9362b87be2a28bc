import { defined, jsonPointer, lazy, resolvePointer } from '@modegate/json';
import type { RuleReference } from '../decision.ts';
import { compileDisabledTool } from '../mcp/disabled-tool.ts';
import { compileNamePattern } from '../mcp/name-pattern.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { CompiledServer } from './mcp-rules.ts';
import { listServers, type PolicyInput } from './policy-input.ts';

/** Servers in a policy; each part is computed when first used. */
export interface PolicyServers {
  readonly list: readonly McpServerPolicy[] | undefined;
  /**
   * The compiled servers by name; undefined if the servers are unknown. The servers in an unreadable file are treated
   * as known.
   */
  readonly compiled: ReadonlyMap<string, CompiledServer> | undefined;
}

/**
 * Compiles a list of servers immediately, so that a faulty list refuses everything; if the servers are given as a
 * function, it is called only when needed.
 */
export function policyServers({ servers, serverFilesUnreadable }: PolicyInput): PolicyServers {
  const list = lazy(() => servers && listServers(servers));
  const compiled = lazy(() =>
    servers === undefined && serverFilesUnreadable === undefined ? undefined : compileServers(list() ?? []),
  );
  if (typeof servers !== 'function') compiled();
  return {
    get list() {
      return list();
    },
    get compiled() {
      return compiled();
    },
  };
}

function compileServers(servers: readonly McpServerPolicy[]): ReadonlyMap<string, CompiledServer> {
  const compiled = new Map<string, CompiledServer>();
  for (const given of servers) {
    // Untyped callers may pass anything. An entry without a name cannot be requested; an unreadable entry is refused.
    if (typeof given?.name !== 'string') continue;
    const server = checkServer(given);
    // The strongest server comes first. A weaker entry with the same name is hidden completely, so a disabled project
    // entry does not expose a global entry.
    if (!compiled.has(server.name)) compiled.set(server.name, compileServer(server));
  }
  return compiled;
}

/** Checks a server. A switch of the wrong type, such as `disabled: 'true'`, must not leave the server enabled. */
function checkServer(server: McpServerPolicy): McpServerPolicy {
  const { defaultEnabled, disabled, disabledInAnyCase, disabledTools = [], enabledTools = [], invalid } = server;
  const isSwitch = (value: unknown) => value === undefined || typeof value === 'boolean';
  const isList = (value: unknown) => Array.isArray(value) && value.every((tool) => typeof tool === 'string');
  const isReadable =
    [defaultEnabled, disabled, disabledInAnyCase].every(isSwitch) && [disabledTools, enabledTools].every(isList);
  if (isReadable && (invalid === undefined || typeof invalid === 'string')) return server;
  return {
    ...server,
    invalid:
      "'defaultEnabled', 'disabled' and 'disabledInAnyCase' must be true or false, and 'disabledTools' and 'enabledTools' lists of names.",
  };
}

function compileServer(server: McpServerPolicy): CompiledServer {
  const pointer = server.pointer ?? jsonPointer('mcpServers', server.name);
  const ruleAt = (at: string): RuleReference => ({
    layer: 'servers',
    pointer: at,
    server: server.name,
    ...defined({ file: server.file, line: server.locate?.(at)?.line }),
  });
  const fieldRule = (field: string) => ruleAt(pointerOf(server, field) ?? `${pointer}/${field}`);
  // A server with unreadable lists is refused before the lists are used.
  const { disabledTools = [], enabledTools }: Pick<McpServerPolicy, 'disabledTools' | 'enabledTools'> =
    server.invalid === undefined ? server : { enabledTools: [] };
  return {
    server,
    by: ruleAt(pointer),
    fieldRule,
    disabledTools: disabledTools.map((name, index) => ({
      matches: compileDisabledTool(server, name),
      by: fieldRule(`disabledTools/${index}`),
    })),
    enabledTools: enabledTools?.map(compileNamePattern),
  };
}

/**
 * Returns the pointer to a setting that has another name in the file, or to an item in such a setting, for example
 * `disabledTools/0`.
 */
function pointerOf({ settingPositions }: McpServerPolicy, field: string): string | undefined {
  const place: unknown = resolvePointer(settingPositions, `/${field}/pointer`);
  return typeof place === 'string' ? place : undefined;
}
