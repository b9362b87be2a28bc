import { didYouMean } from '@modegate/nearest-name';
import { allow, type ConsentQuestion, type Decision, defaultRule, type Refusal, refuse } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { nameOwner, nameOwnerMidSentence, startWithOwner } from './describe-mode.ts';

/** @internal Returns the questions that every call to a server raises: for each mode, the first matching rule. */
export function askAboutServer(mode: CompiledMode, server: string): readonly ConsentQuestion[] {
  return mode.mcp.sets.flatMap(({ askedServers, owner }) => {
    const rule = askedServers.find(({ matches }) => matches(server));
    if (rule === undefined) return [];
    const reason = `${startWithOwner(mode, owner)} asks before a call to MCP server '${printable(server)}'.`;
    return [{ reason, by: rule.by }];
  });
}

interface ServerQuestion {
  readonly server: string;
  readonly group: CompiledGroup;
}

/**
 * @internal Decides on an MCP server: by its own settings first, then by the server lists of the mode and of the modes
 * it extends.
 */
export function decideServer(policy: Policy, mode: CompiledMode, question: ServerQuestion): Decision {
  const { server } = question;
  const { mcp } = mode;
  if (mcp.invalid !== undefined) return refuse('MCP_RESTRICTIONS_INVALID', mcp.invalid.by, mcp.invalid.reason);
  const refusal = decideByServerFile(policy, mode, question) ?? refuseDisallowed(mode, server);
  if (refusal !== undefined) return refusal;
  const byLists = decideByLists(mode, question);
  if (!byLists.allowed) return byLists;
  const configured = policy.compiled.servers?.get(server);
  if (configured?.server.defaultEnabled === false && mcp.withoutList !== undefined) {
    const reason = `MCP server '${printable(server)}' is not enabled by default, and ${nameOwnerMidSentence(mode, mcp.withoutList)} does not list it in 'allowedServers'.`;
    return refuse('MCP_SERVER_NOT_ENABLED', configured.fieldRule('defaultEnabled'), reason);
  }
  return byLists;
}

function refuseDisallowed(mode: CompiledMode, server: string): Refusal | undefined {
  for (const { disallowedServers, owner } of mode.mcp.sets) {
    const denied = disallowedServers.find((rule) => rule.matches(server));
    if (denied === undefined) continue;
    const reason = `MCP server '${printable(server)}' is disallowed in ${nameOwner(mode, owner)}.`;
    return refuse('MCP_SERVER_DISALLOWED', denied.by, reason);
  }
  return undefined;
}

/**
 * Decides on a server by the allowlists, every one of which must contain the server. The decision reports the last list
 * of the mode itself.
 */
function decideByLists(mode: CompiledMode, { server, group }: ServerQuestion): Decision {
  let allowedBy = group.by;
  const [own] = mode.mcp.sets;
  for (const set of mode.mcp.sets) {
    for (const list of set.closedServers) {
      // An ask rule is an allow rule that requires consent.
      const rule = [...list.rules, ...set.askedServers].find((candidate) => candidate.matches(server));
      if (rule === undefined) {
        const reason = `MCP server '${printable(server)}' is not among the servers that ${nameOwnerMidSentence(mode, set.owner)} allows.`;
        return refuse('MCP_SERVER_NOT_ALLOWED', list.by, reason);
      }
      if (set === own || allowedBy === group.by) allowedBy = rule.by;
    }
  }
  return allow(allowedBy);
}

/** Refuses a server because of its own entry in a server file, regardless of the mode. */
function decideByServerFile(policy: Policy, mode: CompiledMode, question: ServerQuestion): Refusal | undefined {
  const { server } = question;
  const { servers } = policy.compiled;
  if (servers === undefined) return undefined;
  const configured = servers.get(server);
  if (configured === undefined) return refuseUnconfigured(policy, mode, question);
  if (configured.server.invalid !== undefined) {
    const reason = `The settings of MCP server '${printable(server)}' could not be read, so the server is refused. ${configured.server.invalid}`;
    return refuse('MCP_SERVER_INVALID', configured.by, reason);
  }
  if (configured.server.disabled !== true) return undefined;
  const reason = `MCP server '${printable(server)}' is disabled in its settings.`;
  return refuse('MCP_SERVER_DISABLED', configured.fieldRule('disabled'), reason);
}

/**
 * Refuses a server that no file configures. A server whose exact name the mode allows is an exception, because a client
 * may store servers in a file that is not read here. A wildcard does not cover servers unknown to its author. A model
 * reads the refusal, so the reason mentions only servers that the mode may use.
 */
function refuseUnconfigured(policy: Policy, mode: CompiledMode, question: ServerQuestion): Refusal | undefined {
  const { server } = question;
  const { servers = new Map<string, never>(), serverFilesUnreadable } = policy.compiled;
  const unknown = (): string => {
    const open = [...servers.keys()].filter(
      (name) => decideServer(policy, mode, { ...question, server: name }).allowed,
    );
    return `Unknown MCP server '${printable(server)}'.${didYouMean(server, open)}`;
  };
  if (serverFilesUnreadable !== undefined) {
    const reason = `${unknown()} A server file could not be read and may restrict this server, so only servers that are configured in another file are allowed. ${serverFilesUnreadable}`;
    return refuse('MCP_SERVER_UNKNOWN', defaultRule('server-known'), reason);
  }
  if (mode.mcp.namedServers.has(server)) return undefined;
  const reason = `${unknown()} No configuration file contains it, and mode '${mode.mode.config.slug}' does not allow it by its exact name.`;
  return refuse('MCP_SERVER_UNKNOWN', defaultRule('server-known'), reason);
}
