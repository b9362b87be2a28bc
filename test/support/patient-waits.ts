import { vi } from 'vitest';

/** How long a test waits for what has to come. Only a test that fails waits to the end, so a busy machine gets the time. */
const patienceMs = 20_000;

const { waitFor, waitUntil } = vi;

// Files that share a worker share `vi` too.
if (waitFor.name !== waitForPatiently.name) {
  vi.waitFor = waitForPatiently;
  vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options));
}

type WaitOptions = Parameters<typeof vi.waitFor>[1];

function waitForPatiently<Outcome>(
  callback: () => Outcome | Promise<Outcome>,
  options?: WaitOptions,
): Promise<Outcome> {
  return waitFor(callback, patiently(options));
}

function patiently(options: WaitOptions = {}): WaitOptions {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return { ...given, timeout: Math.max(given.timeout ?? 0, patienceMs) };
}
