import type { CommandReply } from '@modegate/ipc-bridge';

/** What came of a command; further members as the tool's output says. */
export interface CommandFacts {
  readonly outcome: 'confirmed' | 'sent' | 'inferred';
  readonly [fact: string]: unknown;
}

/** The facts of a reply: how it came, and what it says. */
export function replyFacts(reply: CommandReply): CommandFacts {
  if (reply.outcome === 'confirmed') return { outcome: 'confirmed', via: reply.via, payload: reply.payload ?? null };
  return { outcome: 'sent', ...(reply.candidate === undefined ? {} : { payload: reply.candidate }) };
}
