import { kiloTools, opencodeTools } from '@modegate/agent-tools';
import type { AgentProfile, AgentToolCall } from '../agent-answer.ts';
import { patchOf, plainCommands, plainPaths, shellWord, unnamedCalls } from '../probes/base-calls.ts';
import { coveredCalls, listProbeCalls } from '../probes/list-probe-calls.ts';
import { type ProbePattern, unnamedText } from '../probes/probe-pattern.ts';
import type { OpencodeRules } from './agent-rules.ts';
import { mayNameTool, type PermissionRule } from './rules.ts';
import { toolNamePart } from './tools.ts';
import { matchesWildcard } from './wildcard.ts';

type Profile = AgentProfile<OpencodeRules>;

/**
 * @internal Returns calls that show what the rules of a profile do and where their effects end; if another state of the
 * profile is given, also returns calls that show how the two states differ.
 */
export function probeOpencodeCalls(profile: Profile, other?: Profile): readonly AgentToolCall[] {
  const sourceOf = (one: Profile) => ({ base: baseCalls(one), patterns: patternsOf(one) });
  return listProbeCalls(sourceOf(profile), other && sourceOf(other));
}

/**
 * @internal Returns the calls that a profile's rules explicitly deny; if a rule denies everything else, also returns
 * plain commands.
 */
export function listDeniedOpencodeCalls(profile: Profile): readonly AgentToolCall[] {
  const deniesAll = ({ action, file, pattern }: PermissionRule) =>
    action === 'deny' && file !== undefined && pattern === '*';
  const plain = profile.rules.rules.some(deniesAll) ? plainCommands.map(bash) : [];
  const denials = patternsOf(profile).filter(({ effect, isBuiltIn }) => effect === 'deny' && isBuiltIn !== true);
  return [...plain, ...coveredCalls(denials)];
}

function bash(command: string): AgentToolCall {
  return { tool: 'bash', arguments: { command } };
}

function baseCalls({ agent: name, rules: { project, start, home, servers } }: Profile): readonly AgentToolCall[] {
  const isKilo = name === 'kilo';
  const ofAgent = isKilo ? ['kilo.json', '.kilo', '.kilo/plans/xyz.md'] : ['.opencode/plans/xyz.md'];
  const own = ['opencode.json', ...ofAgent];
  const paths = [...plainPaths(start, home === '~' ? undefined : home), ...own.map((path) => `${project}/${path}`)];
  return [
    ...unnamedCalls(isKilo ? { name, tools: kiloTools } : { name: 'opencode', tools: opencodeTools }, start),
    ...plainCommands.map(bash),
    { tool: 'bash', arguments: { command: unnamedText, workdir: '/opt' } },
    ...(isKilo ? [{ tool: 'background_process', arguments: { action: 'start', command: unnamedText } }] : []),
    ...paths.flatMap((path) => [...readCalls(path), ...editCalls(path)]),
    ...['glob', 'grep'].map((tool) => ({ tool, arguments: { pattern: unnamedText, path: '/opt' } })),
    ...[...servers.keys(), unnamedText].map((server) => ({
      tool: `${toolNamePart(server)}_${unnamedText}`,
      arguments: {},
    })),
  ];
}

function readCalls(path: string): readonly AgentToolCall[] {
  return [{ tool: 'read', arguments: { filePath: path } }, bash(`cat ${shellWord(path)}`)];
}

function editCalls(path: string): readonly AgentToolCall[] {
  return [
    { tool: 'edit', arguments: { filePath: path } },
    { tool: 'write', arguments: { filePath: path } },
    { tool: 'apply_patch', arguments: { patchText: patchOf(path) } },
  ];
}

/** Returns the patterns in rules; patterns from files come before the agent's own. */
function patternsOf(profile: Profile): readonly ProbePattern[] {
  const { rules } = profile.rules;
  const isOfFile = ({ file }: PermissionRule) => file !== undefined;
  // Built-in patterns that contain an unknown home folder do not match anything specific.
  const isNamed = ({ file, pattern }: PermissionRule) => file !== undefined || !pattern.includes('~/');
  const ordered = [...rules.filter(isOfFile), ...rules.filter((rule) => !isOfFile(rule) && isNamed(rule))];
  return ordered.flatMap((rule) => patternOf(rule, profile));
}

function patternOf(
  { key, pattern: written, action: effect, file }: PermissionRule,
  profile: Profile,
): readonly ProbePattern[] {
  const pattern = written.replaceAll('\\', '/');
  const isBuiltIn = file === undefined;
  const found = permissions(profile)
    .filter(({ permission }) => matchesWildcard(permission, key))
    .flatMap(({ permission, kind, toGlobs, toCalls }) =>
      (toGlobs?.(pattern) ?? [pattern]).map((glob) => ({ kind, of: permission, glob, effect, toCalls, isBuiltIn })),
    );
  if (pattern !== '*' && found.length > 0) return found;
  // Covers all calls to a tool: its plain calls are among those that do not depend on rules, unless the tool is known
  // only from the rule. No tool has the same name as a command.
  const isKnown =
    Object.hasOwn(kiloTools, key) || ['*', 'edit', 'external_directory'].includes(key) || !mayNameTool(key);
  return isKnown ? [] : [{ kind: 'tool', glob: key, effect, toCalls: (tool) => [{ tool, arguments: {} }], isBuiltIn }];
}

interface Permission extends Pick<ProbePattern, 'kind' | 'toCalls'> {
  readonly permission: string;
  readonly toGlobs?: (pattern: string) => readonly string[];
}

/** Permissions whose rules have a pattern, and the calls with which the pattern is tested. */
function permissions({ agent, rules: { project } }: Profile): readonly Permission[] {
  // An asterisk also covers outside files.
  const absolute = (pattern: string) =>
    /^[/~]/.test(pattern)
      ? [pattern]
      : [`${project}/${pattern}`, ...(pattern.startsWith('*') ? [`/opt/${pattern}`] : [])];
  const named = (permission: string, argument: string): Permission => ({
    permission,
    kind: 'name',
    toCalls: (text) => [{ tool: permission, arguments: { [argument]: text } }],
  });
  const background = (command: string) =>
    agent === 'kilo' ? [{ tool: 'background_process', arguments: { action: 'start', command } }] : [];
  return [
    { permission: 'bash', kind: 'command', toCalls: (text) => [bash(text), ...background(text)] },
    { permission: 'edit', kind: 'file', toGlobs: absolute, toCalls: editCalls },
    { permission: 'read', kind: 'file', toGlobs: absolute, toCalls: readCalls },
    {
      permission: 'external_directory',
      kind: 'file',
      toGlobs: absolute,
      toCalls: (path) => [
        ...readCalls(path),
        ...editCalls(path),
        { tool: 'grep', arguments: { pattern: unnamedText, path } },
      ],
    },
    named('glob', 'pattern'),
    named('grep', 'pattern'),
    { permission: 'webfetch', kind: 'address', toCalls: (url) => [{ tool: 'webfetch', arguments: { url } }] },
    named('task', 'subagent_type'),
    named('skill', 'name'),
  ];
}
