import { RpcError } from '@modegate/mcp-host/connections';
import { readWireFailure, type ToolDefinition, WireError, type WireErrorName, wireError } from '@modegate/mcp-protocol';
import { formatRule } from '@modegate/mode-core';
import type { GatewayRefusal } from './decisions/gateway-decision.ts';
import type { GatewayError } from './gateway-error.ts';

/**
 * Runs a gateway operation; converts the gateway's errors to wire errors, and leaves errors from upstreams unchanged.
 */
export function withWireErrors<Result>(operation: () => Promise<Result>): Promise<Result> {
  return operation().catch((error: unknown) => {
    throw toWireError(error) ?? error;
  });
}

/** Returns the tool with the gateway's failures converted to wire errors. */
export function throwingWireErrors(tool: ToolDefinition): ToolDefinition {
  return { ...tool, call: (input, context) => withWireErrors(async () => tool.call(input, context)) };
}

/** Runs an operation in which a client answers an upstream; errors from the client reach the upstream unchanged. */
export async function withClientErrors<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw toRpcError(error) ?? error;
  }
}

function toRpcError(error: unknown): RpcError | undefined {
  if (!(error instanceof Error)) return undefined;
  const failure = readWireFailure(error);
  return failure === undefined ? undefined : new RpcError(failure.code, failure.message, failure.data);
}

function toWireError(error: unknown): Error | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  switch (error.name) {
    case 'GatewayError':
      return gatewayWireError(error as GatewayError);
    case 'TextFileError':
    case 'HostError': {
      const { code, data } = error as Error & { readonly code: string; readonly data?: unknown };
      return wireError('INTERNAL_ERROR', error.message, { ...(data as object | undefined), reason: code });
    }
    default:
      return undefined;
  }
}

function gatewayWireError(error: GatewayError): Error {
  const { code, message, data } = error;
  if (code === 'TOOL_UNKNOWN') return wireError('VALIDATION_ERROR', message, { reason: code, ...data });
  if (!('refusal' in data)) return wireError('INTERNAL_ERROR', message, { reason: code, ...data });
  const { refusal, subject, mode } = data;
  const told = {
    tool: subject,
    mode: mode ?? null,
    code: refusal.code,
    ...(refusal.by === undefined ? {} : { rule: formatRule(refusal.by) }),
  };
  return new WireError(refusalName(refusal), message, { data: told, cause: error });
}

/** Returns the name that is used for a refusal in the protocol. */
export function refusalName({ code, kind }: Pick<GatewayRefusal, 'code' | 'kind'>): WireErrorName {
  if (code === 'MODE_UNKNOWN') return 'MODE_NOT_FOUND';
  return kind === 'file' || kind === 'limit' ? 'FILE_RESTRICTION_ERROR' : 'TOOL_RESTRICTION_ERROR';
}
