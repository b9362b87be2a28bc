import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AppError, print } from '@modegate/cli-kit';
import { attempt, isJsonObject } from '@modegate/json';
import { type CommandSuggestions, type SeenCommand, suggestCommands } from '@modegate/policy-check/permissions';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printableYaml } from '../printable-yaml.ts';
import { loadReadableProject } from '../project/load-project.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings } from '../settings.ts';
import { saveSuggestion } from './save-suggestion.ts';
import type { SuggestFlags } from './suggest.ts';

/** Suggests command rules based on the commands that an audit log records as allowed. */
export async function runSuggestCommands(file: string, flags: SuggestFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const project = await loadReadableProject(settings);
  const seen = await readCommands(file);
  if (seen.length === 0)
    throw new AppError(
      `${file} contains no allowed commands. Commands are recorded by \`modes-server --audit-log <file> --audit-arguments\`.`,
    );
  const found = suggestCommands(
    project.policy,
    seen.filter(({ mode }) => flags.mode?.includes(mode) ?? true),
  );
  if (flags.format === 'json') print(escapedJson({ version: 1, ...found }, 2));
  else printCommands(found);
  if (flags.write === true)
    for (const { mode, restrictions } of found.suggestions)
      await saveSuggestion(project, mode, { commandRestrictions: restrictions });
  return exitCodes.clean;
}

function printCommands({ suggestions, skipped }: CommandSuggestions): void {
  for (const { mode, restrictions, reasons } of suggestions) {
    print(styledAs('heading', `# ${escapeControls(mode)}`));
    for (const reason of reasons) print(styledAs('faint', escapeControls(`# ${reason}`)));
    print(printableYaml({ commandRestrictions: restrictions }));
  }
  for (const { mode, reason } of skipped) print(styledAs('faint', escapeControls(`# ${mode}: ${reason}`)));
}

/** Reads the commands that were allowed. Skips lines that do not contain a decision about a command. */
async function readCommands(file: string): Promise<readonly SeenCommand[]> {
  const seen: SeenCommand[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const command = readCommand(line);
      if (command !== undefined) seen.push(command);
    }
  } catch (error) {
    throw new AppError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return seen;
}

/** Reads a line of an audit log. */
function readCommand(line: string): SeenCommand | undefined {
  const decision = attempt((): unknown => JSON.parse(line));
  if (!isJsonObject(decision)) return undefined;
  const { tool, allowed, mode, arguments: params } = decision;
  if (tool !== 'execute_command' || allowed !== true || typeof mode !== 'string' || !isJsonObject(params))
    return undefined;
  return typeof params.command === 'string' ? { mode, command: params.command } : undefined;
}
