import type { AgentToolCall } from '../agent-answer.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import type { Findings, Otherwise } from './findings.ts';
import { namesWholeTool } from './server-rules.ts';
import { matchesWildcard } from './wildcard.ts';

type Matcher = (rule: ClaudeRule) => boolean;
interface Judgement {
  readonly matches: Matcher;
  readonly otherwise: Otherwise;
}

/** Evaluates a call to a tool that neither runs commands nor accesses files. */
export function judgeOther(session: ClaudeSession, call: AgentToolCall): Findings {
  const { matches, otherwise } = judgementOf(session, call);
  const matching = (rules: readonly ClaudeRule[]) =>
    rules.filter((rule) => namesWholeTool(rule, call.tool) || (rule.tool === call.tool && matches(rule)));
  // In plan mode, Claude Code asks before it uses servers' tools, even if the rules allow it.
  const isHeld = session.mode === 'plan' && !session.isAgentMode && call.tool.startsWith('mcp__');
  const allow = isHeld ? [] : matching(session.allow);
  return {
    deny: matching(session.deny),
    ask: matching(session.ask),
    allow,
    isAllowed: allow.length > 0,
    isEdit: false,
    otherwise,
  };
}

function judgementOf(session: ClaudeSession, { tool, arguments: given }: AgentToolCall): Judgement {
  if (tool === 'WebFetch') return judgeFetch(session, given.url);
  if (tool === 'Agent') return judgeAgent(session, given.subagent_type);
  if (tool === 'Skill') return judgeSkill(session, given.skill ?? given.name ?? given.command);
  if (tool.startsWith('mcp__') || tool === 'WebSearch')
    return { matches: () => false, otherwise: networkDefault(session) };
  return { matches: () => false, otherwise: toolDefault(tool) };
}

/** Returns the default answer for a server's tool or a web tool. */
function networkDefault(session: ClaudeSession): Otherwise {
  const because = `No rule decides, and in the mode ${session.mode} Claude Code asks a model.`;
  if (session.asksModel) return { effect: 'unknown', because, isOfMode: true };
  return { effect: 'ask', because: 'No rule decides, and Claude Code asks about this tool.' };
}

const unaskedTools = new Set(
  `ToolSearch ListAgents ScheduleWakeup TodoWrite TaskCreate TaskGet TaskList TaskUpdate TaskOutput TaskStop
  AskUserQuestion EnterPlanMode`.split(/\s+/),
);

function toolDefault(tool: string): Otherwise {
  if (unaskedTools.has(tool)) return { effect: 'allow', because: `Claude Code runs '${tool}' without asking.` };
  return {
    effect: 'unknown',
    because: `There is no record of what Claude Code does with '${tool}' if no rule decides.`,
  };
}

function judgeAgent(session: ClaudeSession, type: unknown): Judgement {
  const { rules } = session;
  const name = typeof type === 'string' && type !== '' ? type : 'general-purpose';
  if (session.asksModel) return { matches: () => false, otherwise: networkDefault(session) };
  const otherwise: Otherwise =
    rules.agent === undefined
      ? { effect: 'allow', because: 'Claude Code starts subagents without asking.' }
      : { effect: 'unknown', because: 'There is no record of whether a subagent may start another subagent.' };
  return { matches: ({ specifier }) => specifier?.trim() === name, otherwise };
}

function judgeSkill({ rules }: ClaudeSession, given: unknown): Judgement {
  const [name = ''] = typeof given === 'string' ? given.replace(/^\//, '').split(/\s/) : [];
  const skill = rules.skills.find((one) => one.name === name);
  const otherwise: Otherwise =
    skill?.allowedTools === undefined
      ? {
          effect: 'unknown',
          because: 'There is no record of whether Claude Code asks about a skill without allowed-tools.',
        }
      : { effect: 'ask', because: `Claude Code asks about a skill with allowed-tools (${skill.file}).` };
  const matches: Matcher = ({ specifier = '', list }) => {
    const pattern = specifier
      .trim()
      .replace(/^\//, '')
      .replace(/(:| )\*$/, '');
    return pattern === name || (list !== 'allow' && matchesWildcard(pattern, name));
  };
  return { matches, otherwise };
}

function judgeFetch(session: ClaudeSession, url: unknown): Judgement {
  const host = typeof url === 'string' ? hostOf(url) : undefined;
  const matches: Matcher = ({ specifier = '' }) => {
    const [, domain] = /^domain:(.+)$/.exec(specifier) ?? [];
    return domain !== undefined && host !== undefined && matchesDomain(domain.toLowerCase().replace(/\.+$/, ''), host);
  };
  return { matches, otherwise: networkDefault(session) };
}

/**
 * A lone `*` stands for any host, and `*.` at the start for any labels before the rest; elsewhere, an asterisk matches
 * only within its label.
 */
function matchesDomain(domain: string, host: string): boolean {
  if (domain === '*') return true;
  const names = host.split('.');
  const isOpen = domain.startsWith('*.');
  const wanted = (isOpen ? domain.slice('*.'.length) : domain).split('.');
  const tail = names.slice(-wanted.length);
  const isLongEnough = isOpen ? names.length > wanted.length : names.length === wanted.length;
  return isLongEnough && wanted.every((name, index) => matchesWildcard(name, tail[index] ?? ''));
}

/** Returns the host of an address as a browser interprets it; undefined if the text is not an address. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.+$/, '') : undefined;
}
