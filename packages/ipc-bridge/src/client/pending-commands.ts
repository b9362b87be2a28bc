import { type AgentReply, readReply } from '../commands/read-reply.ts';
import type { ReplyKind } from '../commands/reply-kind.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { commandFailed } from './client-errors.ts';
import type { ClientSettings } from './client-settings.ts';
import type { CommandReply } from './command-reply.ts';
import { createFlight, type Flight, type FlightWait, type SentCommand } from './pending-command.ts';

/** The commands of one client that wait for their answers. */
export interface PendingCommands {
  /** Waits for the answer to a new command; call it before the command is written. */
  add(command: SentCommand, wait: FlightWait): Promise<CommandReply>;
  /** Waits for the answer to a query that is under way already, if there is one: its answers carry no id to tell two apart. */
  join(reply: ReplyKind, wait: FlightWait): Promise<CommandReply> | undefined;
  /** The command was written; that is the end of one without an answer. */
  written(requestId: string): void;
  /** Takes the next event, and tells whether it was the answer to a command that waited. */
  observe(event: AgentEvent): boolean;
  /** The connection ended: fails every wait, except where the end was the effect. */
  end(error: (command: SentCommand) => Error): void;
}

// How many past request ids are remembered, to tell a late answer from a stray one.
const REMEMBERED_IDS = 1000;

/** Creates an empty table. */
export function createPendingCommands(settings: ClientSettings): PendingCommands {
  const { counters, report } = settings;
  const flights = new Map<string, Flight>();
  const past = new Map<string, 'answered' | 'abandoned'>();

  const forget = ({ command: { requestId, reply } }: Flight, end: 'answered' | 'abandoned'): void => {
    flights.delete(requestId);
    past.set(requestId, end);
    if (reply.kind === 'queryEvent' && end === 'abandoned') past.set(reply.eventName, end);
    for (const oldest of past.keys()) if (past.size > REMEMBERED_IDS) past.delete(oldest);
  };
  const findQuery = (eventName: string): Flight | undefined =>
    [...flights.values()].find(
      ({ command: { reply } }) => reply.kind === 'queryEvent' && reply.eventName === eventName,
    );
  // Whether it confirms once more what an event had shown before.
  const isExpectedTwice = (event: AgentEvent, requestId: string | undefined): boolean => {
    const key = requestId ?? event.eventName;
    const end = past.get(key);
    past.delete(key);
    if (end === 'answered') return true;
    counters[end === undefined ? 'strayAnswers' : 'lateAnswers'] += 1;
    report({ kind: end === undefined ? 'strayAnswer' : 'lateAnswer', eventName: event.eventName, requestId });
    return false;
  };

  return {
    add: (command, wait) => {
      const flight = createFlight(command, { settings, onOver: (end) => forget(flight, end) });
      flights.set(command.requestId, flight);
      return flight.wait(wait);
    },
    join: (reply, wait) => (reply.kind === 'queryEvent' ? findQuery(reply.eventName)?.wait(wait) : undefined),
    written: (requestId) => {
      const flight = flights.get(requestId);
      if (flight?.command.reply.kind === 'none') flight.resolve({ outcome: 'sent' });
    },
    observe: (event) => {
      const reply = readReply(event);
      if (reply === undefined) {
        for (const flight of flights.values()) flight.observe(event);
        return false;
      }
      const requestId = reply.kind === 'queryEvent' ? undefined : reply.requestId;
      const flight = reply.kind === 'queryEvent' ? findQuery(reply.eventName) : flights.get(requestId ?? '');
      if (flight === undefined) return isExpectedTwice(event, requestId);
      settle(flight, reply, counters);
      return true;
    },
    end: (error) => {
      for (const flight of flights.values()) {
        const { reply } = flight.command;
        if (reply.kind === 'effect' && reply.endsConnection) flight.confirm('disconnect', undefined);
        else flight.reject(error(flight.command));
      }
      past.clear();
    },
  };
}

function settle(flight: Flight, reply: AgentReply, counters: ClientSettings['counters']): void {
  if (reply.kind === 'queryEvent') flight.confirm('queryEvent', reply.payload);
  else if (reply.error !== undefined) {
    counters.commandsFailed += 1;
    flight.reject(commandFailed(flight.command, reply.error));
  } else if (reply.kind === 'commandResponse') flight.confirm('commandResponse', reply.payload);
  else flight.confirm('taskStartResponse', { taskId: reply.taskId });
}
