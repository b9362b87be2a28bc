import { defined, lazy } from '@modegate/json';
import type { AgentCircumstances, MatchedRule } from '../agent-answer.ts';
import { liesInside } from '../paths.ts';
import { isBroadRule } from './broad-rules.ts';
import {
  type ClaudeAgent,
  type ClaudeMode,
  type ClaudeRule,
  type ClaudeRules,
  type ClaudeSandbox,
  type ClaudeScope,
  type ClaudeSetting,
  type ClaudeSettings,
  claudeModes,
  recordedClaudeVersion,
} from './claude-rules.ts';
import { CommandRules } from './command-rules.ts';
import { type ClaudeFlags, readFlags } from './flags.ts';
import { absolutePath, toPosixPath } from './paths.ts';
import { agentsFrom } from './read-claude-profiles.ts';

/** Files, flags and circumstances of one session, combined in the same way as in Claude Code. */
export interface ClaudeSession {
  readonly rules: ClaudeRules;
  readonly deny: readonly ClaudeRule[];
  readonly ask: readonly ClaudeRule[];
  readonly allow: readonly ClaudeRule[];
  /** The session's rules for Bash. */
  readonly commands: () => Readonly<Record<ClaudeRule['list'], CommandRules>>;
  readonly isTrusted: boolean;
  readonly mode: ClaudeMode;
  /** Location where the mode was selected; undefined for the default. */
  readonly modeRule: MatchedRule | undefined;
  /** True if plan mode or another mode is set in an agent file, so that no classifier is consulted. */
  readonly isAgentMode: boolean;
  /** True if the mode asks a model where no rule decides. */
  readonly asksModel: boolean;
  readonly start: string;
  readonly home: string | undefined;
  /** Working folders: the start folder and the folders added to it. */
  readonly folders: readonly string[];
  readonly agent: ClaudeAgent | undefined;
  /** Built-in tools to which a flag restricts the session. */
  readonly tools: readonly string[] | undefined;
  readonly disabledServers: readonly string[];
  /** Keys under `permissions` that are enabled and are more restrictive than the rules. */
  readonly limits: readonly string[];
  readonly sandbox: ClaudeSetting<ClaudeSandbox> | undefined;
  /** Settings that take effect, highest precedence first. */
  readonly layers: readonly ClaudeSettings[];
  readonly platform: NonNullable<AgentCircumstances['platform']>;
  readonly links: Readonly<Record<string, string>>;
  /** False for a version whose lists are not recorded. */
  readonly isRecorded: boolean;
  readonly isHeadless: boolean;
}

/** A session, and its variants for the unsettled questions. */
export interface OpenedSession {
  readonly session: ClaudeSession;
  /** Each variant with its question, worded to complete a sentence. */
  readonly variants: readonly { readonly session: ClaudeSession; readonly unsettled: string }[];
}

/** Reason why Claude Code does not start with these flags. */
export interface RefusedStart {
  readonly refused: string;
}

/** The assumed answers to questions that neither the files nor the circumstances settle. */
interface Choices {
  readonly agentMode: boolean;
  readonly projectSettings: boolean;
  /** True if local settings take effect in a folder that is not trusted. */
  readonly localSettings: boolean;
}

const settled: Choices = { agentMode: true, projectSettings: true, localSettings: false };

/** Combines files and circumstances, neither of which ever changes, into a session. */
export function openSessions(rules: ClaudeRules, circumstances: AgentCircumstances): OpenedSession | RefusedStart {
  const platform = circumstances.platform ?? 'linux';
  const start = absolutePath(toPosixPath(circumstances.cwd ?? rules.start, platform), rules.project, rules.home);
  const flags = readFlags(circumstances.flags ?? '', start);
  if (flags.refused !== undefined) return { refused: flags.refused };
  const word = circumstances.permissionMode;
  const named = claudeModes.find((one) => one === (word === 'manual' ? 'default' : word));
  if (word !== undefined && named === undefined) return { refused: `there is no permission mode '${word}'` };
  const name = rules.agent ?? flags.agent;
  const agent = agentsFrom(rules, start).find((one) => one.name === name);
  if (agent === undefined && name !== undefined) return { refused: `there is no agent '${name}' for this folder` };
  const { trust } = circumstances;
  const isTrusted = trust === undefined ? !rules.untrusted.includes(start) : trust === 'trusted';
  const inputs = { rules, circumstances, flags, start, platform, named, agent, isTrusted };
  const variants = openQuestions(inputs).map(([choice, unsettled]) => ({ session: build(inputs, choice), unsettled }));
  return { session: build(inputs, settled), variants };
}

interface Inputs extends Pick<ClaudeSession, 'rules' | 'start' | 'platform' | 'agent' | 'isTrusted'> {
  readonly circumstances: AgentCircumstances;
  readonly flags: ClaudeFlags;
  readonly named: ClaudeMode | undefined;
}

const scopes: readonly ClaudeScope[] = ['managed', 'flags', 'local', 'project', 'user'];

function openQuestions(inputs: Inputs): readonly (readonly [Choices, string])[] {
  const { flags, rules, agent, isTrusted } = inputs;
  const questions: [Choices, string][] = [];
  if (agent?.permissionMode !== undefined && !isModeSettled(inputs))
    questions.push([{ ...settled, agentMode: false }, `whether the permission mode of '${agent.file}' applies here`]);
  if (!isTrusted && rules.settings.some(({ scope }) => scope === 'local'))
    questions.push([
      { ...settled, localSettings: true },
      'whether git tracks .claude/settings.local.json; if git does not, the file applies even in an untrusted folder',
    ]);
  if (flags.unsettled.length > 0)
    questions.push([{ ...settled, projectSettings: false }, flags.unsettled.join(', and ')]);
  return questions;
}

function build(inputs: Inputs, choices: Choices): ClaudeSession {
  const { rules, circumstances, flags, start, platform, agent, isTrusted } = inputs;
  const layers = layersOf(inputs, choices);
  const isTrustedScope = (scope: ClaudeScope) =>
    isTrusted || (scope !== 'project' && (scope !== 'local' || choices.localSettings));
  const mode = modeOf(inputs, layers, choices);
  const asksModel = mode.mode === 'auto' || (mode.mode === 'plan' && !mode.isAgentMode);
  const all = layers.flatMap((layer) => layer.rules);
  const isAllowed = (rule: ClaudeRule) => isTrustedScope(rule.scope) && !(asksModel && isBroadRule(rule));
  const of = (list: ClaudeRule['list']) =>
    all.filter((rule) => rule.list === list && rule.ignored === undefined && (list !== 'allow' || isAllowed(rule)));
  const trustedLayers = layers.filter(({ scope }) => isTrustedScope(scope));
  const added = [...trustedLayers.flatMap((one) => one.additionalDirectories), ...flags.addedFolders];
  const [deny, ask, allow] = [of('deny'), of('ask'), of('allow')];
  return {
    rules,
    deny,
    ask,
    allow,
    commands: lazy(() => ({
      deny: new CommandRules(deny),
      ask: new CommandRules(ask),
      allow: new CommandRules(allow),
    })),
    isTrusted,
    ...mode,
    asksModel,
    start,
    home: rules.home,
    folders: [start, ...added.map((folder) => absolutePath(toPosixPath(folder, platform), start, rules.home))],
    agent,
    tools: flags.tools,
    disabledServers: layers.flatMap((one) => one.disabledMcpjsonServers),
    sandbox: trustedLayers.find((one) => one.sandbox !== undefined)?.sandbox,
    layers,
    limits: layers.flatMap((one) => one.limits),
    platform,
    links: circumstances.links ?? {},
    isRecorded: (circumstances.version ?? recordedClaudeVersion) === recordedClaudeVersion,
    isHeadless: circumstances.headless === true,
  };
}

/**
 * Returns the settings that take effect, highest precedence first: local settings from the repository's root, project
 * settings from the start folder.
 */
function layersOf({ rules, flags, start }: Inputs, { projectSettings }: Choices): readonly ClaudeSettings[] {
  const reads = ({ scope, folder }: ClaudeSettings): boolean => {
    if (flags.sources !== undefined && scope !== 'managed' && !flags.sources.includes(scope)) return false;
    if (scope === 'managed' || scope === 'user') return true;
    if (!projectSettings) return false;
    return folder === start || (scope === 'local' && folder === rules.project && liesInside(folder, start));
  };
  return [...rules.settings.filter(reads), ...flags.settings].toSorted(
    (a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope),
  );
}

function modeOf(
  inputs: Inputs,
  layers: readonly ClaudeSettings[],
  { agentMode }: Choices,
): Pick<ClaudeSession, 'mode' | 'modeRule' | 'isAgentMode'> {
  const parent = parentMode(inputs, layers);
  const own = agentMode ? inputs.agent?.permissionMode : undefined;
  const isOverruled = ['acceptEdits', 'bypassPermissions', 'auto'].includes(parent.mode);
  if (own === undefined || isOverruled || own.value === 'bypassPermissions') return { ...parent, isAgentMode: false };
  const modeRule = { rule: `permissionMode: ${own.value}`, effect: 'unknown', ...placeOf(own) } as const;
  return { mode: own.value, modeRule, isAgentMode: true };
}

function parentMode(
  { flags, named }: Inputs,
  layers: readonly ClaudeSettings[],
): Pick<ClaudeSession, 'mode' | 'modeRule'> {
  const setting = layers.find((one) => one.defaultMode !== undefined)?.defaultMode;
  const mode = named ?? flags.mode ?? setting?.value ?? 'default';
  const isDisabled =
    (mode === 'bypassPermissions' && layers.some((one) => one.disableBypassPermissionsMode !== undefined)) ||
    (mode === 'auto' && layers.some((one) => one.disableAutoMode !== undefined));
  if (isDisabled) return { mode: 'default', modeRule: undefined };
  if (named !== undefined || flags.mode !== undefined) {
    const rule = named === undefined ? `--permission-mode ${mode}` : `the permission mode of the session, '${mode}'`;
    return { mode, modeRule: { rule, effect: 'unknown' } };
  }
  const modeRule = setting && ({ rule: `defaultMode: ${mode}`, effect: 'unknown', ...placeOf(setting) } as const);
  return { mode, modeRule };
}

/**
 * True if the permission mode is certain. The mode of a subagent started from a session in the default mode is
 * recorded.
 */
function isModeSettled(inputs: Inputs): boolean {
  const parent = parentMode(inputs, layersOf(inputs, settled)).mode;
  const isSubagent = inputs.rules.agent !== undefined && !['plan', 'dontAsk'].includes(parent);
  return inputs.agent?.permissionMode?.value === parent || isSubagent;
}

/** Returns the file and line of a setting, in the form used in answers. */
export function placeOf({ file, line }: Pick<MatchedRule, 'file' | 'line'>): Pick<MatchedRule, 'file' | 'line'> {
  return defined({ file, line });
}
