import { AppError, print } from '@modegate/cli-kit';
import { isJsonObject } from '@modegate/json';
import { type Explanation, explain, formatRule, type ToolRequest } from '@modegate/mode-core';
import { readQuestion } from '@modegate/policy-check/permissions';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { addPathKinds } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CircumstanceFlags, readCircumstanceFlags } from '../project/circumstances.ts';
import { type LoadedProject, loadReachableProject } from '../project/load-project.ts';
import { refuseUnknownMode } from '../refuse-unknown-mode.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';

/** Flags of `modegate why`. */
export interface WhyFlags extends SettingsFlags, CircumstanceFlags {
  readonly file?: readonly string[];
  readonly args?: string;
  readonly format?: 'text' | 'json';
}

/** Reports whether a mode may make a call, and which rule decides. Returns 0 if it may and 1 if not. */
export async function runWhy(mode: string, target: string, flags: WhyFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReachableProject(settings);
  const explanation = await askWhy(project, { mode, target, flags });
  if (flags.format === 'json') print(escapedJson(explanation, 2));
  else printExplanation(explanation, { target, project });
  return explanation.decision.allowed ? exitCodes.clean : exitCodes.findings;
}

/**
 * Answers a question from the command line, with every step that leads to the answer.
 *
 * @throws {AppError} exit code 2 when there is no such mode, or the flags cannot be understood.
 */
export async function askWhy(
  project: LoadedProject,
  { mode, target, flags }: { readonly mode: string; readonly target: string; readonly flags: WhyFlags },
): Promise<Explanation> {
  refuseMisspelt(mode, project);
  const request = await addPathKinds(project.root, readRequest(mode, target, { flags, project }));
  return explain(project.policy, { ...request, ...readCircumstanceFlags(flags) });
}

/** A misspelt mode is refused everything, which would look like a real answer. */
function refuseMisspelt(mode: string, { policy, sources }: LoadedProject): void {
  // An unreadable modes file may define it; the policy reports that.
  if (sources.some(({ what, state }) => what === 'modes' && state === 'unreadable')) return;
  const slugs = policy.modes.map(({ config }) => config.slug);
  refuseUnknownMode(mode, slugs, "Add --global to read the user's own modes.");
}

function readRequest(
  mode: string,
  target: string,
  { flags, project }: { readonly flags: WhyFlags; readonly project: LoadedProject },
): ToolRequest {
  const reading = readQuestion(project, { mode, target, files: flags.file, args: readArguments(flags.args) });
  if (reading.state === 'call') return reading.request;
  throw new AppError(`'${reading.tool}' accepts only one --file.`);
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

function printExplanation(
  { decision, steps, request }: Explanation,
  { target, project }: { readonly target: string; readonly project: LoadedProject },
): void {
  const mark = decision.allowed ? styledAs('success', '✓ allowed') : styledAs('error', '✗ refused');
  print(`${mark}  ${escapeControls(`${target} in mode ${request.mode}`)}`);
  print();
  for (const { check, outcome, detail } of steps) {
    const sign =
      outcome === 'passed'
        ? styledAs('faint', '·')
        : outcome === 'allowed'
          ? styledAs('success', '✓')
          : styledAs('error', '✗');
    print(`  ${sign} ${check.padEnd(16)} ${escapeControls(detail)}`);
  }
  print();
  if (!decision.allowed) print(`${styledAs('faint', 'code')}  ${decision.code}`);
  // The reason, which models also read, names only servers that the mode may use.
  if (!decision.allowed && decision.code === 'MCP_SERVER_UNKNOWN')
    print(`${styledAs('faint', 'configured')}  ${escapeControls(serverNames(project))}`);
  print(`${styledAs('faint', 'rule')}  ${escapeControls(formatRule(decision.by))}`);
}

function serverNames({ policy: { servers = [] } }: LoadedProject): string {
  return servers.map(({ name }) => name).join(', ') || 'no MCP server';
}
