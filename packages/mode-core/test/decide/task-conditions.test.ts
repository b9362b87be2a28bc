import { compilePolicy, decide, explain, listConditions, type TaskContext } from '@modegate/mode-core';
import type { McpRestrictions, McpTaskCondition } from '@modegate/mode-core/modes';
import { filterInventory } from '@modegate/mode-core/prompt';
import { createToolChecks } from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

const tool = { serverName: 's', toolName: 't' };

function modeWith(mcpRestrictions: McpRestrictions) {
  return { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] as const, mcpRestrictions };
}

function ask(restrictions: McpRestrictions, task: TaskContext | undefined) {
  const policy = compilePolicy({ builtin: [], project: [modeWith(restrictions)], servers: [{ name: 's' }] });
  return decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' }, task });
}

function codeOf(restrictions: McpRestrictions, task: TaskContext | undefined): string {
  const decision = ask(restrictions, task);
  return decision.allowed ? 'allowed' : decision.code;
}

describe('a condition on the task', () => {
  test.each<[McpTaskCondition, TaskContext | undefined, string]>([
    [{ parentMode: 'orch*' }, { parentMode: 'orchestrator' }, 'allowed'],
    [{ parentMode: ['a', 'b'] }, { parentMode: 'c' }, 'CONTEXT_MISMATCH'],
    [{ parentMode: '*' }, { parentMode: null }, 'CONTEXT_MISMATCH'],
    [{ parentMode: '*' }, { depth: 0 }, 'CONTEXT_MISMATCH'],
    [{ parentMode: '*' }, { depth: 1 }, 'CONTEXT_UNKNOWN'],
    [{ parentMode: '*' }, { parentMode: '' }, 'CONTEXT_UNKNOWN'],
    [{ depth: 1 }, { depth: 1 }, 'allowed'],
    [{ depth: 1 }, { depth: 2 }, 'CONTEXT_MISMATCH'],
    [{ depth: { min: 1 } }, { depth: 7 }, 'allowed'],
    [{ depth: { min: 1 } }, { depth: 0 }, 'CONTEXT_MISMATCH'],
    [{ depth: { max: 1 } }, { depth: 0 }, 'allowed'],
    [{ depth: { min: 1, max: 2 } }, { depth: 3 }, 'CONTEXT_MISMATCH'],
    [{ depth: { max: 9 } }, { depth: -1 }, 'CONTEXT_UNKNOWN'],
    [{ depth: { max: 9 } }, { depth: '1' as unknown as number }, 'CONTEXT_UNKNOWN'],
    [{ state: ['active', 'delegated'] }, { state: 'delegated' }, 'allowed'],
    [{ state: 'active' }, { state: 'completed' }, 'CONTEXT_MISMATCH'],
    [{ state: 'active' }, {}, 'CONTEXT_UNKNOWN'],
    [{ state: 'active' }, undefined, 'CONTEXT_UNKNOWN'],
    [{ state: 'active', depth: 0 }, { state: 'active', depth: 0 }, 'allowed'],
    [{ state: 'active', depth: 0 }, { depth: 1 }, 'CONTEXT_MISMATCH'],
  ])('the task condition %j with the task %j decides: %s', (condition, task, expected) => {
    expect(codeOf({ when: { task: condition } }, task)).toBe(expected);
    expect(codeOf({ allowedTools: [{ ...tool, when: { task: condition } }] }, task)).toBe(expected);
    const denied = { allowed: 'MCP_TOOL_DISALLOWED', CONTEXT_MISMATCH: 'allowed', CONTEXT_UNKNOWN: 'CONTEXT_UNKNOWN' };
    expect(codeOf({ disallowedTools: [{ ...tool, when: { task: condition } }] }, task)).toBe(
      denied[expected as keyof typeof denied],
    );
  });

  test('a task condition is named in the refusal with its rule and the state of the task', () => {
    const when = { task: { parentMode: 'orchestrator', depth: { min: 1, max: 2 }, state: 'active' } } as const;
    const say = (task: TaskContext) => {
      const { by, ...decision } = ask({ when }, task);
      return [by.pointer, decision.allowed ? '' : decision.reason];
    };
    const full = { parentMode: 'orchestrator', depth: 1, state: 'active' };
    expect(say({ ...full, parentMode: 'code' })).toEqual([
      '/customModes/0/mcpRestrictions/when/task/parentMode',
      "Mode 'm' may use MCP only in a subtask of mode orchestrator. The parent is in mode 'code'.",
    ]);
    expect(say({ state: 'active', depth: 0 })[1]).toContain('The task has no parent.');
    expect(say({ ...full, depth: 3 })[1]).toContain('only at task depth 1 to 2. The depth is 3.');
    expect(say({ ...full, state: 'failed' })[1]).toContain("only while the task is active. The task is 'failed'.");
    expect(say({ parentMode: 'orchestrator', depth: 1 })[1]).toContain('and the state of the task is not known.');
  });

  test('a task condition is listed, and every entry point agrees', () => {
    const policy = compilePolicy({
      builtin: [],
      project: [modeWith({ allowedTools: [{ ...tool, when: { task: { depth: { min: 1 } } } }] })],
      servers: [{ name: 's' }],
    });
    expect(listConditions(policy, 'm').map(({ words }) => words)).toEqual(['at task depth 1 or more']);
    for (const depth of [0, 1]) {
      const asked = { mode: 'm', task: { depth } };
      const request = { ...asked, tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' } };
      const { allowed } = decide(policy, request);
      expect(allowed).toBe(depth === 1);
      expect(explain(policy, request).decision.allowed).toBe(allowed);
      const [shown] = filterInventory(policy, asked, [{ name: 's', tools: [{ name: 't' }] }]);
      expect((shown?.tools ?? []).length > 0).toBe(allowed);
    }
  });

  test('extension checks without a task treat a task condition as unknown', () => {
    const modes = [modeWith({ when: { task: { depth: 0 } } })] as never[];
    const may = (task?: () => TaskContext) =>
      createToolChecks(task === undefined ? {} : { task }).isToolAllowedForMode(
        'use_mcp_tool',
        'm',
        modes,
        undefined,
        {},
        { serverName: 's', toolName: 't', serverDefaultEnabled: true },
      );
    const broken = (): TaskContext => {
      throw new Error('broken');
    };
    expect([may(), may(() => ({ depth: 0 })), may(() => ({ depth: 1 })), may(broken)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
