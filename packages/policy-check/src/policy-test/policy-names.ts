import type { Decision, Policy, ToolRequest } from '@modegate/mode-core';
import { toolCatalogue } from '@modegate/mode-core/tools';
import { didYouMean } from '@modegate/nearest-name';
import type { ServerInventory } from '../matrix/inventory.ts';
import { listSubjects } from '../matrix/subjects.ts';

/** Names that may occur in a case. */
export interface PolicyNames {
  readonly modes: ReadonlySet<string>;
  /** Names of the servers; undefined if they are unknown. */
  readonly servers: ReadonlySet<string> | undefined;
  /** Tools on the servers whose tools are known, from the servers themselves or from a lock. */
  readonly tools: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Lists the modes in a policy, the servers that it configures or mentions, and the tools in the inventory. */
export function listPolicyNames(policy: Policy, inventory: readonly ServerInventory[] = []): PolicyNames {
  const servers = listSubjects(policy, inventory).flatMap((subject) => ('server' in subject ? [subject.server] : []));
  return {
    modes: new Set(policy.modes.map(({ config }) => config.slug)),
    servers: policy.servers === undefined ? undefined : new Set(servers),
    tools: new Map(
      inventory.flatMap(({ name, tools }) =>
        tools === undefined ? [] : [[name, new Set(tools.map((tool) => tool.name))] as const],
      ),
    ),
  };
}

/**
 * Describes, in a sentence, a name that a request contains but that does not exist; returns undefined if all names
 * exist or cannot be checked.
 */
export function findUnknownName(request: ToolRequest, decision: Decision, known: PolicyNames): string | undefined {
  const { mode, tool, mcp } = request;
  if (!known.modes.has(mode)) return describe(`mode '${mode}'`, mode, known.modes);
  if (!decision.allowed && decision.code === 'TOOL_UNKNOWN') return describe(`tool '${tool}'`, tool, agentTools);
  const server = mcp?.server ?? textOf(request.params?.server_name);
  if (server === undefined) return undefined;
  if (known.servers?.has(server) === false) return describe(`server '${server}'`, server, known.servers);
  const called = mcp?.tool ?? textOf(request.params?.tool_name);
  const offered = known.tools.get(server);
  if (called === undefined || offered === undefined || offered.has(called)) return undefined;
  return describe(`tool '${called}' of server '${server}'`, called, offered);
}

const agentTools = toolCatalogue.flatMap(({ name, aliases }) => [name, ...aliases]);

function describe(what: string, name: string, known: Iterable<string>): string {
  return `Unknown ${what}.${didYouMean(name, known)} If the test needs a name that does not exist, add 'unknown: true'.`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
