import { HostError } from '../host-error.ts';
import type { Redact } from './redact.ts';
import type { TransportReceiver, UpstreamTransport } from './transport.ts';

/**
 * Puts a filter around a transport, so that neither the server's log nor an error that quotes it shows a secret of its own
 * configuration. Messages pass as they are.
 */
export function redactTransport(transport: UpstreamTransport, redact: Redact): UpstreamTransport {
  const fail = (error: unknown): never => {
    throw redactError(error, redact);
  };
  return {
    start: (receiver) => transport.start(redactReceiver(receiver, redact)).catch(fail),
    send: (message) => transport.send(message).then(undefined, fail),
    close: () => transport.close(),
    agreed: (protocolVersion) => transport.agreed?.(protocolVersion),
    get pid() {
      return transport.pid;
    },
  };
}

function redactReceiver(receiver: TransportReceiver, redact: Redact): TransportReceiver {
  return {
    message: (value) => receiver.message(value),
    note: (kind, text) => receiver.note(kind, redact(text)),
    closed: (end) => receiver.closed({ ...end, message: redact(end.message) }),
  };
}

/** The same error when it shows nothing; else one like it, without the cause that may show it too. */
function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return error;
  const message = redact(error.message);
  const isClean =
    message === error.message && (!(error.cause instanceof Error) || isClear(error.cause.message, redact));
  if (!(error instanceof HostError)) return isClean ? error : new Error(message);
  const data = redactStrings(error.data, redact);
  return isClean && data === undefined ? error : new HostError(error.code, message, { data: data ?? error.data });
}

function isClear(text: string, redact: Redact): boolean {
  return redact(text) === text;
}

/** A copy with its strings redacted; undefined when there was nothing to redact. */
function redactStrings<Data extends object>(data: Data, redact: Redact): Data | undefined {
  const strings = Object.values(data).filter((value) => typeof value === 'string');
  if (strings.every((text) => isClear(text, redact))) return undefined;
  const entries = Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]);
  // Only strings were replaced, by strings.
  return Object.fromEntries(entries) as Data;
}
