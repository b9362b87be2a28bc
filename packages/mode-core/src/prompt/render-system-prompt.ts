import { type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { type ListedCondition, listConditions } from '../list/list-restrictions.ts';
import { listTools, requireMode } from '../list/list-tools.ts';
import type { McpInventory } from '../mcp/inventory.ts';
import { toolGroups } from '../modes/mode.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { describeCommandRules } from './describe-command-rules.ts';
import { describeMcpTools } from './describe-mcp-tools.ts';

/** A rule file with its text. */
export interface RuleFile {
  /** Path shown in the prompt, preferably relative to the project. */
  readonly path: string;
  readonly text: string;
}

/** Texts of rules in prompt order; `loadRules` from `@modegate/project/node` reads these texts. */
export interface PromptRules {
  /** Rule files from `.roo/rules-<slug>/`. */
  readonly mode?: readonly RuleFile[] | undefined;
  /** Instruction from `.rooignore`. */
  readonly ignore?: string | undefined;
  /** Rule files from `AGENTS.md` and similar files. */
  readonly agent?: readonly RuleFile[] | undefined;
  /** Rule files from `.roo/rules/`. */
  readonly generic?: readonly RuleFile[] | undefined;
}

/** Optional parts of the prompt. */
export interface SystemPromptOptions {
  /** Tools and resources of the MCP servers. Default: no MCP section. */
  readonly inventory?: McpInventory | undefined;
  readonly rules?: PromptRules | undefined;
  /** Instructions for every mode. */
  readonly globalInstructions?: string | undefined;
  /** Language of answers, such as `English` or `de`. */
  readonly language?: string | undefined;
  /** Tools that the caller does not offer, even if the mode allows them. Default: none. */
  readonly withoutTools?: readonly string[] | undefined;
}

/**
 * Renders the system prompt for a mode: role, tool groups with their restrictions, MCP section, and then instructions
 * in the same order as in the Roo family: language, global, mode, and rules (mode, ignore, agent, generic). Omits empty
 * parts.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function renderSystemPrompt(policy: Policy, question: ModeQuestion, options: SystemPromptOptions = {}): string {
  const asked = resolveQuestion(policy, question);
  const compiled = requireMode(policy, asked.mode);
  const sections = [
    compiled.mode.config.roleDefinition.trim(),
    renderTools(policy, compiled, { asked, withoutTools: options.withoutTools ?? [] }),
    options.inventory && compiled.groups.has('mcp')
      ? section('MCP', describeMcpTools(policy, asked, options.inventory))
      : '',
    section("USER'S CUSTOM INSTRUCTIONS", renderInstructions(compiled, options)),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function renderTools(
  policy: Policy,
  mode: CompiledMode,
  { asked, withoutTools }: { readonly asked: ModeQuestion; readonly withoutTools: readonly string[] },
): string {
  if (mode.refusal !== undefined) return section('TOOLS', mode.refusal.reason);
  const names = new Map<string, string[]>();
  for (const tool of listTools(policy, asked)) {
    if (!withoutTools.includes(tool.name)) names.set(tool.group, [...(names.get(tool.group) ?? []), tool.name]);
  }
  const conditions = mode.mcp.isConditional ? listConditions(policy, mode.mode.config.slug) : [];
  const lines = toolGroups.flatMap((group) => {
    const held = mode.groups.get(group);
    if (held === undefined) return [];
    const tools = names.get(group) ?? [];
    const line = `- ${group}: ${tools.length === 0 ? 'no tools' : `${tools.join(', ')}${renderLimits(held)}`}`;
    if (group === 'command' && tools.length > 0) return [line, ...describeCommandRules(policy, mode.mode.config.slug)];
    return group === 'mcp' ? [`${line}${renderAccess(conditions)}`, ...renderEntries(conditions)] : [line];
  });
  const always = `- always: ${(names.get('always') ?? []).join(', ')}`;
  const missing = toolGroups.filter((group) => group !== 'modes' && !mode.groups.has(group));
  const without =
    missing.length === 0
      ? ''
      : `\nNot available in this mode: ${missing.join(', ')}. A call outside these limits is refused.`;
  return section('TOOLS', `In this mode you may use:\n${[...lines, always].join('\n')}${without}`);
}

function renderLimits(group: CompiledGroup): string {
  const limits = group.limits.map((limit) =>
    limit.description === undefined
      ? `files that match ${limit.pattern}`
      : `${limit.description} (files that match ${limit.pattern})`,
  );
  return limits.length === 0 ? '' : `; limited to ${limits.join(', and to ')}`;
}

// Keeps the prompt short: longer lists were not written with a prompt in mind.
const maxConditions = 20;

function renderAccess(conditions: readonly ListedCondition[]): string {
  const words = new Set(conditions.filter(({ on }) => on === 'access').map((condition) => condition.words));
  return [...words]
    .slice(0, maxConditions)
    .map((text) => `; only ${text}`)
    .join('');
}

function renderEntries(conditions: readonly ListedCondition[]): readonly string[] {
  const lines = conditions.flatMap(({ on, serverName = '', toolName = '', words }) =>
    on === 'access'
      ? []
      : `  - tools ${printable(toolName)} of MCP server ${printable(serverName)}: ${entryWords[on]} ${words}`,
  );
  const unique = [...new Set(lines)];
  if (unique.length <= maxConditions) return unique;
  return [
    ...unique.slice(0, maxConditions),
    `  - and ${unique.length - maxConditions} more conditions on individual tools`,
  ];
}

const entryWords = { allowance: 'only', question: "with a person's consent", denial: 'not' } as const;

function renderInstructions(mode: CompiledMode, options: SystemPromptOptions): string {
  return paragraphs([
    titled(
      'Language Preference:',
      options.language && `Answer in ${options.language.trim()} unless the user asks for another language.`,
    ),
    titled('Global Instructions:', options.globalInstructions),
    titled('Mode-specific Instructions:', mode.mode.config.customInstructions),
    titled('Rules:', renderRules(mode.mode.config.slug, options.rules ?? {})),
  ]);
}

function renderRules(slug: string, rules: PromptRules): string {
  return paragraphs([
    titled(`# Rules of the mode ${slug}:`, renderFiles(rules.mode)),
    rules.ignore?.trim() ?? '',
    titled('# Agent rules:', renderFiles(rules.agent)),
    titled('# Rules for every mode:', renderFiles(rules.generic)),
  ]);
}

function renderFiles(files: readonly RuleFile[] | undefined): string {
  return paragraphs((files ?? []).map((file) => titled(`# Rules from ${file.path}:`, file.text)));
}

function titled(title: string, text: string | undefined): string {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? '' : `${title}\n${trimmed}`;
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function section(title: string, body: string): string {
  return body === '' ? '' : `====\n\n${title}\n\n${body}`;
}
