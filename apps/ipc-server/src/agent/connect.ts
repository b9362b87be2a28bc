import { AppError } from '@modegate/cli-kit';
import { type AgentClient, isIpcError } from '@modegate/ipc-bridge';
import { connectAgent } from '@modegate/ipc-bridge/node';
import type { Settings } from '../settings.ts';

/**
 * Creates the client specified by the settings; the client connects when it is started.
 *
 * @throws {AppError} exit code 2 when this system does not support this kind of address.
 */
export function createSettingsClient(settings: Settings, onProblem: (line: string) => void): AgentClient {
  try {
    return connectSettings(settings, onProblem);
  } catch (error) {
    if (!isIpcError(error)) throw error;
    throw new AppError(`${settings.addressFrom}: ${error.message}`, 2, error);
  }
}

function connectSettings(settings: Settings, onProblem: (line: string) => void): AgentClient {
  const { address, dialect, ackTimeoutMs, maxFrameBytes, socketOwner: trustedOwner } = settings;
  return connectAgent({
    address,
    trustedOwner,
    dialect,
    // If the fork dialect were mistaken for another, a partial configuration would wipe the agent's settings.
    probe: dialect === 'detect',
    // Agents usually run on this machine: a retry costs little, and a user may be waiting.
    backoff: { maxMs: 5000 },
    limits: { ackTimeoutMs, maxFrameBytes },
    onProblem: (problem) => onProblem(`The agent sent unexpected data: ${problem.kind}`),
  });
}
