import { compilePolicy, decide } from '@modegate/mode-core';
import { describe, expect, test, vi } from 'vitest';

const docs = { slug: 'docs', name: 'Docs', roleDefinition: 'd', groups: ['edit', 'mcp'] } as const;
const write = { mode: 'docs', tool: 'write_to_file', params: { path: 'a.md' } };
const call = { mode: 'docs', tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'list' } };

describe('policy servers given as a function', () => {
  test('the servers function is called by the first question about MCP, and only once', () => {
    const servers = vi.fn(() => [{ name: 'github' }]);
    const policy = compilePolicy({ project: [docs], servers });
    expect(decide(policy, write).allowed).toBe(true);
    expect(servers).not.toHaveBeenCalled();
    expect([decide(policy, call).allowed, decide(policy, call).allowed]).toEqual([true, true]);
    expect(policy.servers).toEqual([{ name: 'github' }]);
    expect(servers).toHaveBeenCalledOnce();
  });

  test('the servers function that throws makes the policy refuse every MCP call', () => {
    const servers = () => {
      throw new Error('no servers');
    };
    const policy = compilePolicy({ project: [docs], servers });
    expect(decide(policy, call)).toMatchObject({ allowed: false, code: 'EVALUATION_FAILED' });
    expect(decide(policy, write).allowed).toBe(true);
  });
});
