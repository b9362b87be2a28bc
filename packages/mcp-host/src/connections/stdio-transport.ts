import { HostError } from '../host-error.ts';
import type { UpstreamTransport } from './transport.ts';

/** What {@link createStdioTransport} needs. */
export interface StdioTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process; nothing of our own is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: our own working folder. */
  readonly cwd?: string | undefined;
  /** Default: the one we run on. */
  readonly platform?: NodeJS.Platform;
  /** A longer message ends the link. Default 64 MiB. */
  readonly maxMessageBytes?: number;
  /** How long each step of the stop waits for the next: end of input, SIGTERM, SIGKILL. Default 2000. */
  readonly stopGraceMs?: number;
}

/** Creates a transport that starts a process and speaks newline-delimited JSON with it (MCP 2025-11-25, basic/transports, stdio). */
export function createStdioTransport(options: StdioTransportOptions): UpstreamTransport {
  throw new HostError('UPSTREAM_START_FAILED', 'Not there yet.', {
    data: { target: options.command, reason: 'unfinished', systemCode: undefined },
  });
}
