import { type AgentClient, type ClientState, IpcError } from '@modegate/ipc-bridge';
import { expect, test } from 'vitest';
import { createAgent } from '../../src/agent/agent.ts';
import { resolveSettings } from '../../src/settings.ts';

const ready: ClientState = { status: 'ready', clientId: 'a', dialect: 'official', since: 0 };

/** The state after a failure; `attempt` is the next one, counted since the last connection that lasted. */
function away(attempt: number, message: string): ClientState {
  const lastError = new IpcError('DISCONNECTED', message, { data: { command: undefined, requestId: undefined } });
  return { status: 'backoff', retryAt: 0, attempt, lastError };
}

/** The warnings of an agent whose connection goes through these states. */
function warningsOf(states: readonly ClientState[]): readonly string[] {
  const warnings: string[] = [];
  const ignore = (): void => undefined;
  let tell: (state: ClientState) => void = ignore;
  const client: Partial<AgentClient> = {
    state: { status: 'idle' },
    onEvent: () => ignore,
    onState: (listener) => {
      tell = listener;
      return ignore;
    },
  };
  createAgent({
    client: client as AgentClient,
    settings: resolveSettings({}, {}),
    log: { debug: ignore, info: ignore, warning: (line) => void warnings.push(line), error: ignore, close: ignore },
    now: () => 0,
  });
  for (const state of states) tell(state);
  return warnings;
}

test('Q4: the log gets one line for each dropped connection, however short the connection was', () => {
  const states = [away(2, 'none'), away(3, 'none'), ready, away(4, 'first'), away(5, 'none'), ready, away(6, 'second')];
  expect(warningsOf(states)).toEqual(['Not connected: none', 'Not connected: first', 'Not connected: second']);
});

test('Q4: the log gets one line for the drop of a connection that lasted, too', () => {
  expect(warningsOf([ready, away(2, 'gone'), away(3, 'none'), away(4, 'none')])).toEqual(['Not connected: gone']);
});
