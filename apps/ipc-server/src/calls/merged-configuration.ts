import { IpcError } from '@modegate/ipc-bridge';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { CommandCall } from './command-call.ts';

/**
 * Returns the agent's configuration with some values replaced, for commands that unset every value they do not receive.
 *
 * @throws {IpcError} COMMAND_FAILED when the agent's configuration is not an object, so that nothing is wiped by
 * mistake.
 */
export async function mergedConfiguration(changes: JsonObject, call: CommandCall): Promise<JsonObject> {
  const current = await readConfiguration(call);
  return { ...current, ...changes };
}

/**
 * Returns the agent's configuration, including secrets, which are remembered so that they can be masked.
 *
 * @throws {IpcError} COMMAND_FAILED when the configuration is not an object.
 */
export async function readConfiguration(call: CommandCall): Promise<JsonObject> {
  const { payload } = await call.ask('GetConfiguration');
  call.rememberSecrets(payload);
  if (isJsonObject(payload) && Object.keys(payload).length > 0) return payload;
  throw new IpcError(
    'COMMAND_FAILED',
    "The agent's configuration could not be read, so nothing was changed. Without the current configuration, the change would erase every setting that you did not pass. Check the agent, then call again.",
    { data: { command: 'GetConfiguration', requestId: '', reason: 'the answer was not a configuration' } },
  );
}
