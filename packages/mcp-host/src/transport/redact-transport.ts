import { inspect } from 'node:util';
import type { Redact } from '@modegate/secrets';
import { HostError } from '../host-error.ts';
import type { TransportEnd, TransportReceiver, UpstreamTransport } from './transport.ts';

/**
 * Redacts the secrets in a server's configuration wherever the server's log or an error quotes them. Leaves messages
 * unchanged.
 */
export function redactTransport(transport: UpstreamTransport, redact: Redact): UpstreamTransport {
  const fail = (error: unknown): never => {
    throw redactError(error, redact);
  };
  return {
    start: (receiver) => transport.start(redactReceiver(receiver, redact)).catch(fail),
    send: (message, headers) => transport.send(message, headers)?.then(undefined, fail),
    close: () => transport.close(),
    ...(transport.cancel === undefined ? {} : { cancel: (id) => transport.cancel?.(id) }),
    ...(transport.hasSession === undefined ? {} : { hasSession: () => transport.hasSession?.() === true }),
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
    closed: (end) => receiver.closed(redactEnd(end, redact)),
  };
}

function redactEnd(end: TransportEnd, redact: Redact): TransportEnd {
  const { cause, ...rest } = end;
  const message = redact(end.message);
  return shows(cause, redact) ? { ...rest, message } : { ...end, message };
}

/** Returns an error unchanged if it contains no secret; otherwise, returns a redacted copy without its cause. */
function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error) || !shows(error, redact)) return error;
  const message = redact(error.message);
  if (!(error instanceof HostError)) return new Error(message);
  return new HostError(error.code, message, { data: redactStrings(error.data, redact) });
}

/** True if the printed form of a value (message, stack, members or causes) contains a secret. */
function shows(value: unknown, redact: Redact): boolean {
  const printed = inspect(value, { depth: 6 });
  return redact(printed) !== printed;
}

function redactStrings<Data extends object>(data: Data, redact: Redact): Data {
  const entries = Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]);
  // Only strings were replaced, and only by strings.
  return Object.fromEntries(entries) as Data;
}
