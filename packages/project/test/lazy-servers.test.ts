import { decide } from '@modegate/mode-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const counts = vi.hoisted(() => ({ files: 0, entries: 0, problems: 0, merges: 0 }));

vi.mock('@modegate/server-config', async (importOriginal) => {
  const original = await importOriginal<typeof import('@modegate/server-config')>();
  return {
    ...original,
    readServerConfig: (...args: Parameters<typeof original.readServerConfig>) => {
      counts.files++;
      const content = original.readServerConfig(...args);
      return {
        unreadable: content.unreadable,
        get servers() {
          counts.entries++;
          return content.servers;
        },
        get problems() {
          counts.problems++;
          return content.problems;
        },
      };
    },
    mergeServers: (...args: Parameters<typeof original.mergeServers>) => {
      counts.merges++;
      return original.mergeServers(...args);
    },
  };
});

const texts = {
  '.roomodes': '{"customModes":[{"slug":"docs","name":"D","roleDefinition":"d","groups":["read","edit","mcp"]}]}',
  '.roo/mcp.json': '{"mcpServers":{"github":{"command":"gh","disabledTools":["drop"]}}}',
};

/** Reads the sample with modules that the mock is in: workers share modules between files. */
async function readSample() {
  vi.resetModules();
  const { memoryFiles, readProject } = await import('@modegate/project');
  return readProject(memoryFiles(texts), { root: '/p' });
}

beforeEach(() => Object.assign(counts, { files: 0, entries: 0, problems: 0, merges: 0 }));

describe('when a project reads its server files', () => {
  test('a question about a file reads no server entries', async () => {
    const { policy, sources } = await readSample();
    const decision = decide(policy, { mode: 'docs', tool: 'write_to_file', params: { path: 'a.md' } });
    expect(decision.allowed).toBe(true);
    expect(sources.some(({ state }) => state === 'unreadable')).toBe(false);
    expect(counts).toEqual({ files: 1, entries: 0, problems: 0, merges: 0 });
  });

  test('questions about MCP tools read the server entries once', async () => {
    const { policy } = await readSample();
    const ask = (tool: string) =>
      decide(policy, { mode: 'docs', tool: 'use_mcp_tool', mcp: { server: 'github', tool } }).allowed;
    expect([ask('list'), ask('drop'), ask('list')]).toEqual([true, false, true]);
    expect(counts).toEqual({ files: 1, entries: 1, problems: 0, merges: 1 });
  });

  test('a check of the problems reads the server entries once', async () => {
    const project = await readSample();
    expect(project.problems).toBe(project.problems);
    expect(counts).toMatchObject({ problems: 1, merges: 1 });
  });
});
