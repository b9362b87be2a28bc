import { type AnyIpcError, formatAddress, type IpcErrorCode, isIpcError } from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';
import { forwardedError, type ToolResult, toolResult, WIRE_ERROR_CODES } from '@modegate/mcp-protocol';
import type { ToolContext } from './tool-context.ts';

/** Errors from this server's tools that mcp-protocol does not define, with their JSON-RPC codes. */
export const agentErrorCodes = {
  NOT_CONNECTED: -32_050,
  COMMAND_TIMEOUT: -32_051,
  COMMAND_FAILED: -32_052,
  COMMAND_UNSUPPORTED: -32_053,
  DISCONNECTED: -32_054,
} as const;

/** Name of an error in `agentErrorCodes`. */
type AgentErrorName = keyof typeof agentErrorCodes;

const names: Readonly<Record<IpcErrorCode, AgentErrorName | 'VALIDATION_ERROR'>> = {
  NOT_CONNECTED: 'NOT_CONNECTED',
  CONNECT_FAILED: 'NOT_CONNECTED',
  ACK_TIMEOUT: 'NOT_CONNECTED',
  CLOSED: 'NOT_CONNECTED',
  COMMAND_TIMEOUT: 'COMMAND_TIMEOUT',
  COMMAND_FAILED: 'COMMAND_FAILED',
  COMMAND_UNSUPPORTED: 'COMMAND_UNSUPPORTED',
  DISCONNECTED: 'DISCONNECTED',
  COMMAND_INVALID: 'VALIDATION_ERROR',
  FRAME_TOO_LARGE: 'VALIDATION_ERROR',
  ADDRESS_INVALID: 'VALIDATION_ERROR',
  ADDRESS_IN_USE: 'VALIDATION_ERROR',
};

/** Runs a call and turns errors from the bridge into results that suggest a remedy. */
export async function withErrorResults(context: ToolContext, call: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await call();
  } catch (error) {
    const failure = describeFailure(error, context);
    if (failure === undefined) throw error;
    const { code, name, message, data } = failure;
    // Some clients expect a JSON-RPC error, but a model can act only on a result.
    if (context.toolErrors === 'jsonrpc') throw forwardedError({ code, message, data: { ...data, name } });
    return toolResult({ text: message, structured: { error: failure }, isError: true });
  }
}

/** Describes an error from the bridge for the client, with a remedy; returns undefined for any other value. */
function describeFailure(error: unknown, context: ToolContext) {
  if (!isIpcError(error)) return undefined;
  const known = error as AnyIpcError;
  const name = names[known.code];
  const { mask } = context.agent.secrets;
  return {
    code: name === 'VALIDATION_ERROR' ? WIRE_ERROR_CODES.VALIDATION_ERROR : agentErrorCodes[name],
    name,
    message: mask(messageOf(known, context)),
    data: maskDeep({ ...known.data, ipcError: known.code }, mask),
  };
}

function messageOf(error: AnyIpcError, { settings, agent }: ToolContext): string {
  switch (error.code) {
    case 'NOT_CONNECTED':
    case 'CONNECT_FAILED':
    case 'ACK_TIMEOUT':
    case 'CLOSED': {
      const { lastError } = agent;
      const why = lastError === undefined ? '' : ` Last attempt: ${lastError}`;
      return `Not connected to an agent at ${formatAddress(settings.address)}; nothing was sent.${why} This server keeps trying to connect. Start the agent with IPC enabled, or run 'ipc-server doctor'. Then call again.`;
    }
    case 'COMMAND_TIMEOUT':
      return `${error.message} Check roo_ipc_poll_other_events or roo_ipc_status before you repeat the call.`;
    case 'DISCONNECTED':
      return `${error.message} The command may have been carried out: check roo_ipc_status and the events before you repeat the call.`;
    default:
      return error.message;
  }
}

function maskDeep(data: object, mask: (text: string) => string) {
  const entries = Object.entries(defined(data));
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? mask(value) : value]));
}
