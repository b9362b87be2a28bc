import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { type Dialect, formatAddress, type IpcAddress } from '@modegate/ipc-bridge';
import { serveAgent } from '@modegate/ipc-bridge/node';
import { createFakeAgent, type FakeAgent, type FakeAgentOptions } from '@modegate/ipc-bridge/testing';
import { afterAll } from 'vitest';

/** A fake agent that listens in the process of the test. */
export interface RunningAgent {
  readonly agent: FakeAgent;
  /** What the server is started with to reach it. */
  readonly args: readonly string[];
  readonly address: IpcAddress;
  stop(): Promise<void>;
}

const running = new Set<RunningAgent>();

afterAll(async () => {
  await Promise.all([...running].map((each) => each.stop()));
});

/** A place that nobody listens at yet: a socket file, or any free port where there are none. */
export function freeAddress(): IpcAddress {
  return process.platform === 'win32'
    ? { kind: 'tcp', host: '127.0.0.1', port: 0 }
    : { kind: 'socket', path: join(createFolder(), 'agent.sock') };
}

/** Starts a fake agent, where one was before when an address is given. */
export async function runAgent(
  options: Partial<FakeAgentOptions> & { readonly dialect: Dialect; readonly address?: IpcAddress },
): Promise<RunningAgent> {
  const { address = freeAddress(), ...rest } = options;
  const agent = createFakeAgent({ paceMs: 20, askEventDelayMs: 200, ...rest });
  const served = await serveAgent({ address, server: agent.server });
  const runningAgent: RunningAgent = {
    agent,
    address: served.address,
    args: addressArguments(served.address),
    stop: async () => {
      running.delete(runningAgent);
      agent.stop();
      await served.close();
    },
  };
  running.add(runningAgent);
  return runningAgent;
}

/** The flags of an address. */
export function addressArguments(address: IpcAddress): readonly string[] {
  if (address.kind === 'tcp') return ['--host', address.host, '--port', String(address.port)];
  return ['--socket', address.kind === 'socket' ? address.path : formatAddress(address)];
}
