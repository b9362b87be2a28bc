import { commands } from '../commands/commands.ts';
import { isCommandName } from '../messages/command-name.ts';
import type { IncomingMessage } from '../messages/read-message.ts';
import { answerEvent, type CommandOutcome } from './command-answer.ts';
import type { AgentServerSettings, ReceivedCommand, ServerClient } from './server-options.ts';

type IncomingCommand = Extract<IncomingMessage, { readonly kind: 'command' }>;

/** Executes the commands from a client. */
export type CommandRunner = ReturnType<typeof createCommandRunner>;

/**
 * Creates a runner; `onFull` is called with true when too many commands are running, and with false as soon as their
 * number drops again.
 */
export function createCommandRunner(
  client: ServerClient,
  settings: AgentServerSettings,
  onFull: (full: boolean) => void,
) {
  const { counters, dialect, limits, report } = settings;
  const { clientId } = client;
  let underWay = 0;

  const answer = (command: ReceivedCommand, outcome: CommandOutcome): void => {
    const event = answerEvent(command, outcome, dialect);
    if (event !== undefined) client.send(event);
  };
  const carryOut = async (command: ReceivedCommand): Promise<void> => {
    try {
      answer(command, { ok: true, result: await settings.onCommand(command, client) });
    } catch (error) {
      counters.commandsFailed += 1;
      reportFailure(command, error);
      answerFailure(command, error);
    }
  };
  const reportFailure = ({ name: commandName }: ReceivedCommand, error: unknown): void =>
    report({ kind: 'commandFailed', commandName, error, clientId });
  const answerFailure = (command: ReceivedCommand, error: unknown): void => {
    try {
      answer(command, { ok: false, reason: reasonOf(error) });
    } catch (cause) {
      // Not even the error reply fits into a frame.
      reportFailure(command, cause);
    }
  };
  const start = (command: ReceivedCommand): void => {
    counters.commands += 1;
    underWay += 1;
    if (underWay === limits.maxConcurrentCommands) onFull(true);
    void carryOut(command).finally(() => {
      underWay -= 1;
      if (underWay === limits.maxConcurrentCommands - 1) onFull(false);
    });
  };

  return {
    run: ({ name, data, requestId, raw, clientId: sender }: IncomingCommand) => {
      if (sender !== clientId && !settings.acceptForeignClientIds) {
        counters.foreignClientIds += 1;
        report({ kind: 'foreignClientId', clientId });
      } else if (isCommandName(name) && commands[name].dialects.includes(dialect)) {
        start({ name, data, requestId, raw });
      } else {
        counters.unknownMessages += 1;
        report({ kind: 'unknownCommand', commandName: name.slice(0, 100), clientId });
      }
    },
  };
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.length > 2_000 ? `${reason.slice(0, 2_000)}…` : reason;
}
