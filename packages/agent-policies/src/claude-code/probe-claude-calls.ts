import { claudeCodeTools } from '@modegate/agent-tools';
import type { AgentProfile, AgentToolCall } from '../agent-answer.ts';
import { plainCommands, plainPaths, shellWord, unnamedCalls } from '../probes/base-calls.ts';
import { coveredCalls, listProbeCalls } from '../probes/list-probe-calls.ts';
import { literalGlob, type ProbePattern, unnamedText } from '../probes/probe-pattern.ts';
import type { ClaudeRule, ClaudeRules } from './claude-rules.ts';
import { parseClaudeRule, presentName } from './parse-claude-rule.ts';
import { absolutePath } from './paths.ts';
import { freePrograms } from './read-only-commands.ts';

type Profile = AgentProfile<ClaudeRules>;

/**
 * Returns calls that show what the rules of a profile do and where their effects end; if another state of the profile
 * is given, also returns calls that show where the two states differ.
 */
export function probeClaudeCalls(profile: Profile, other?: Profile): readonly AgentToolCall[] {
  const sourceOf = ({ rules }: Profile) => ({ base: baseCalls(rules), patterns: patternsOf(rules) });
  const own = sourceOf(profile);
  const others = other === undefined ? own : sourceOf(other);
  const free = freeCalls([...own.patterns, ...others.patterns]);
  return listProbeCalls(own, { ...others, base: [...others.base, ...free] });
}

/**
 * Returns calls to programs that run without a rule and that no rule mentions, both alone and with a file to which they
 * write.
 */
function freeCalls(patterns: readonly ProbePattern[]): readonly AgentToolCall[] {
  const isNamed = (program: string) => patterns.some(({ glob }) => glob.includes(program));
  const programs = [...freePrograms].filter((program) => !isNamed(program)).slice(0, 2);
  return programs.flatMap((program) => [bash(program), bash(`${program} > ${unnamedText}`)]);
}

/** Returns the calls that a profile's rules explicitly deny. */
export function listDeniedClaudeCalls({ rules }: Profile): readonly AgentToolCall[] {
  return coveredCalls(patternsOf(rules).filter(({ effect }) => effect === 'deny'));
}

function bash(command: string): AgentToolCall {
  return { tool: 'Bash', arguments: { command } };
}

function baseCalls({ start, home, settings, servers, skills }: ClaudeRules): readonly AgentToolCall[] {
  const added = settings.flatMap(({ additionalDirectories }) => additionalDirectories);
  const own = ['.claude/settings.json', '.mcp.json'].map((path) => `${start}/${path}`);
  const folders = added.map((folder) => `${absolutePath(folder, start, home)}/${unnamedText}`);
  const excluded = settings.flatMap(({ sandbox }) => sandbox?.value.excludedCommands ?? []);
  return [
    ...unnamedCalls({ name: 'claude-code', tools: claudeCodeTools }, start),
    ...plainCommands.map(bash),
    ...[...plainPaths(start, home), ...own, ...folders].flatMap(fileCalls),
    ...excluded.map((command) => bash(command.replace(/(:| )?\*$/, ` ${unnamedText}`))),
    { tool: 'Bash', arguments: { command: unnamedText, dangerouslyDisableSandbox: true } },
    ...servers.map(({ name }) => ({ tool: `mcp__${name.replace(/[^\w-]/g, '_')}__${unnamedText}`, arguments: {} })),
    ...skills.map(({ name }) => ({ tool: 'Skill', arguments: { skill: name } })),
  ];
}

function fileCalls(path: string): readonly AgentToolCall[] {
  return [
    { tool: 'Read', arguments: { file_path: path } },
    { tool: 'Edit', arguments: { file_path: path } },
    { tool: 'Write', arguments: { file_path: path } },
    bash(`cat ${shellWord(path)}`),
    bash(`echo ${unnamedText} > ${shellWord(path)}`),
    { tool: 'NotebookEdit', arguments: { notebook_path: path } },
  ];
}

function patternsOf(rules: ClaudeRules): readonly ProbePattern[] {
  const agent = rules.agents.find(({ name }) => name === rules.agent);
  const tools = [agent?.tools, agent?.disallowedTools].flatMap((setting) => setting?.value ?? []);
  const skills = rules.skills.flatMap(({ allowedTools }) => allowedTools?.value ?? []);
  const origin = { list: 'allow', scope: 'project', root: rules.start } as const;
  const ofRules = [
    ...rules.settings.flatMap((settings) => settings.rules),
    ...[...tools, ...skills].map((text) => parseClaudeRule(text, origin)),
  ].flatMap((rule) => patternOf(rules, rule));
  return [...ofRules, ...freeCommands];
}

/**
 * Commands that Claude Code runs without a rule, at least in some modes, so it matters whether a rule overlaps with
 * them.
 */
const freeCommands = 'echo ls cat grep find sort git_status git_log git_diff touch rm mkdir cp mv'
  .split(' ')
  .map((name): ProbePattern => {
    const glob = `${name.replace('_', ' ')} *`;
    return { kind: 'command', of: 'Bash', glob, effect: 'allow', toCalls: (text) => [bash(text)], isBuiltIn: true };
  });

function patternOf(
  rules: ClaudeRules,
  { tool: name, specifier, list: effect, root }: ClaudeRule,
): readonly ProbePattern[] {
  const tool = presentName(name.replace(/\(.*$/s, ''));
  const wholeTool = {
    kind: 'tool',
    glob: wholeGlob(tool),
    effect,
    toCalls: (text) => [{ tool: text, arguments: {} }],
  } as const satisfies ProbePattern;
  if (specifier === undefined) return Object.hasOwn(claudeCodeTools, tool) ? [] : [wholeTool];
  if (/^(?:Read|Edit|Write|MultiEdit|Notebook\w+|Glob|Grep|LS)$/.test(tool))
    return globsOf(rules, specifier, root).map((glob) => ({ kind: 'file', glob, effect, toCalls: fileCalls }));
  const parameter = parameters[tool];
  if (parameter === undefined) return [wholeTool];
  const { kind, argument } = parameter;
  const toCalls = (text: string) => [{ tool, arguments: { [argument]: text } }];
  // Only `*` is a wildcard in the text of such a rule.
  const glob = literalGlob(parameter.toGlob?.(specifier) ?? specifier.trim(), '?');
  return [{ kind, of: tool, glob, effect, toCalls }];
}

interface ScopedTool {
  readonly kind: ProbePattern['kind'];
  readonly argument: string;
  readonly toGlob?: (specifier: string) => string;
}

const command: ScopedTool = { kind: 'command', argument: 'command', toGlob: withStarAtEnd };

/** Tools whose rules take text in parentheses. */
const parameters: Readonly<Record<string, ScopedTool>> = {
  Bash: command,
  PowerShell: command,
  Monitor: command,
  WebFetch: {
    kind: 'address',
    argument: 'url',
    toGlob: (specifier) => `https://${specifier.trim().replace(/^domain:/, '')}/`,
  },
  WebSearch: { kind: 'name', argument: 'query' },
  Agent: { kind: 'name', argument: 'subagent_type' },
  Skill: { kind: 'name', argument: 'skill', toGlob: withStarAtEnd },
};

/** Interprets `:*` at the end as a space followed by anything. */
function withStarAtEnd(specifier: string): string {
  return specifier.trim().replace(/:\*$/, ' *');
}

/** Extends a rule for a server so that it covers the server's tools. */
function wholeGlob(tool: string): string {
  return tool.startsWith('mcp__') && tool.split('__').length === 2 ? `${tool}__*` : tool;
}

/** Converts a gitignore pattern to absolute patterns; a name without a slash may match anywhere. */
function globsOf({ start, home }: ClaudeRules, specifier: string, root: string | undefined): readonly string[] {
  const path = specifier;
  const isAnywhere = !path.replace(/\/(\*\*)?$/, '').includes('/');
  const whole = path.startsWith('//')
    ? path.slice(1)
    : path.startsWith('~/')
      ? `${home ?? '~'}${path.slice(1)}`
      : path.startsWith('/')
        ? `${root ?? start}${path}`
        : `${start}/${path.replace(/^(\.\/)+/, '')}`;
  const glob = whole.replaceAll('**', '*').replaceAll(/\[!?(.)[^\]]*\]/g, '$1');
  const below = isAnywhere && path !== '' ? [`${start}/*/${glob.slice(start.length + 1)}`] : [];
  return [glob, ...below];
}
