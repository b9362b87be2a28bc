import { readFileSync } from 'node:fs';
import { serversJsonSchema } from '@modegate/server-config';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CONFIG_PROBLEM_CODES } from '../src/config-problem.ts';

const written = JSON.parse(readFileSync(new URL('../schemas/mcp-servers.json', import.meta.url), 'utf8'));

describe('the JSON Schema of a configuration file', () => {
  test('the committed JSON Schema matches the source (otherwise run the build)', () => {
    expect(written).toEqual(serversJsonSchema());
  });

  test('the JSON Schema describes every field of an entry and refuses mixed ones', () => {
    const schema = z.fromJSONSchema(written);
    const accepts = (entry: unknown) => schema.safeParse({ mcpServers: { a: entry } }).success;
    expect(accepts({ command: 'x', defaultEnabled: false, disabledTools: ['a'], timeout: 30, note: 'kept' })).toBe(
      true,
    );
    expect(accepts({ type: 'http', url: 'https://e.com', headers: {} })).toBe(true);
    expect(accepts({ command: 'x', url: 'https://e.com' })).toBe(false);
    expect(accepts({ command: 'x', defaultEnabled: 'no' })).toBe(false);
    expect(accepts({ type: 'sse', url: 'https://e.com', env: {} })).toBe(false);
    expect(accepts({ url: 'https://e.com' })).toBe(false);
    expect(accepts({ command: 'x', timeout: 0 })).toBe(false);
  });

  test('F8: the JSON Schema lets an entry state its era, and HTTP+SSE only legacy', () => {
    const schema = z.fromJSONSchema(written);
    const accepts = (entry: unknown) => schema.safeParse({ mcpServers: { a: entry } }).success;
    for (const era of ['legacy', 'modern']) {
      expect(accepts({ command: 'x', era })).toBe(true);
      expect(accepts({ type: 'http', url: 'https://e.com', era })).toBe(true);
      expect(accepts({ type: 'sse', url: 'https://e.com', era })).toBe(era === 'legacy');
    }
    expect(accepts({ command: 'x', era: '2026-07-28' })).toBe(false);
  });
});

describe('the table of problem codes', () => {
  test('the table of problem codes matches the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const code of Object.keys(CONFIG_PROBLEM_CODES)) expect(readme).toContain(`\`${code}\``);
  });
});
