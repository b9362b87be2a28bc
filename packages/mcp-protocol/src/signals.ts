import process from 'node:process';

/** A signal that shuts the server down cleanly. */
export type EndSignal = (typeof SIGNALS)[number];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A further signal within this time is treated as impatience; a signal after this time ends a process that hangs. */
const PATIENCE_MS = 10_000;

type Listener = (signal: EndSignal) => void;

/** Each listener, with the signals to which it listens. */
const listeners = new Map<Listener, readonly EndSignal[]>();
let firstAt: number | undefined;
let isListening = false;

/**
 * Calls the listener for each signal; returns a function that removes the listener. After the first call, no signal
 * ends the process: not a second signal, not a signal during cleanup, and not a signal raised again by another library
 * that believes that it alone is listening. Only a signal that comes more than ten seconds after the first ends the
 * process immediately. A signal that no listener wants is left to other handlers.
 *
 * @param wanted - True for all signals.
 */
export function onSignals(listener: Listener, wanted: true | readonly EndSignal[] = true): () => void {
  listeners.set(listener, wanted === true ? SIGNALS : wanted);
  if (!isListening) for (const signal of SIGNALS) process.on(signal, take);
  isListening = true;
  return () => void listeners.delete(listener);
}

function take(signal: EndSignal): void {
  const hearing = [...listeners].filter(([, wanted]) => wanted.includes(signal));
  if (hearing.length === 0 && listeners.size > 0) return;
  const now = performance.now();
  firstAt ??= now;
  for (const [listener] of hearing) listener(signal);
  if (now - firstAt > PATIENCE_MS) process.exit();
}
