import { defined } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import { type KnownCircumstances, type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { refuseCommands } from '../commands/check-command.ts';
import type { CommandRuleSet } from '../commands/command-rules.ts';
import { decide } from '../decide/decide.ts';
import { refuseByConditions } from '../decide/refuse-conditions.ts';
import { defaultRule, isOpen, type RuleReference } from '../decision.ts';
import { ModeError } from '../modes/mode-error.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { type CatalogueTool, toolCatalogue } from '../tools/tool-catalogue.ts';

/** A static tool that a mode may use. */
export interface ListedTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly group: CatalogueTool['group'];
  /** File restrictions of the tool; empty if the tool may access any file. */
  readonly limits: readonly { readonly pattern: string; readonly description?: string }[];
  /** Rule that allows the tool. */
  readonly by: RuleReference;
}

/**
 * Lists the static tools that a mode may use, in catalogue order, for a model. Omits retired names, tools whose
 * restrictions can never be satisfied, and MCP tools and commands if the mode may not currently use any. For the tools
 * of MCP servers, use `decide` or {@link describeMcpTools}.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function listTools(policy: Policy, question: ModeQuestion): readonly ListedTool[] {
  const { mode, ...circumstances } = resolveQuestion(policy, question);
  const compiled = requireMode(policy, mode);
  if (compiled.refusal !== undefined) return [];
  return toolCatalogue.flatMap((tool) => listTool(policy, compiled, { tool, circumstances }) ?? []);
}

/**
 * @internal Finds a compiled mode.
 *
 * @throws {ModeError} MODE_NOT_FOUND, which lists the known slugs.
 */
export function requireMode(policy: Policy, slug: string): CompiledMode {
  const compiled = policy.compiled.modes.get(slug);
  if (compiled !== undefined) return compiled;
  const known = [...policy.compiled.modes.keys()];
  const message = `Unknown mode '${slug}'.${didYouMean(slug, known)} Known modes: ${known.join(', ')}.`;
  throw new ModeError('MODE_NOT_FOUND', message, { data: { slug, known } });
}

interface Candidate {
  readonly tool: CatalogueTool;
  readonly circumstances: KnownCircumstances;
}

function listTool(policy: Policy, mode: CompiledMode, candidate: Candidate): ListedTool | undefined {
  const { tool } = candidate;
  const slug = mode.mode.config.slug;
  if (tool.retired === true || policy.compiled.disabledTools.has(tool.name) || mode.closedTools.has(tool.name))
    return undefined;
  const { name, aliases } = tool;
  if (tool.group === 'always')
    return { name, aliases, group: 'always', limits: [], by: defaultRule('always-available', slug) };
  const group = mode.groups.get(tool.group);
  if (group === undefined) return undefined;
  const canNeverPass = group.limits.some((limit) => limit.test === undefined || tool.paths === undefined);
  if (canNeverPass || (tool.group === 'mcp' && isWithoutMcp(policy, mode, candidate))) return undefined;
  if (tool.group === 'command' && isWithoutCommands(policy, mode, candidate)) return undefined;
  const limits = group.limits.map(({ pattern, description }) => ({ pattern, ...defined({ description }) }));
  return { name, aliases, group: tool.group, limits, by: group.limits[0]?.by ?? group.by };
}

/**
 * True if an MCP tool would be useless: the conditions on all access are not currently true, or the mode may use none
 * of the known servers.
 */
function isWithoutMcp(policy: Policy, mode: CompiledMode, { circumstances }: Candidate): boolean {
  if (mode.mcp.hasConditions && refuseByConditions(mode, 'use MCP', circumstances)) return true;
  const { servers } = policy.compiled;
  if (servers === undefined) return false;
  const { slug } = mode.mode.config;
  return ![...servers.keys(), ...mode.mcp.namedServers].some((server) =>
    isOpen(decide(policy, { ...circumstances, mode: slug, tool: 'access_mcp_resource', mcp: { server } })),
  );
}

/**
 * True if the mode may not run any command: its rules cannot be used, an allowlist is empty, or the conditions on all
 * commands are not currently true.
 */
function isWithoutCommands(policy: Policy, mode: CompiledMode, { circumstances }: Candidate): boolean {
  const isEmpty = ({ closedBy, entries }: CommandRuleSet) =>
    closedBy !== undefined && entries.every(({ list }) => list === 'disallowedCommands');
  return (
    mode.commands?.sets.some(isEmpty) === true ||
    (refuseCommands(policy, mode) ?? refuseByConditions(mode, 'run commands', circumstances)) !== undefined
  );
}
