import { findChromium } from './chromium.ts';

/** Unpacks Chromium before the first test: two files that did so at once would start one that is only half written. */
export async function setup(): Promise<void> {
  // Where there is none, the tests that need it say so.
  await findChromium().catch(() => undefined);
}
