import { codexTools } from '@modegate/agent-tools';
import type { AgentProfile, AgentToolCall } from '../agent-answer.ts';
import { patchOf, plainCommands, plainPaths, shellWord, unnamedCalls } from '../probes/base-calls.ts';
import { coveredCalls, listProbeCalls } from '../probes/list-probe-calls.ts';
import { literalGlob, type ProbePattern, unnamedText } from '../probes/probe-pattern.ts';
import type { CodexPrefixRule, CodexRules, CodexToolCall } from './codex-rules.ts';
import { type CodexLayers, findSetting, keysAt } from './config-layers.ts';
import { minimalPath } from './permission-profile.ts';
import { openCodexSession } from './session.ts';

type Profile = AgentProfile<CodexRules>;

/**
 * Returns calls that show what a profile's rules, sandbox and servers do; if another state of the profile is given,
 * also returns calls that show how the two states differ.
 */
export function probeCodexCalls(profile: Profile, other?: Profile): readonly AgentToolCall[] {
  const sourceOf = (one: Profile) => ({ base: baseCalls(one), patterns: patternsOf(one) });
  return listProbeCalls(sourceOf(profile), other && sourceOf(other));
}

/** Returns plain commands, and the calls that a profile's rules explicitly deny. */
export function listDeniedCodexCalls(profile: Profile): readonly AgentToolCall[] {
  const denials = patternsOf(profile).filter(({ effect }) => effect === 'forbidden');
  return denials.length === 0 ? [] : [...plainCommands.map(run), ...coveredCalls(denials)];
}

function run(cmd: string): AgentToolCall {
  return { tool: 'exec_command', arguments: { cmd } };
}

/** Returns a command that requests to leave the sandbox. */
function escaped(cmd: string): AgentToolCall {
  return { tool: 'exec_command', arguments: { cmd, sandbox_permissions: 'require_escalated' } };
}

function patch(path: string): AgentToolCall {
  return { tool: 'apply_patch', arguments: { patch: patchOf(path) } };
}

function baseCalls(profile: Profile): readonly AgentToolCall[] {
  const { folder, home } = profile.rules;
  const session = openCodexSession(profile, {});
  const opened = 'code' in session ? undefined : session;
  const entries = [...(opened?.sandbox.entries ?? []), ...(opened?.sandbox.deniedGlobs ?? [])]
    .map(({ path }) => path.replaceAll(/\*+/g, unnamedText))
    .filter((path) => path !== minimalPath);
  const below = entries.map((path) => `${path === '/' ? '' : path}/${unnamedText}`);
  const paths = [...plainPaths(folder, home), `${folder}/.codex/config.toml`, ...entries, ...below];
  return [
    ...unnamedCalls({ name: 'codex', tools: codexTools }, folder),
    ...plainCommands.flatMap((command) => [run(command), escaped(command)]),
    // This line is not split, so no rule for the program covers it.
    run(`rm -rf ${unnamedText} > ${unnamedText}`),
    ...paths.flatMap((path) => [patch(path), run(`touch ${shellWord(path)}`)]),
    ...(opened === undefined ? [] : serverCalls(opened.layers)),
  ];
}

/** Returns calls to each tool mentioned in a server's settings, and to one other tool. */
function serverCalls(layers: CodexLayers): readonly CodexToolCall[] {
  return keysAt(layers, ['mcp_servers']).flatMap((id) => {
    const server = ['mcp_servers', id];
    const listed = ['enabled_tools', 'disabled_tools'].flatMap((key) => {
      const names = findSetting(layers, [...server, key])?.value;
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    });
    const tools = [...new Set([...listed, ...keysAt(layers, [...server, 'tools']), unnamedText])];
    const name = (part: string) => part.replaceAll(/[^A-Za-z0-9_]/g, '_');
    return tools.flatMap((tool): readonly CodexToolCall[] => {
      const call = { tool: `mcp__${name(id)}__${name(tool)}`, arguments: {} };
      return [call, { ...call, annotations: { readOnlyHint: true } }];
    });
  });
}

/**
 * Returns rule patterns, which match the beginning of a command; the program in the command may also be given as a
 * path.
 */
function patternsOf({ rules: { rules } }: Profile): readonly ProbePattern[] {
  return rules.flatMap(({ prefixRules, executables }) => [
    ...prefixRules.flatMap((rule) => beginningsOf(rule).map((text) => commandPattern(text, rule.decision))),
    ...executables.flatMap(({ paths }) => paths.map((path) => commandPattern(path, 'path'))),
    ...prefixRules.map(({ pattern: [[program = ''] = []] }) => commandPattern(`/usr/bin/${program}`, 'path')),
  ]);
}

function commandPattern(text: string, effect: string): ProbePattern {
  const toCalls = (command: string) => [run(command), escaped(command)];
  return { kind: 'command', glob: `${literalGlob(text)} *`, effect, toCalls };
}

/** Combines the words of a pattern so that every alternative for every word occurs at least once. */
function beginningsOf({ pattern }: CodexPrefixRule): readonly string[] {
  const longest = Math.max(...pattern.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    pattern.map((words) => shellWord(words[Math.min(index, words.length - 1)] ?? '')).join(' '),
  );
}
