import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { check } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = process.env.MODEGATE_CORPUS ?? resolve(root, '../shared/corpus');
const isThere = existsSync(resolve(folder, 'mcp'));

describe.skipIf(!isThere)(
  isThere ? 'real files of servers' : `real files of servers: none in ${folder}, set MODEGATE_CORPUS`,
  () => {
    const names = isThere ? readdirSync(resolve(folder, 'mcp')) : [];

    test.each(names)('the real server file %s is checked', (name) => {
      const text = readFileSync(resolve(folder, 'mcp', name), 'utf8');
      const result = check(exampleWorkspace({ '.roo/mcp.json': text }), { preset: 'audit' });
      expect(result.failures).toEqual([]);
      const lines = text.split('\n');
      for (const { location, rule } of result.findings) {
        expect(location.endLine).toBeLessThanOrEqual(lines.length);
        // Whoever collected the files left out the ones with a secret in them.
        expect(rule).not.toBe('M060');
      }
    });
  },
);
