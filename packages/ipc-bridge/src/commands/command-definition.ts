import type * as z from 'zod';
import { type Dialect, dialects } from '../dialect.ts';
import { IpcError } from '../ipc-error.ts';
import type { CommandName } from '../messages/command-name.ts';
import type { ReplyKind } from './reply-kind.ts';

/** All that is known of one command. The functions throw {@link IpcError} `COMMAND_UNSUPPORTED` for a dialect without it. */
export interface CommandDefinition {
  readonly name: CommandName;
  /** What it does, as one sentence for a description. */
  readonly summary: string;
  /** The dialects that have it. */
  readonly dialects: readonly Dialect[];
  /** What its data must be; `undefined` passes where it takes none. */
  readonly data: (dialect: Dialect) => z.ZodType;
  readonly reply: (dialect: Dialect) => ReplyKind;
  /** How long its answer may take. */
  readonly defaultTimeoutMs: (dialect: Dialect) => number;
  /** What does not work or surprises, in sentences for a description. */
  readonly limitations: (dialect: Dialect) => string | undefined;
  /** The data as the wire has them; undefined when the key is to be left out. */
  readonly wireData: (dialect: Dialect) => (data: unknown, requestId: string) => unknown;
}

/** What one dialect makes of a command. */
export interface DialectFacts {
  readonly data: z.ZodType;
  readonly reply: ReplyKind;
  readonly timeoutMs: number;
  readonly limitations?: string;
  /** Default: the data as given. */
  readonly wireData?: (data: unknown, requestId: string) => unknown;
}

/** A command before it has its name: a sentence, and the facts of each dialect that has it. */
export type CommandFacts = { readonly summary: string } & { readonly [D in Dialect]?: DialectFacts };

/** Makes a definition of the facts. */
export function defineCommand(name: CommandName, facts: CommandFacts): CommandDefinition {
  const supporting = dialects.filter((dialect) => facts[dialect] !== undefined);
  const get = (dialect: Dialect): DialectFacts => facts[dialect] ?? refuse(name, dialect, supporting);
  return {
    name,
    summary: facts.summary,
    dialects: supporting,
    data: (dialect) => get(dialect).data,
    reply: (dialect) => get(dialect).reply,
    defaultTimeoutMs: (dialect) => get(dialect).timeoutMs,
    limitations: (dialect) => get(dialect).limitations,
    wireData: (dialect) => get(dialect).wireData ?? ((data) => data),
  };
}

function refuse(name: CommandName, dialect: Dialect, supporting: readonly Dialect[]): never {
  throw new IpcError(
    'COMMAND_UNSUPPORTED',
    `The connected agent speaks '${dialect}', which has no command ${name}; ${supporting.join(' and ')} ${supporting.length === 1 ? 'has' : 'have'} it. Connect to such an agent, or find another way.`,
    { data: { command: name, dialect, dialects: supporting } },
  );
}
