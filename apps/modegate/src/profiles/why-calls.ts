import { createReadStream } from 'node:fs';
import type { AgentCircumstances } from '@modegate/agent-policies';
import { AppError, flushOutput, printText } from '@modegate/cli-kit';
import { defined, isJsonObject, type JsonObject } from '@modegate/json';
import { escapedJson } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { parseJsonObject } from '../parse-json.ts';
import { currentPlatform } from './agent-circumstances.ts';
import { answerAgentCall } from './answer-agent-call.ts';
import { checkCircumstances } from './check-circumstances.ts';
import { findProfile } from './find-profile.ts';
import { type LoadedProfiles, loadProfiles } from './load-profiles.ts';
import { readLines } from './read-lines.ts';

/** The calls to answer. */
export interface CallsQuestion {
  /** Path of a file that contains JSON lines; `-` for stdin. */
  readonly calls: string;
  readonly root: string;
  readonly withUser: boolean;
}

/**
 * Answers each line of a file with one line on stdout, in the same order. Returns 2 if a line was not a call, otherwise
 * 0.
 *
 * @throws {AppError} exit code 2 when the file cannot be read.
 */
export async function whyCalls({ calls, root, withUser }: CallsQuestion): Promise<ExitCode> {
  const loaded = await loadProfiles({ root, withUser });
  const input = calls === '-' ? process.stdin : createReadStream(calls);
  let isBad = false;
  try {
    for await (const { number, text } of readLines(input)) {
      if (text?.trim() === '') continue;
      const answer = await answerLine(text, loaded);
      isBad ||= 'error' in answer;
      const shown = 'error' in answer ? { line: number, ...answer } : answer;
      printText(`${escapedJson(shown)}\n`);
      if (process.stdout.writableNeedDrain) await flushOutput();
    }
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new AppError(`${calls} cannot be read: ${cause.message}.`, 2, cause);
  }
  return isBad ? exitCodes.usage : exitCodes.clean;
}

/** Answers one line: `{ id, effect, within, by }`, or `{ id, error }` with a sentence. */
async function answerLine(text: string | undefined, loaded: readonly LoadedProfiles[]): Promise<JsonObject> {
  let id: unknown;
  try {
    if (text === undefined) throw new AppError('The line is too long.');
    const call = parseJsonObject(text, 'The line', 'The line is not a JSON object.');
    id = call.id;
    const { profile: name, tool, arguments: given, circumstances } = checkCall(call);
    const { loaded: own, profile } = findProfile(loaded, name);
    const { effect, within, by } = await answerAgentCall(own, {
      profile,
      call: { tool, arguments: given },
      circumstances,
    });
    return { ...defined({ id }), effect, ...defined({ within }), by };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return { ...defined({ id }), error: cause.message };
  }
}

interface CheckedCall {
  readonly profile: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly circumstances: AgentCircumstances;
}

function checkCall({ profile, tool, arguments: given = {}, circumstances = {} }: JsonObject): CheckedCall {
  if (typeof profile !== 'string') throw new AppError(`'profile' must be a string, such as "claude-code".`);
  if (typeof tool !== 'string') throw new AppError(`'tool' must be a string, such as "Bash".`);
  if (!isJsonObject(given)) throw new AppError(`'arguments' must be an object.`);
  if (!isJsonObject(circumstances)) throw new AppError(`'circumstances' must be an object.`);
  return {
    profile,
    tool,
    arguments: given,
    circumstances: { platform: currentPlatform(), ...checkCircumstances(circumstances) },
  };
}
