import { AppError, print } from '@modegate/cli-kit';
import { type Explanation, explain, formatRule, needsConsent, type ToolRequest } from '@modegate/mode-core';
import type { CommandShell } from '@modegate/mode-core/commands';
import { readQuestion } from '@modegate/policy-check/permissions';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { addPathKinds } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { AgentFlags } from '../profiles/agent-circumstances.ts';
import { readArgumentsFlag } from '../profiles/read-arguments-flag.ts';
import { readSubject, refuseAmbiguous } from '../profiles/subject-name.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { type LoadedProject, loadReachableProject } from '../project/load-project.ts';
import { refuseUnknownMode, slugsOf } from '../refuse-unknown-mode.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { describeCommandParts } from './describe-command-parts.ts';

/** Flags for `modegate why`. */
export interface WhyFlags extends SettingsFlags, CircumstanceFlags, AgentFlags {
  readonly file?: readonly string[];
  readonly cwd?: string;
  readonly shell?: CommandShell;
  readonly args?: string;
  readonly format?: 'text' | 'json';
  /** Has the same effect as the format `json`. */
  readonly json?: boolean;
  /** File containing agents' calls; `-` for stdin. */
  readonly calls?: string;
  /** True to also read the agent files of the user and the machine. Default true. Applies only to profiles. */
  readonly withUser?: boolean;
}

/** A question on the command line. */
export interface AskedCall {
  /** Slug of the mode. */
  readonly mode: string;
  readonly target: string;
  /** Command text, for a tool that runs commands. */
  readonly command?: string | undefined;
}

/** Arguments of `modegate why`, as given. */
export interface WhyWords {
  /** Mode or profile. */
  readonly subject?: string | undefined;
  readonly target?: string | undefined;
  readonly text?: string | undefined;
}

/** Answers one question given on the command line, or all questions in a file. */
export async function runWhyCommand({ subject, target, text }: WhyWords, flags: WhyFlags): Promise<ExitCode> {
  const { withUser = true, calls } = flags;
  if (calls !== undefined) {
    if (subject !== undefined)
      throw new AppError('--calls reads all questions from a file. Remove the positional arguments.');
    const { place } = await resolveSettings(flags);
    return (await import('./others.ts')).whyCalls({ calls, root: place.repository, withUser });
  }
  if (subject === undefined || target === undefined)
    throw new AppError('Specify a mode or profile and a tool, or use --calls <file>.');
  const { name, kind } = readSubject(subject);
  if (kind === 'mode') return runWhy({ mode: name, target, command: text }, flags);
  const settings = await resolveSettings(flags);
  if (kind === undefined) {
    const { policy } = await loadReachableProject(settings);
    refuseAmbiguous(name, slugsOf(policy));
  }
  if (flags.file !== undefined)
    throw new AppError('--file works only with modes. For a profile, pass the file as the last argument.');
  const question = { profile: name, tool: target, main: text, root: settings.place.repository };
  return (await import('./others.ts')).whyProfile(question, { ...flags, withUser, json: isJson(flags) });
}

function isJson({ format, json }: WhyFlags): boolean {
  return format === 'json' || json === true;
}

/**
 * Reports whether a mode may make a call, and which rule decides this. Returns 0 if the call is allowed and 1 if not.
 */
export async function runWhy(question: AskedCall, flags: WhyFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReachableProject(settings);
  const explanation = await askWhy(project, question, flags);
  if (isJson(flags)) print(escapedJson(explanation, 2));
  else printExplanation(explanation, { target: question.target, project });
  return explanation.decision.allowed ? exitCodes.clean : exitCodes.findings;
}

/**
 * Answers a question from the command line, with every step that leads to the answer.
 *
 * @throws {AppError} exit code 2 when the mode does not exist, or the flags cannot be parsed.
 */
export async function askWhy(project: LoadedProject, question: AskedCall, flags: WhyFlags): Promise<Explanation> {
  refuseMisspelt(question.mode, project);
  const request = await addPathKinds(project.root, readRequest(project, question, flags), project.policy);
  return explain(project.policy, { ...request, ...readCircumstanceFlags(flags) });
}

/** A misspelt mode would be denied everything, and that would look like a genuine answer. */
function refuseMisspelt(mode: string, { policy, sources }: LoadedProject): void {
  // An unreadable modes file may define the mode; the policy contains a report on that file.
  if (sources.some(({ what, state }) => what === 'modes' && state === 'unreadable')) return;
  refuseUnknownMode(mode, policy, "Add --global to read the user's own modes.");
}

function readRequest(project: LoadedProject, question: AskedCall, flags: WhyFlags): ToolRequest {
  const { file: files, cwd, shell, args } = flags;
  const reading = readQuestion(project, { ...question, files, cwd, shell, args: readArgumentsFlag(args) });
  if (reading.state === 'call') return reading.request;
  if (reading.state === 'too-many-files') throw new AppError(`'${reading.tool}' accepts only one --file.`);
  throw new AppError(
    `'${reading.tool}' does not run commands. Only 'execute_command' accepts a command, --cwd and --shell.`,
  );
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
  // Models also read the reason, so it may mention only servers that the mode may use.
  if (!decision.allowed && decision.code === 'MCP_SERVER_UNKNOWN')
    print(`${styledAs('faint', 'configured')}  ${escapeControls(serverNames(project))}`);
  for (const { by } of needsConsent(decision) ? decision.questions : [decision])
    print(`${styledAs('faint', 'rule')}  ${escapeControls(formatRule(by))}`);
}

function serverNames({ policy: { servers = [] } }: LoadedProject): string {
  return servers.map(({ name }) => name).join(', ') || 'no MCP server';
}
