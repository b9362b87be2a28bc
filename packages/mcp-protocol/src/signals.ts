import process from 'node:process';

/** The signals that end a server in good order. */
export type EndSignal = (typeof SIGNALS)[number];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What comes within this time of the first signal is taken for impatience; a later one is for a process that does not end. */
const PATIENCE_MS = 10_000;

type Listener = (signal: EndSignal) => void;

/** With the signals that each wants. */
const listeners = new Map<Listener, readonly EndSignal[]>();
let firstAt: number | undefined;
let isListening = false;

/**
 * Calls the listener with each signal; returns a function that stops that. From the first call on no signal ends the process by itself: not a second
 * one, not while it tidies up, and not because another library finds that it alone is listening and raises the signal again. One that
 * comes ten seconds after the first ends the process at once. A signal that no listener wants is left to others.
 *
 * @param wanted - True for all.
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
