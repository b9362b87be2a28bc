import { AppError, print, stripControls, styled } from '@modegate/cli-kit';
import { didYouMean } from '@modegate/nearest-name';
import { type Inspection, inspectUpstreams } from '../gateway/inspect-upstreams.ts';
import { requireKnownMode } from '../modes/check-mode.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';
import { countOwnTools, ownToolsLine } from './count-own-tools.ts';
import { createServerLines, toolCount } from './server-lines.ts';
import { printDefinition } from './show-tool.ts';

/** Flags for `modes-server tools`. */
export interface ToolsFlags {
  readonly json?: boolean;
  readonly approve?: readonly string[];
  /** Names of servers whose instructions are approved. */
  readonly approveInstructions?: readonly string[];
  /** Listed name of a tool to print in full, or name of a server whose instructions are printed. */
  readonly show?: string;
  readonly timeout?: string;
}

/**
 * Prints the other servers' tools that a mode can see, or all of these tools; approves tools on request. Returns the
 * exit code: 1 if a server did not answer.
 */
export async function tools(settings: Settings, flags: ToolsFlags, env: NodeJS.ProcessEnv): Promise<number> {
  const project = await readSettingsProject(settings, { env });
  if (settings.mode !== undefined) requireKnownMode(project.policy, settings.mode);
  const printServer = flags.json === true || flags.show !== undefined ? () => undefined : createServerLines();
  const timeoutMs = readTimeout(flags.timeout);
  const inspection = await withStateTexts(settings, (texts) =>
    inspectUpstreams({
      settings,
      project,
      env,
      timeoutMs,
      texts,
      approve: flags.approve ?? [],
      approveInstructions: flags.approveInstructions ?? [],
      onServer: printServer,
    }),
  );
  inspection.servers.forEach(printServer);
  checkApproved(inspection, flags.approve ?? []);
  checkInstructions(inspection, flags.approveInstructions ?? []);
  if (flags.show !== undefined) return printDefinition(inspection, flags.show);
  const shown = settings.mode === undefined ? inspection.tools : toolsOfMode(inspection, settings.mode);
  const own = await countOwnTools(settings, project.servers.length > 0);
  if (flags.json === true) print(JSON.stringify({ ...report(settings, inspection, shown), own }, null, 2));
  else {
    printTools(settings, inspection, shown);
    print(ownToolsLine(own));
  }
  return inspection.servers.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

/** Converts seconds to milliseconds. @throws {AppError} exit code 2 for an invalid number. */
export function readTimeout(seconds = '20'): number {
  const value = Number(seconds);
  if (Number.isFinite(value) && value > 0 && value <= 3_600) return value * 1_000;
  throw new AppError(`--timeout must be a number of seconds above 0 and at most 3600, not '${seconds}'.`);
}

function checkApproved({ tools: all }: Inspection, approved: readonly string[]): void {
  const names = all.map(({ tool }) => tool.exposedName);
  const unknown = approved.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new AppError(`No reachable server has a tool '${unknown}'.${didYouMean(unknown, names)}`);
}

function checkInstructions({ servers }: Inspection, approved: readonly string[]): void {
  const spoken = servers.flatMap(({ name, instructions }) => (instructions === undefined ? [] : [name]));
  const unknown = approved.find((name) => !spoken.includes(name));
  if (unknown === undefined) return;
  throw new AppError(stripControls(`No reachable server named '${unknown}' has instructions.`));
}

function toolsOfMode({ modes }: Inspection, mode: string): Inspection['tools'] {
  return modes.find(({ slug }) => slug === mode)?.tools ?? [];
}

function report(settings: Settings, { servers }: Inspection, shown: Inspection['tools']): object {
  return {
    mode: settings.mode ?? null,
    servers,
    tools: shown.map(({ tool, tokens, remark, isWithheld }) => ({
      name: tool.exposedName,
      server: tool.server,
      tool: tool.tool,
      ref_id: tool.refId,
      tokens,
      withheld: isWithheld,
      ...(remark === undefined ? {} : { remark }),
    })),
    tokens: total(shown),
  };
}

function printTools({ mode }: Settings, { servers, tools: all }: Inspection, shown: Inspection['tools']): void {
  for (const { instructionsRemark: remark } of servers)
    if (remark !== undefined) print(styled('yellow', `! ${stripControls(remark)}`));
  const width = Math.max(4, ...shown.map(({ tool }) => tool.exposedName.length));
  print(styled('bold', `${'tool'.padEnd(width)}  tokens  server`));
  for (const { tool, tokens, remark } of shown) {
    print(`${tool.exposedName.padEnd(width)}  ${String(tokens).padStart(6)}  ${stripControls(tool.server)}`);
    if (remark !== undefined) print(styled('yellow', `  ! ${stripControls(remark)}`));
  }
  const whole = mode === undefined ? '' : ` of ${toolCount(all.length)}, ${total(all)} tokens`;
  const where = mode === undefined ? 'All servers' : `Mode '${mode}'`;
  print(styled('bold', `${where}: ${toolCount(shown.length)}, ${total(shown)} tokens${whole}`));
}

function total(all: Inspection['tools']): number {
  return all.reduce((sum, { tokens }) => sum + tokens, 0);
}
