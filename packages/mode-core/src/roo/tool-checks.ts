import { attempt } from '@modegate/json';
import { type CallContext, resolveCircumstances, type TaskContext } from '../circumstances/circumstances.ts';
import type { CommandJudge } from '../commands/command-judge.ts';
import { decide } from '../decide/decide.ts';
import type { PathKind, ToolRequest } from '../decide/request.ts';
import type { Refusal } from '../decision.ts';
import { listTools } from '../list/list-tools.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { Policy } from '../policy/policy.ts';
import { listCallPaths } from '../tools/call-paths.ts';
import { findTool } from '../tools/tool-catalogue.ts';
import type { FileRestrictionError } from './file-restriction-error.ts';
import { findPolicy } from './find-policy.ts';
import { normalizeForComparison } from './mcp-tool-name.ts';
import type { ModeConfig } from './mode-config-schema.ts';
import { restrictFile } from './restrict-file.ts';
import {
  type Experiments,
  isAboutOffer,
  listDisabledTools,
  type McpContext,
  readTrailing,
  type ToolQuestion,
  type ToolRequirements,
} from './tool-question.ts';
import { isMcpCallName, isOptInTool, isValidToolName, TOOL_ALIASES, toolNames } from './tools.ts';

/** The two checks of a Roo-family extension, with the same positional parameters as in the extension. */
export interface ToolChecks {
  /**
   * Returns true if a mode may use a tool. Without `toolParams` and `mcpContext`, checks whether the tool may be
   * offered. With these parameters, checks the call itself; pass the arguments that will be executed.
   *
   * @throws {FileRestrictionError} if the mode has the tool, but not for this file.
   */
  readonly isToolAllowedForMode: (
    tool: string,
    modeSlug: string,
    customModes: readonly ModeConfig[],
    toolRequirements?: ToolRequirements | null,
    toolParams?: object | null,
    experiments?: Experiments | McpContext,
    includedTools?: readonly string[] | McpContext,
    mcpContext?: McpContext,
  ) => boolean;
  /**
   * Throws if a mode may not use a tool; the error's `cause` is the refusal.
   *
   * @throws {Error} `Unknown tool "…"…` or `Tool "…" is not allowed in … mode.`
   * @throws {FileRestrictionError} if the mode has the tool, but not for this file.
   */
  readonly validateToolUse: (
    tool: string,
    mode: string,
    customModes?: readonly ModeConfig[],
    toolRequirements?: ToolRequirements | null,
    toolParams?: object | null,
    experiments?: Experiments | McpContext,
    includedTools?: readonly string[] | McpContext,
    mcpContext?: McpContext,
  ) => void;
}

/** Options of {@link createToolChecks}. */
export interface ToolCheckOptions {
  /**
   * The command judge for the agent's shell, for modes with `commandRestrictions`. Without a judge, these modes refuse
   * every command.
   */
  readonly commands?: CommandJudge | undefined;
  /**
   * Absolute path of the project folder, needed for absolute paths inside it. Without this path, absolute paths are
   * refused under a file restriction.
   */
  readonly projectRoot?: string | undefined;
  /**
   * Returns the time in epoch milliseconds, like `Date.now`, for modes with a schedule. Without this function, these
   * modes refuse every call.
   */
  readonly now?: (() => number) | undefined;
  /**
   * Returns the branch, CI and environment for modes with conditions. Without this function, these circumstances are
   * unknown.
   */
  readonly context?: (() => CallContext | undefined) | undefined;
  /**
   * Returns the task of the call, for modes with conditions on the task. Without this function, the task is unknown.
   */
  readonly task?: (() => TaskContext | undefined) | undefined;
  /**
   * Returns the kind of a path as written in a call. Without this function, a tool that accepts a file or a folder
   * needs permission for both.
   */
  readonly pathKind?: ((path: string) => PathKind | undefined) | undefined;
}

/** Creates the checks for a project. */
export function createToolChecks(options: ToolCheckOptions = {}): ToolChecks {
  return {
    isToolAllowedForMode: (tool, mode, customModes, toolRequirements, toolParams, ...trailing) =>
      isAllowed({ tool, mode, customModes, toolRequirements, toolParams, ...readTrailing(...trailing) }, options),
    validateToolUse: (tool, mode, customModes, toolRequirements, toolParams, ...trailing) =>
      validate({ tool, mode, customModes, toolRequirements, toolParams, ...readTrailing(...trailing) }, options),
  };
}

const checks = createToolChecks();

/** {@link ToolChecks.isToolAllowedForMode} without a project root, clock or context. */
export const isToolAllowedForMode: ToolChecks['isToolAllowedForMode'] = checks.isToolAllowedForMode;

/** {@link ToolChecks.validateToolUse} without a project root, clock or context. */
export const validateToolUse: ToolChecks['validateToolUse'] = checks.validateToolUse;

function isAllowed(question: ToolQuestion, options: ToolCheckOptions): boolean {
  const answer = answerQuestion(question, options);
  if (answer.restriction) throw answer.restriction;
  return answer.allowed;
}

function validate(question: ToolQuestion, options: ToolCheckOptions): void {
  const { tool, mode, mcpContext } = question;
  if (!isValidToolName(tool)) {
    const known = toolNames.join(', ');
    throw new Error(
      `Unknown tool "${tool}". This tool does not exist. Please use one of the available tools: ${known}.`,
    );
  }
  const answer = answerQuestion(question, options);
  if (answer.restriction) throw answer.restriction;
  if (answer.allowed) return;
  const message = `Tool "${tool}" is not allowed in ${mode} mode${nameMcpCall(mcpContext)}.`;
  throw new Error(message, answer.refusal && { cause: answer.refusal });
}

function nameMcpCall({ serverName, toolName }: McpContext = {}): string {
  const named = [
    ...(serverName === undefined ? [] : [`server: ${serverName}`]),
    ...(toolName === undefined ? [] : [`tool: ${toolName}`]),
  ];
  return named.length === 0 ? '' : ` (${named.join(', ')})`;
}

interface Answer {
  readonly allowed: boolean;
  readonly refusal?: Refusal;
  readonly restriction?: FileRestrictionError | undefined;
}

/**
 * Queries the single evaluator. The additional checks here can only refuse: they refuse names unknown to the upstream
 * project, and opt-in tools that the mode has not opted into.
 */
function answerQuestion(question: ToolQuestion, options: ToolCheckOptions): Answer {
  const disabledTools = listDisabledTools(question);
  if (disabledTools === 'all' || !isKnownHere(question)) return { allowed: false };
  const policy = findPolicy({
    customModes: question.customModes ?? [],
    disabledTools: disabledTools.map(foldMcpName),
    servers: listServers(question),
    projectRoot: options.projectRoot,
    commands: options.commands,
  });
  // Questions about the same modes share a policy, so the circumstances are part of the request.
  const { needs } = policy;
  const isAsked = needs.time || needs.branch || needs.ci || needs.task || needs.env.length > 0;
  const request = {
    ...toRequest(question, options),
    ...(isAsked ? resolveCircumstances(options, { task: options.task && attempt(options.task) }) : {}),
  };
  const decision = decide(policy, request);
  if (decision.allowed) return decision;
  const aboutOffer = isAboutOffer(question);
  if (aboutOffer && isOffered(policy, request)) return { allowed: true };
  return {
    allowed: false,
    refusal: decision,
    restriction: aboutOffer ? undefined : restrictFile(policy, request, decision),
  };
}

function isKnownHere({ tool, includedTools }: ToolQuestion): boolean {
  if (isMcpCallName(tool)) return true;
  if (!isValidToolName(tool) && !Object.hasOwn(TOOL_ALIASES, tool)) return false;
  const name = findTool(tool)?.name ?? tool;
  return (
    !isOptInTool(name) || (includedTools ?? []).some((included) => (findTool(included)?.name ?? included) === name)
  );
}

function isOffered(policy: Policy, { mode, tool, at, context, task }: ToolRequest): boolean {
  const name = findTool(tool)?.name;
  if (!policy.compiled.modes.has(mode)) return false;
  return listTools(policy, { mode, at, context, task }).some((listed) => listed.name === name);
}

function toRequest({ tool, mode, toolParams, mcpContext }: ToolQuestion, { pathKind }: ToolCheckOptions): ToolRequest {
  const server = mcpContext?.serverName;
  const params = (toolParams ?? undefined) as ToolRequest['params'];
  return {
    mode,
    tool: foldMcpName(tool),
    params,
    ...(pathKind === undefined ? {} : { pathKinds: findPathKinds(pathKind, listCallPaths(tool, params)) }),
    mcp: typeof server === 'string' ? { server, tool: mcpContext?.toolName } : undefined,
  };
}

function findPathKinds(
  pathKind: (path: string) => PathKind | undefined,
  paths: readonly string[],
): ToolRequest['pathKinds'] {
  const kinds = paths.map((path) => [path, attempt(() => pathKind(path))] as const);
  return Object.fromEntries(kinds.filter((entry): entry is readonly [string, PathKind] => entry[1] !== undefined));
}

/**
 * Normalises an MCP name. Models confuse `-` and `_` in these names, and the spelling used in a call must not let the
 * call evade the settings.
 */
function foldMcpName(name: string): string {
  return isMcpCallName(name) ? normalizeForComparison(name) : name;
}

/**
 * Lists the server that is off by default. If its name is unknown, the list is empty, so every MCP call without an
 * identity is refused.
 */
function listServers({ mcpContext, toolParams }: ToolQuestion): readonly McpServerPolicy[] | undefined {
  if (mcpContext?.serverDefaultEnabled !== false) return undefined;
  const name: unknown =
    mcpContext.serverName ?? (toolParams as { readonly server_name?: unknown } | null | undefined)?.server_name;
  return typeof name === 'string' ? [{ name, defaultEnabled: false }] : [];
}
