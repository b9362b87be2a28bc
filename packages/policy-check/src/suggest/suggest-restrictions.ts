import { decide, type McpRestrictions, type Policy, type PolicyMode } from '@modegate/mode-core';
import type { KnownServer } from '../matrix/known-server.ts';
import { isLiteral } from '../matrix/mode-rules.ts';
import type { Situation } from '../matrix/permission-row.ts';
import { listSubjects } from '../matrix/subjects.ts';
import { chooseServers } from './choose-servers.ts';
import { chooseTools } from './choose-tools.ts';
import { type SpreadWords, spreadWords } from './spread-words.ts';

/** What is known besides the policy. */
export interface SuggestOptions {
  /** What the servers offer, with the hints on their tools. */
  readonly inventory?: readonly KnownServer[] | undefined;
  /** When and where the permissions are looked at. A mode that may not use MCP then and there is skipped. */
  readonly situation?: Situation | undefined;
  /** Slugs. Default: all modes of the project and the global file. */
  readonly modes?: readonly string[] | undefined;
}

/** One thing of a server; without `tool` the server as a whole, its resources included. */
export interface SuggestedPart {
  readonly server: string;
  readonly tool?: string;
}

/** Restrictions that leave a mode what it seems to need. */
export interface RestrictionSuggestion {
  readonly mode: string;
  /** The whole `mcpRestrictions` to write in place of the mode's own; never allows what the mode may not use now. */
  readonly restrictions: McpRestrictions;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  /** What the mode may use now and would not. */
  readonly removes: readonly SuggestedPart[];
  /** What it keeps. */
  readonly keeps: readonly SuggestedPart[];
}

/** What is suggested, and for which modes nothing is. */
export interface Suggestions {
  readonly suggestions: readonly RestrictionSuggestion[];
  readonly skipped: readonly { readonly mode: string; readonly reason: string }[];
}

/**
 * Suggests `mcpRestrictions` of least privilege: the servers that the mode's own words name, else those it may use now; of a mode
 * that writes no files only tools that read, of others no tool that says it destroys, unless the mode's words name it. A suggestion
 * only takes away: deny lists, conditions and inheritance stay, and allow lists get shorter.
 */
export function suggestRestrictions(policy: Policy, options: SuggestOptions = {}): Suggestions {
  const chosen =
    options.modes ?? policy.modes.filter(({ source }) => source !== 'builtin').map(({ config }) => config.slug);
  const suggestions: RestrictionSuggestion[] = [];
  const skipped: { readonly mode: string; readonly reason: string }[] = [];
  const servers = listSubjects(policy, options.inventory).flatMap((found) =>
    found.kind === 'mcp-resources' ? [found.server] : [],
  );
  for (const slug of chosen) {
    const mode = policy.modes.find(({ config }) => config.slug === slug);
    const found = mode === undefined ? 'No such mode.' : suggestFor(mode, { ...options, policy, servers });
    if (typeof found === 'string') skipped.push({ mode: slug, reason: found });
    else suggestions.push(found);
  }
  return { suggestions, skipped };
}

/** @internal One mode that is looked at. */
export interface SuggestionSubject {
  readonly policy: Policy;
  readonly mode: PolicyMode;
  readonly inventory: readonly KnownServer[];
  /** Whether the mode may do this now. */
  readonly may: (server: string, tool: string | undefined) => boolean;
  /** What the mode says of itself. */
  readonly words: SpreadWords;
  readonly isReadOnly: boolean;
}

interface SuggestionScope extends SuggestOptions {
  readonly policy: Policy;
  readonly servers: readonly string[];
}

function suggestFor(mode: PolicyMode, scope: SuggestionScope): RestrictionSuggestion | string {
  const { policy, servers, inventory = [], situation = {} } = scope;
  const { config } = mode;
  if (mode.invalid !== undefined) return 'The mode has an error and may use nothing.';
  const ask = (request: object, tool: string) => decide(policy, { ...situation, mode: config.slug, tool, ...request });
  const general = ask({}, 'use_mcp_tool');
  if (!general.allowed && general.code !== 'MCP_IDENTITY_MISSING') return 'The mode may use no MCP server.';
  const subject: SuggestionSubject = {
    policy,
    mode,
    inventory,
    may: (server, tool) =>
      ask({ mcp: { server, tool } }, tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool').allowed,
    words: wordsOf(mode),
    isReadOnly: ['write_to_file', 'execute_command'].every((tool) => isNeverAllowed(ask({}, tool))),
  };
  // A name with a wildcard cannot be listed as itself: in a list it would stand for others too.
  const usable = servers.filter((server) => isLiteral(server) && subject.may(server, undefined));
  return suggestWithin(subject, usable);
}

function suggestWithin(subject: SuggestionSubject, usable: readonly string[]): RestrictionSuggestion | string {
  if (usable.length === 0) return 'The mode may use no MCP server, as far as is known.';
  const servers = chooseServers(subject, usable);
  const tools = chooseTools(subject, servers.kept);
  const own = subject.mode.config.mcpRestrictions;
  const emptied = servers.kept.filter((server) => tools.emptied.has(server));
  const kept = servers.kept.filter((server) => !tools.emptied.has(server));
  const removes = [...servers.dropped, ...emptied].map((server): SuggestedPart => ({ server }));
  const restrictions: McpRestrictions = { ...own, allowedServers: kept, allowedTools: tools.entries };
  const reasons = [...servers.reasons, ...tools.reasons];
  if (isSame(own, restrictions)) return 'The mode says this already.';
  return {
    mode: subject.mode.config.slug,
    restrictions,
    reasons,
    removes: [...removes, ...tools.removed],
    keeps: [...kept.map((server): SuggestedPart => ({ server })), ...tools.kept],
  };
}

function isNeverAllowed(decision: ReturnType<typeof decide>): boolean {
  return !decision.allowed && decision.code !== 'FILE_PATH_MISSING';
}

function wordsOf({ config }: PolicyMode): SpreadWords {
  const { slug, name, roleDefinition, whenToUse, description, customInstructions } = config;
  const texts = [slug, name, roleDefinition, whenToUse, description, customInstructions];
  return spreadWords(texts.filter((text) => text !== undefined).join('\n'));
}

function isSame(own: McpRestrictions | undefined, suggested: McpRestrictions): boolean {
  const form = (value: readonly unknown[] | undefined) =>
    JSON.stringify(value?.map((entry) => JSON.stringify(entry)).sort());
  return (
    form(own?.allowedServers) === form(suggested.allowedServers) &&
    form(own?.allowedTools) === form(suggested.allowedTools)
  );
}
