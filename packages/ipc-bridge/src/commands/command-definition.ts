import type * as z from 'zod';
import { type Dialect, dialects } from '../dialect.ts';
import { IpcError } from '../ipc-error.ts';
import type { CommandName } from '../messages/command-name.ts';
import type { ReplyKind } from './reply-kind.ts';

/**
 * All known facts about one command. The functions throw {@link IpcError} `COMMAND_UNSUPPORTED` for a dialect that does
 * not have the command.
 */
export interface CommandDefinition {
  readonly name: CommandName;
  /** One-sentence summary for use in a description. */
  readonly summary: string;
  /** Dialects that support the command. */
  readonly dialects: readonly Dialect[];
  /** Returns the schema of the command's data; the schema accepts `undefined` if the command takes no data. */
  readonly data: (dialect: Dialect) => z.ZodType;
  readonly reply: (dialect: Dialect) => ReplyKind;
  /** Returns the time limit for the reply. */
  readonly defaultTimeoutMs: (dialect: Dialect) => number;
  /** Returns known limitations, as sentences for use in a description. */
  readonly limitations: (dialect: Dialect) => string | undefined;
  /**
   * Returns a function that converts data to the form that is sent; the function returns undefined if the key is to be
   * omitted.
   */
  readonly wireData: (dialect: Dialect) => (data: unknown, requestId: string) => unknown;
}

/** The facts about a command in one dialect. */
export interface DialectSpec {
  readonly data: z.ZodType;
  readonly reply?: ReplyKind;
  readonly timeoutMs?: number;
  readonly limitations?: string;
  /** Converts the data to the form that is sent. Default: the data as passed. */
  readonly wireData?: (data: unknown, requestId: string) => unknown;
}

/** A command without its name: a summary, and the facts for each dialect that supports the command. */
export type CommandSpec = { readonly summary: string } & { readonly [D in Dialect]?: DialectSpec };

/** Creates a definition from the facts. */
export function defineCommand(name: CommandName, facts: CommandSpec): CommandDefinition {
  const supporting = dialects.filter((dialect) => facts[dialect] !== undefined);
  const get = (dialect: Dialect): DialectSpec => facts[dialect] ?? refuse(name, dialect, supporting);
  return {
    name,
    summary: facts.summary,
    dialects: supporting,
    data: (dialect) => get(dialect).data,
    reply: (dialect) => get(dialect).reply ?? { kind: 'commandResponse' },
    defaultTimeoutMs: (dialect) => get(dialect).timeoutMs ?? 10_000,
    limitations: (dialect) => get(dialect).limitations,
    wireData: (dialect) => get(dialect).wireData ?? ((data) => data),
  };
}

function refuse(name: CommandName, dialect: Dialect, supporting: readonly Dialect[]): never {
  throw new IpcError(
    'COMMAND_UNSUPPORTED',
    `The connected agent speaks '${dialect}', which does not have the command ${name}; ${supporting.join(' and ')} ${supporting.length === 1 ? 'has' : 'have'} it. Connect to an agent that has the command, or do without it.`,
    { data: { command: name, dialect, dialects: supporting } },
  );
}
