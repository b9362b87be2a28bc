import { randomUUID } from 'node:crypto';
import { AppError, print, readChoice, styled } from '@modegate/cli-kit';
import { type Dialect, dialects, formatAddress, type IpcAddress, isIpcError } from '@modegate/ipc-bridge';
import { serveAgent } from '@modegate/ipc-bridge/node';
import {
  createFakeAgent,
  defaultSteps,
  type FakeAgent,
  type FakeAnswer,
  type FakePrompt,
  type FakeStep,
} from '@modegate/ipc-bridge/testing';
import { type AddressFlags, chooseAddress } from '../address-settings.ts';

/** Command-line flags for `simulate`. */
export interface SimulateFlags extends AddressFlags {
  readonly dialect?: string;
}

// Slow enough to follow, fast enough not to be tedious.
const paceMs = 150;

/**
 * Runs a simulated agent until a signal arrives.
 *
 * @throws {AppError} exit code 2 if the dialect or the address is not usable, 1 if the address is in use.
 */
export async function simulate(flags: SimulateFlags): Promise<void> {
  const dialect = readDialect(flags.dialect ?? process.env.ROO_IPC_DIALECT);
  const { address } = chooseAddress(flags, process.env);
  const agent = createFakeAgent({
    dialect,
    paceMs,
    createTaskId: randomUUID,
    identity: { pid: process.pid, ppid: process.ppid },
    configuration: { apiProvider: 'fake-ai', apiModelId: 'simulated', apiKey: 'sk-simulated-secret', mode: 'code' },
    script: {
      task: simulatedSteps,
      command: ({ name }) => {
        printCommand(name);
        return 'carryOut';
      },
      dropped: ({ name }, reason) =>
        printCommand(`${name} is silently dropped, as it would be by a real agent; ${reason}`),
    },
  });
  const served = await serve(agent, address);
  introduce(served.address, dialect);
  await new Promise<void>((resolve) => {
    // Not `once`: a second signal must not end the process before its socket is removed.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  agent.stop();
  await served.close();
}

function printCommand(line: string): void {
  print(`${styled('dim', new Date().toISOString().slice(11, 19))} ${line}`);
}

function readDialect(text: string | undefined): Dialect {
  // Returns the dialect that corresponds to the default port.
  if (text === undefined || text === '' || text === 'detect') return 'fork';
  return readChoice('The dialect', dialects, text);
}

async function serve({ server }: FakeAgent, address: IpcAddress) {
  try {
    return await serveAgent({ address, server });
  } catch (error) {
    if (!isIpcError(error)) throw error;
    throw new AppError(error.message, error.code === 'ADDRESS_INVALID' ? 2 : 1, error);
  }
}

function introduce(address: IpcAddress, dialect: Dialect): void {
  print(
    `A simulated agent with the dialect ${styled('bold', dialect)} is listening on ${styled('bold', formatAddress(address))}.`,
  );
  print('It does not use a model. It repeats what you send, asks a question when a prompt ends in a question mark,');
  print('and asks for approval when a prompt says "run". Press Ctrl-C to stop it. Commands received:');
}

/**
 * Yields the steps of the simulated agent: requests approval if the prompt mentions running something, streams an
 * answer, asks a question if the prompt ends with a question mark, and presents a result.
 */
function* simulatedSteps(prompt: FakePrompt): Generator<FakeStep> {
  if (/\brun\b/i.test(prompt.text)) {
    yield { step: 'ask', ask: 'command', text: 'npm test', onAnswer: afterApproval };
  }
  yield* defaultSteps(prompt);
}

function afterApproval({ kind }: FakeAnswer): readonly FakeStep[] {
  return kind === 'yes'
    ? [{ step: 'say', say: 'command_output', text: 'All tests passed.' }]
    : [{ step: 'say', text: 'The command was refused, so the task continues without it.' }];
}
