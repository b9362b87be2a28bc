import { decide, type Policy, type PolicyMode } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { mayBeAllowed } from '../matrix/mcp-row.ts';
import { isLiteral } from '../matrix/names.ts';
import { listSubjects } from '../matrix/subjects.ts';
import { chooseTools } from './choose-tools.ts';
import { type IdentifierWords, mentions, splitIdentifier } from './split-identifier.ts';
import {
  collectSuggestions,
  type RestrictionSuggestion,
  type SuggestedPart,
  type SuggestionSubject,
  type Suggestions,
  type SuggestOptions,
} from './suggestion.ts';

/**
 * Suggests least-privilege `mcpRestrictions` for the servers mentioned in the mode's texts or, if these mention none,
 * for the servers that it may use now. A mode that writes no files gets only tools that read; other modes get no tool
 * that claims to be destructive, unless the mode's texts mention it. A suggestion only removes permissions: deny lists,
 * conditions and inheritance stay, and allow lists get shorter.
 */
export function suggestRestrictions(policy: Policy, options: SuggestOptions = {}): Suggestions {
  const chosen =
    options.modes ?? policy.modes.filter(({ source }) => source !== 'builtin').map(({ config }) => config.slug);
  const servers = listSubjects(policy, options.inventory).flatMap((found) =>
    found.kind === 'mcp-resources' ? [found.server] : [],
  );
  return collectSuggestions(policy, chosen, (mode) => suggestFor(mode, { ...options, policy, servers }));
}

interface SuggestionScope extends SuggestOptions {
  readonly policy: Policy;
  readonly servers: readonly string[];
}

function suggestFor(mode: PolicyMode, scope: SuggestionScope): RestrictionSuggestion | string {
  const { policy, servers, inventory = [], circumstances = {} } = scope;
  const { config } = mode;
  if (mode.invalid !== undefined) return 'The mode has an error, so it may not use any tools.';
  const ask = (request: object, tool: string) =>
    decide(policy, { ...circumstances, mode: config.slug, tool, ...request });
  const general = ask({}, 'use_mcp_tool');
  if (!general.allowed && !mayBeAllowed(general) && general.code !== 'MCP_IDENTITY_MISSING')
    return 'The mode may not use any MCP server.';
  const subject: SuggestionSubject = {
    policy,
    mode,
    inventory,
    may: (server, tool) =>
      mayBeAllowed(ask({ mcp: { server, tool } }, tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool')),
    words: wordsOf(mode),
    isReadOnly: ['write_to_file', 'execute_command'].every((tool) => isNeverAllowed(ask({}, tool))),
  };
  // A name with a wildcard cannot be listed literally: in a list it would also match other names.
  const usable = servers.filter((server) => isLiteral(server) && subject.may(server, undefined));
  return suggestWithin(subject, usable);
}

function suggestWithin(subject: SuggestionSubject, usable: readonly string[]): RestrictionSuggestion | string {
  if (usable.length === 0) return 'The mode may not use any known MCP server.';
  const servers = chooseServers(subject, usable);
  const tools = chooseTools(subject, servers.kept);
  const own = subject.mode.config.mcpRestrictions;
  const emptied = servers.kept.filter((server) => tools.emptied.has(server));
  const kept = servers.kept.filter((server) => !tools.emptied.has(server));
  const removes = [...servers.dropped, ...emptied].map((server): SuggestedPart => ({ server }));
  const restrictions: McpRestrictions = { ...own, allowedServers: kept, allowedTools: tools.entries };
  const reasons = [...servers.reasons, ...tools.reasons];
  if (isSame(own, restrictions)) return 'The mode already has these restrictions.';
  return {
    mode: subject.mode.config.slug,
    restrictions,
    reasons,
    removes: [...removes, ...tools.removed],
    keeps: [...kept.map((server): SuggestedPart => ({ server })), ...tools.kept],
  };
}

/**
 * Returns the servers mentioned in the mode's texts; if the texts mention none, returns all servers that the mode may
 * use now, so that only servers added later are excluded.
 */
function chooseServers({ words }: SuggestionSubject, usable: readonly string[]) {
  const named = usable.filter((server) => mentions(words, server));
  if (named.length === 0) {
    const reason = `The mode's text mentions no server, so the mode keeps the ${usable.length} servers that it may use now. A server that is added later is refused until it is listed.`;
    return { kept: usable, dropped: [], reasons: [reason] };
  }
  const dropped = usable.filter((server) => !named.includes(server));
  const reason = `The mode's text mentions ${list(named)}${dropped.length === 0 ? '' : `, but not ${list(dropped)}`}.`;
  return { kept: named, dropped, reasons: [reason] };
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => `'${name}'`);
  return `${shown.join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}

function isNeverAllowed(decision: ReturnType<typeof decide>): boolean {
  return !decision.allowed && decision.code !== 'FILE_PATH_MISSING';
}

function wordsOf({ config }: PolicyMode): IdentifierWords {
  const { slug, name, roleDefinition, whenToUse, description, customInstructions } = config;
  const texts = [slug, name, roleDefinition, whenToUse, description, customInstructions];
  return splitIdentifier(texts.filter((text) => text !== undefined).join('\n'));
}

function isSame(own: McpRestrictions | undefined, suggested: McpRestrictions): boolean {
  const form = (value: readonly unknown[] | undefined) =>
    JSON.stringify(value?.map((entry) => JSON.stringify(entry)).sort());
  return (
    form(own?.allowedServers) === form(suggested.allowedServers) &&
    form(own?.allowedTools) === form(suggested.allowedTools)
  );
}
