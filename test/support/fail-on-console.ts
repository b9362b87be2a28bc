import { afterEach, beforeEach, expect, vi } from 'vitest';

// A library that prints is a bug: on a stdio server one stray byte on stdout breaks the protocol.
const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => undefined);
});

afterEach(() => {
  for (const method of methods) expect(console[method], `console.${method} was called`).not.toHaveBeenCalled();
});
