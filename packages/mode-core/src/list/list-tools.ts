import { didYouMean } from '@modegate/nearest-name';
import { type KnownCircumstances, type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { decide } from '../decide/decide.ts';
import { refuseByConditions } from '../decide/refuse-conditions.ts';
import { defaultRule, type RuleReference } from '../decision.ts';
import { ModeError } from '../modes/mode-error.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { type CatalogueTool, toolCatalogue } from '../tools/tool-catalogue.ts';

/** One static tool that a mode may use. */
export interface ListedTool {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly group: CatalogueTool['group'];
  /** The file limits that hold for it; empty when it may touch any file. */
  readonly limits: readonly { readonly pattern: string; readonly description?: string }[];
  /** The rule that grants it. */
  readonly by: RuleReference;
}

/**
 * The static tools a mode may use, in the order of the catalogue: what to offer to a model. Retired names, and tools whose
 * limits could never be met, are left out, and so are the MCP tools while the mode may not use MCP. The tools of MCP servers are not
 * static, so ask `decide` or {@link describeMcpTools} about those.
 *
 * @throws {ModeError} MODE_NOT_FOUND when no layer defines the mode.
 */
export function listTools(policy: Policy, question: ModeQuestion): readonly ListedTool[] {
  const { mode, ...circumstances } = resolveQuestion(policy, question);
  const compiled = requireMode(policy, mode);
  if (compiled.refusal !== undefined) return [];
  const listed: ListedTool[] = [];
  for (const tool of toolCatalogue) {
    const found = listTool(policy, compiled, { tool, circumstances });
    if (found !== undefined) listed.push(found);
  }
  return listed;
}

/** @internal The compiled mode of a slug, or an error that names the known ones. */
export function requireMode(policy: Policy, slug: string): CompiledMode {
  const compiled = policy.compiled.modes.get(slug);
  if (compiled !== undefined) return compiled;
  const known = [...policy.compiled.modes.keys()];
  throw new ModeError(
    'MODE_NOT_FOUND',
    `Unknown mode '${slug}'.${didYouMean(slug, known)} Known modes: ${known.join(', ')}.`,
    { data: { slug, known } },
  );
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
  if (tool.group === 'always')
    return {
      name: tool.name,
      aliases: tool.aliases,
      group: 'always',
      limits: [],
      by: defaultRule('always-available', slug),
    };
  const group = mode.groups.get(tool.group);
  if (group === undefined) return undefined;
  const canNeverPass = group.limits.some((limit) => limit.test === undefined || tool.paths === undefined);
  if (canNeverPass || (tool.group === 'mcp' && isWithoutMcp(policy, mode, candidate))) return undefined;
  const limits = group.limits.map(({ pattern, description }) => ({
    pattern,
    ...(description === undefined ? {} : { description }),
  }));
  return { name: tool.name, aliases: tool.aliases, group: tool.group, limits, by: group.limits[0]?.by ?? group.by };
}

/** Whether an MCP tool would be offered for nothing: all access depends on what does not hold now, or the servers are known and the mode may use none of them. */
function isWithoutMcp(policy: Policy, mode: CompiledMode, { circumstances }: Candidate): boolean {
  if (mode.mcp.hasConditions && refuseByConditions(mode, circumstances)) return true;
  const { servers } = policy.compiled;
  if (servers === undefined) return false;
  const { slug } = mode.mode.config;
  return ![...servers.keys(), ...mode.mcp.namedServers].some(
    (server) => decide(policy, { ...circumstances, mode: slug, tool: 'access_mcp_resource', mcp: { server } }).allowed,
  );
}
