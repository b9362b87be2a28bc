import type { JsonObject } from '@modegate/json';
import type * as z from 'zod';
import type { Dialect } from '../dialect.ts';
import { IpcError } from '../ipc-error.ts';
import { type CommandName, commandNames, isCommandName } from '../messages/command-name.ts';
import { type CommandDefinition, type CommandSpec, defineCommand } from './command-definition.ts';
import { queryCommands, settingsCommands } from './query-commands.ts';
import { taskCommands } from './task-commands.ts';

const facts: Readonly<Record<CommandName, CommandSpec>> = { ...taskCommands, ...queryCommands, ...settingsCommands };

/** All commands of the three dialects, with their data, reply, time limit and limitations. */
export const commands: Readonly<Record<CommandName, CommandDefinition>> = Object.freeze(
  Object.fromEntries(commandNames.map((name) => [name, defineCommand(name, facts[name])])) as Record<
    CommandName,
    CommandDefinition
  >,
);

/** A command to send. */
export interface OutgoingCommand {
  readonly name: CommandName;
  /** Data as defined by {@link CommandDefinition.data} for the dialect; undefined for a command without data. */
  readonly data: unknown;
  /** Request id that consists of 1 to 128 letters, digits, `.`, `_`, `:` or `-`, as required by zoo. */
  readonly requestId: string;
  /** The id that the agent assigned to this connection in its Ack; if the id is missing, an agent drops the command. */
  readonly clientId: string;
}

/**
 * Builds the message for a command, with the request id wherever the dialect expects it.
 *
 * @throws {IpcError} `COMMAND_INVALID` if the data does not match the schema (the message names the field);
 * `COMMAND_UNSUPPORTED` if the dialect does not have the command.
 */
export function buildCommand(command: OutgoingCommand, dialect: Dialect): JsonObject {
  const { name, data, requestId, clientId } = command;
  if (!isCommandName(name)) throw unknownCommand(name, dialect);
  const definition = commands[name];
  checkData(name, definition.data(dialect), data);
  if (!REQUEST_ID.test(requestId)) {
    throw invalid(name, 'requestId', "must be 1 to 128 letters, digits, '.', '_', ':' or '-'");
  }
  if (clientId === '') throw invalid(name, 'clientId', 'is empty: wait for the Ack, which contains it');
  const wireData = definition.wireData(dialect)(data, requestId);
  return {
    type: 'TaskCommand',
    origin: 'client',
    clientId,
    // The key is omitted for commands without data, because fork silently rejects null.
    data: { commandName: name, ...(wireData !== undefined && { data: wireData }), requestId },
  };
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

function checkData(name: CommandName, schema: z.ZodType, data: unknown): void {
  const result = schema.safeParse(data);
  if (result.success) return;
  const [issue] = result.error.issues;
  throw invalid(name, ['data', ...(issue?.path ?? [])].map(String).join('.'), issue?.message ?? 'does not fit');
}

function invalid(command: string, field: string, problem: string): IpcError<'COMMAND_INVALID'> {
  return new IpcError('COMMAND_INVALID', `${command} was not sent: its ${field} is invalid (${problem}).`, {
    data: { command, field },
  });
}

function unknownCommand(name: string, dialect: Dialect): IpcError<'COMMAND_UNSUPPORTED'> {
  const shown = name.slice(0, 100);
  return new IpcError('COMMAND_UNSUPPORTED', `Unknown command ${shown}. Known commands: ${commandNames.join(', ')}.`, {
    data: { command: shown, dialect, dialects: [] },
  });
}
