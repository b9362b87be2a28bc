import process from 'node:process';

/** The signals that end a server in good order. */
export type EndSignal = (typeof SIGNALS)[number];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What comes within this time of the first signal is taken for impatience; a later one is for a process that does not end. */
const PATIENCE_MS = 10_000;

const listeners = new Set<(signal: EndSignal) => void>();
let firstAt: number | undefined;
let isListening = false;

/**
 * Calls the listener with each signal; returns how to stop that. From the first call on no signal ends the process by itself: not a second
 * one, not while it tidies up, and not because another library finds that it alone is listening and raises the signal again. One that
 * comes ten seconds after the first ends the process at once.
 */
export function onSignals(listener: (signal: EndSignal) => void): () => void {
  listeners.add(listener);
  if (!isListening) for (const signal of SIGNALS) process.on(signal, take);
  isListening = true;
  return () => void listeners.delete(listener);
}

function take(signal: EndSignal): void {
  const now = performance.now();
  firstAt ??= now;
  for (const listener of listeners) listener(signal);
  if (now - firstAt > PATIENCE_MS) process.exit();
}
