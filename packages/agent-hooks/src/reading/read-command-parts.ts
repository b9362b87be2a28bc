import type { AgentTool } from '@modegate/agent-tools';
import { isJsonObject } from '@modegate/json';
import { quoteWord } from '@modegate/shell-commands';
import type { CallPart } from '../agent-call.ts';
import { toReading } from './read-json.ts';
import { valuesAt } from './values-at.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Returns the commands that a call starts, each with its working folder and its shell. A program and its arguments are
 * converted to command text that a shell splits into the same words.
 */
export function readCommandParts(tool: AgentTool, input: Input): readonly CallPart[] {
  const { command: places = [], code = [], workdir = [], shell = [] } = tool.parameters;
  const values = places.flatMap((place) => listValues(input, place));
  const folders = toReading(() => valuesAt(input, workdir));
  const shells = toReading(() => valuesAt(input, shell));
  const isClear = places.length > 0 && !code.some((place) => place in input) && !hasUndeclared(tool, input);
  if (!isClear || !folders.ok || !shells.ok) return [opaque];
  if (values.length === 0) return [tool.continues === true ? continued : unnamed];
  const [cwd = ''] = folders.value;
  return values.map((value) => {
    const read = readText(value);
    if (read === undefined) return opaque;
    const params = { command: read.text, ...(cwd === '' ? {} : { cwd }) };
    return { ...unnamed, params, shell: read.isProgram ? 'sh' : (tool.shell ?? shells.value[0]) };
  });
}

/** True if an unknown argument may change where or how a command runs. */
function hasUndeclared({ parameters }: AgentTool, input: Input): boolean {
  const declared = new Set(
    Object.values(parameters).flatMap((places) => places.map((place) => /^\w*/.exec(place)?.[0])),
  );
  return Object.keys(input).some((key) => /cwd|dir|env|folder|path|shell/i.test(key) && !declared.has(key));
}

const unnamed: CallPart = { tool: 'execute_command', paths: undefined };
const opaque: CallPart = { ...unnamed, isOpaque: true };
const continued: CallPart = { tool: 'read_command_output', paths: undefined };

/** Returns the values at a location in the input; if the location ends in `[]`, returns the items of a list. */
function listValues(input: Input, place: string): readonly unknown[] {
  const isList = place.endsWith('[]');
  const value = input[isList ? place.slice(0, -2) : place];
  if (value === undefined || value === null) return [];
  return isList && Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

interface CommandText {
  readonly text: string;
  /** True for a program and its arguments, which no shell of the agent interprets. */
  readonly isProgram: boolean;
}

/**
 * Reads a string, a list with a program and its arguments, or an object with both; returns undefined for anything else.
 */
function readText(value: unknown): CommandText | undefined {
  if (typeof value === 'string') return { text: value, isProgram: false };
  if (Array.isArray(value)) return readProgram(value);
  if (!isJsonObject(value)) return undefined;
  const { command, args, ...others } = value;
  if (typeof command !== 'string' || Object.keys(others).length > 0) return undefined;
  if (args === undefined) return { text: command, isProgram: false };
  return Array.isArray(args) ? readProgram([command, ...(args as readonly unknown[])]) : undefined;
}

function readProgram(words: readonly unknown[]): CommandText | undefined {
  if (!words.every((word) => typeof word === 'string')) return undefined;
  const [program = ''] = words;
  // A shell would interpret `A=1` at the position of the program as a variable assignment.
  return program === '' || program.includes('=')
    ? undefined
    : { text: words.map(quoteWord).join(' '), isProgram: true };
}
