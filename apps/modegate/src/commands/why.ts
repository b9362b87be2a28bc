import { AppError, print } from '@modegate/cli-kit';
import { isJsonObject } from '@modegate/json';
import {
  type CommandShell,
  type Explanation,
  explain,
  formatRule,
  needsConsent,
  type ToolRequest,
} from '@modegate/mode-core';
import { readQuestion } from '@modegate/policy-check/permissions';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { addPathKinds } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { type LoadedProject, loadReachableProject } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { describeCommandParts } from './describe-command-parts.ts';

/** Flags of `modegate why`. */
export interface WhyFlags extends SettingsFlags, CircumstanceFlags {
  readonly file?: readonly string[];
  readonly cwd?: string;
  readonly shell?: CommandShell;
  readonly args?: string;
  readonly format?: 'text' | 'json';
}

/** A question on the command line. */
export interface AskedCall {
  /** Slug. */
  readonly mode: string;
  readonly target: string;
  /** Text of a command, for a tool that runs one. */
  readonly command?: string | undefined;
}

/** Reports whether a mode may make a call, and which rule decides. Returns 0 if it may and 1 if not. */
export async function runWhy(question: AskedCall, flags: WhyFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReachableProject(settings);
  const explanation = await askWhy(project, question, flags);
  if (flags.format === 'json') print(escapedJson(explanation, 2));
  else printExplanation(explanation, { target: question.target, project });
  return explanation.decision.allowed ? exitCodes.clean : exitCodes.findings;
}

/**
 * Answers a question from the command line, with every step that leads to the answer.
 *
 * @throws {AppError} exit code 2 when there is no such mode, or the flags cannot be understood.
 */
export async function askWhy(project: LoadedProject, question: AskedCall, flags: WhyFlags): Promise<Explanation> {
  refuseMisspelt(question.mode, project);
  const request = await addPathKinds(project.root, readRequest(project, question, flags));
  return explain(project.policy, { ...request, ...readCircumstanceFlags(flags) });
}

/** A misspelt mode is refused everything, which would look like a real answer. */
function refuseMisspelt(mode: string, { policy, sources }: LoadedProject): void {
  // An unreadable modes file may define it; the policy reports that.
  if (sources.some(({ what, state }) => what === 'modes' && state === 'unreadable')) return;
  const slugs = policy.modes.map(({ config }) => config.slug);
  refuseUnknownMode(mode, slugs, "Add --global to read the user's own modes.");
}

function readRequest(project: LoadedProject, question: AskedCall, flags: WhyFlags): ToolRequest {
  const { file: files, cwd, shell, args } = flags;
  const reading = readQuestion(project, { ...question, files, cwd, shell, args: readArguments(args) });
  if (reading.state === 'call') return reading.request;
  if (reading.state === 'too-many-files') throw new AppError(`'${reading.tool}' accepts only one --file.`);
  throw new AppError(`'${reading.tool}' runs no command; only 'execute_command' takes a command, --cwd and --shell.`);
}

function readArguments(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new AppError(`--args is not valid JSON: ${(cause as Error).message}.`, 2, cause);
  }
  throw new AppError('--args expects a JSON object, such as {"path":"src/a.ts"}.');
}

const outcomes = {
  allowed: { mark: '✓ allowed', sign: '✓', style: 'success' },
  asks: { mark: '! asks a person', sign: '!', style: 'warning' },
  refused: { mark: '✗ refused', sign: '✗', style: 'error' },
  passed: { mark: '· passed', sign: '·', style: 'faint' },
} as const;

function printExplanation(
  explanation: Explanation,
  { target, project }: { readonly target: string; readonly project: LoadedProject },
): void {
  const { decision, steps, request } = explanation;
  const { mark, style } = outcomes[steps.at(-1)?.outcome ?? 'refused'];
  print(`${styledAs(style, mark)}  ${escapeControls(`${target} in mode ${request.mode}`)}`);
  print();
  for (const line of describeCommandParts(explanation)) print(line);
  for (const { check, outcome, detail } of steps)
    print(
      `  ${styledAs(outcomes[outcome].style, outcomes[outcome].sign)} ${check.padEnd(16)} ${escapeControls(detail)}`,
    );
  print();
  if (!decision.allowed) print(`${styledAs('faint', 'code')}  ${decision.code}`);
  // The reason, which models also read, names only servers that the mode may use.
  if (!decision.allowed && decision.code === 'MCP_SERVER_UNKNOWN')
    print(`${styledAs('faint', 'configured')}  ${escapeControls(serverNames(project))}`);
  for (const { by } of needsConsent(decision) ? decision.questions : [decision])
    print(`${styledAs('faint', 'rule')}  ${escapeControls(formatRule(by))}`);
}

function serverNames({ policy: { servers = [] } }: LoadedProject): string {
  return servers.map(({ name }) => name).join(', ') || 'no MCP server';
}
