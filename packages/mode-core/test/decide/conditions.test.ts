import {
  type CallContext,
  compilePolicy,
  decide,
  explain,
  listConditions,
  listTools,
  type Policy,
  validateReferences,
} from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { describeMcpTools, filterInventory, type McpInventory, renderSystemPrompt } from '@modegate/mode-core/prompt';
import { describe, expect, test } from 'vitest';

function policyOf(mcpRestrictions: McpRestrictions, more: object = {}): Policy {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['read', 'mcp'] as const };
  return compilePolicy({ builtin: [], project: [{ ...mode, mcpRestrictions }], ...more });
}

function ask(policy: Policy, context: CallContext | undefined, tool = 't') {
  return decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool }, context });
}

function codeOf(policy: Policy, context: CallContext | undefined): string {
  const decision = ask(policy, context);
  return decision.allowed ? 'allowed' : decision.code;
}

const t = { serverName: 's', toolName: 't' };

test('a refusal gives the lasting reason before an unknown condition', () => {
  const when = { branch: 'main' };
  const other = { serverName: 's', toolName: 'other' };
  const outside = policyOf({ allowedTools: [other], disallowedTools: [{ ...t, when }] });
  for (const context of [undefined, {}, { branch: 'dev' }])
    expect(codeOf(outside, context)).toBe('MCP_TOOL_NOT_ALLOWED');
  expect(codeOf(outside, { branch: 'main' })).toBe('MCP_TOOL_DISALLOWED');
  const inside = policyOf({ allowedTools: [t], disallowedTools: [{ ...t, when }] });
  expect(codeOf(inside, {})).toBe('CONTEXT_UNKNOWN');
  expect(codeOf(inside, { branch: 'dev' })).toBe('allowed');
  const parent = {
    slug: 'p',
    name: 'P',
    roleDefinition: 'R',
    groups: ['mcp'],
    mcpRestrictions: { allowedTools: [other] },
  };
  const child = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] };
  const nested = { ...child, mcpRestrictions: { extends: 'p', allowedTools: [{ ...t, when }] } };
  expect(codeOf(compilePolicy({ builtin: [], project: [parent, nested] as never }), {})).toBe('MCP_TOOL_NOT_ALLOWED');
});

describe('a condition on all MCP access of a mode', () => {
  test.each([
    [{ branch: 'main' }, { branch: 'main' }, 'allowed'],
    [{ branch: 'main' }, { branch: 'Main' }, 'CONTEXT_MISMATCH'],
    [{ branch: 'release/*' }, { branch: 'release/2/rc' }, 'allowed'],
    [{ branch: ['main', 'v?'] }, { branch: 'v2' }, 'allowed'],
    [{ branch: '*' }, {}, 'CONTEXT_UNKNOWN'],
    [{ branch: '*' }, { branch: '' }, 'CONTEXT_UNKNOWN'],
    [{ branch: '*' }, { branch: null as unknown as string }, 'CONTEXT_UNKNOWN'],
    [{ ci: true }, { ci: true }, 'allowed'],
    [{ ci: true }, { ci: false }, 'CONTEXT_MISMATCH'],
    [{ ci: false }, { ci: false }, 'allowed'],
    [{ ci: false }, { ci: true }, 'CONTEXT_MISMATCH'],
    [{ ci: false }, {}, 'CONTEXT_UNKNOWN'],
    [{ ci: true }, { ci: 'true' as unknown as boolean }, 'CONTEXT_UNKNOWN'],
    [{ env: { NODE_ENV: 'production' } }, { env: { NODE_ENV: 'production' } }, 'allowed'],
    [{ env: { NODE_ENV: 'prod*' } }, { env: { NODE_ENV: 'production' } }, 'allowed'],
    [{ env: { NODE_ENV: ['test', 'dev'] } }, { env: { NODE_ENV: 'production' } }, 'CONTEXT_MISMATCH'],
    [{ env: { NODE_ENV: '*' } }, { env: { NODE_ENV: '' } }, 'allowed'],
    [{ env: { NODE_ENV: '*' } }, { env: { NODE_ENV: null } }, 'CONTEXT_MISMATCH'],
    [{ env: { NODE_ENV: '*' } }, { env: {} }, 'CONTEXT_UNKNOWN'],
    [{ env: { NODE_ENV: '*' } }, {}, 'CONTEXT_UNKNOWN'],
    [{ env: { NODE_ENV: '1' } }, { env: { NODE_ENV: 1 as unknown as string } }, 'CONTEXT_UNKNOWN'],
    [{ env: { constructor: '*' } }, { env: {} }, 'CONTEXT_UNKNOWN'],
    [{ env: { A: 'a' } }, { env: Object.create({ A: 'a' }) as Record<string, string> }, 'CONTEXT_UNKNOWN'],
    [{ env: { A: 'a', B: 'b' } }, { env: { A: 'a', B: 'b' } }, 'allowed'],
    [{ env: { A: 'a', B: 'b' } }, { env: { A: 'a', B: 'c' } }, 'CONTEXT_MISMATCH'],
    [{ env: { A: 'a', B: 'b' } }, { env: { A: 'a' } }, 'CONTEXT_UNKNOWN'],
    [{ branch: 'main', ci: true }, { branch: 'topic' }, 'CONTEXT_MISMATCH'],
    [{ branch: 'main', ci: true }, { branch: 'main' }, 'CONTEXT_UNKNOWN'],
    [{ branch: 'main' }, undefined, 'CONTEXT_UNKNOWN'],
  ] as readonly (readonly [NonNullable<McpRestrictions['when']>, CallContext | undefined, string])[])(
    'the condition %j in the context %j decides: %s',
    (when, context, expected) => {
      expect(codeOf(policyOf({ when }), context)).toBe(expected);
    },
  );

  test('a condition on all MCP access also applies to resources and wire names', () => {
    const policy = policyOf({ when: { branch: 'main' } });
    const resource = { mode: 'm', tool: 'access_mcp_resource', mcp: { server: 's' } };
    expect(decide(policy, resource)).toMatchObject({ code: 'CONTEXT_UNKNOWN' });
    expect(decide(policy, { ...resource, context: { branch: 'main' } }).allowed).toBe(true);
    const named = { mode: 'm', tool: 'mcp--s--t', context: { branch: 'main' } };
    expect(decide(policy, named)).toMatchObject({ code: 'MCP_IDENTITY_MISSING' });
    expect(decide(policy, { ...named, mcp: { server: 's', tool: 't' } }).allowed).toBe(true);
  });

  test('a condition on all MCP access does not affect other tools', () => {
    const policy = policyOf({ when: { branch: 'main' }, schedule: { timeZone: 'UTC', days: ['mon'] } });
    expect(decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } }).allowed).toBe(true);
    expect(decide(policy, { mode: 'm', tool: 'switch_mode' }).allowed).toBe(true);
  });

  test('a condition on all MCP access is checked last, so that a permanent reason comes first', () => {
    const policy = policyOf({ when: { branch: 'main' }, disallowedServers: ['s'] });
    expect(codeOf(policy, undefined)).toBe('MCP_SERVER_DISALLOWED');
    expect(codeOf(policyOf({ when: { branch: 'main' }, allowedTools: [] }), undefined)).toBe('MCP_TOOL_NOT_ALLOWED');
    expect(
      codeOf(policyOf({ when: { branch: 'main' }, disallowedTools: [{ ...t, when: { ci: true } }, t] }), undefined),
    ).toBe('MCP_TOOL_DISALLOWED');
  });
});

describe('a condition on an allowed tool', () => {
  const policy = policyOf({
    allowedTools: [
      { ...t, when: { branch: 'main' } },
      { serverName: 's', toolName: 'free' },
    ],
  });

  test('an allowed tool counts only if its condition certainly holds', () => {
    expect(codeOf(policy, { branch: 'main' })).toBe('allowed');
    expect(codeOf(policy, { branch: 'topic' })).toBe('CONTEXT_MISMATCH');
    expect(codeOf(policy, undefined)).toBe('CONTEXT_UNKNOWN');
  });

  test('a conditional entry leaves the list closed and the other entries unaffected', () => {
    expect(ask(policy, undefined, 'free').allowed).toBe(true);
    expect(ask(policy, { branch: 'main' }, 'other')).toMatchObject({ code: 'MCP_TOOL_NOT_ALLOWED' });
  });

  test('either of two conditional entries for one tool is enough', () => {
    const two = policyOf({
      allowedTools: [
        { ...t, when: { branch: 'main' } },
        { ...t, when: { ci: true } },
      ],
    });
    expect(codeOf(two, { branch: 'topic', ci: true })).toBe('allowed');
    expect(codeOf(two, { branch: 'main' })).toBe('allowed');
    expect(codeOf(two, { branch: 'topic', ci: false })).toBe('CONTEXT_MISMATCH');
  });

  test('a conditional allowance does not lift the denial of the same tool', () => {
    expect(codeOf(policyOf({ allowedTools: [{ ...t, when: { ci: true } }], disallowedTools: [t] }), { ci: true })).toBe(
      'MCP_TOOL_DISALLOWED',
    );
  });
});

describe('a condition on a denied tool', () => {
  const policy = policyOf({ disallowedTools: [{ ...t, when: { branch: 'main' } }] });

  test('a conditional denial applies unless its condition certainly fails', () => {
    expect(codeOf(policy, { branch: 'main' })).toBe('MCP_TOOL_DISALLOWED');
    expect(codeOf(policy, { branch: 'topic' })).toBe('allowed');
    expect(codeOf(policy, undefined)).toBe('CONTEXT_UNKNOWN');
  });

  test('one failing part of a condition lifts the denial, whatever else is unknown', () => {
    const both = policyOf({ disallowedTools: [{ ...t, when: { branch: 'main', ci: true } }] });
    expect(codeOf(both, { ci: false })).toBe('allowed');
    expect(codeOf(both, { ci: true })).toBe('CONTEXT_UNKNOWN');
  });

  test('a denial with a schedule applies in its hours, and the refusal says until when', () => {
    const freeze = policyOf({
      disallowedTools: [{ ...t, schedule: { timeZone: 'UTC', days: ['fri'], from: '15:00', to: '24:00' } }],
    });
    const at = (time: string) =>
      decide(freeze, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' }, at: Date.parse(time) });
    expect(at('2026-11-27T14:59Z').allowed).toBe(true);
    expect(at('2026-11-27T15:00Z')).toMatchObject({
      code: 'MCP_TOOL_DISALLOWED',
      reason:
        "Tool 't' of MCP server 's' is disallowed in mode 'm' Friday, 15:00 to 24:00 (UTC). This restriction ends on Saturday 2026-11-28 at 00:00 (UTC).",
    });
    expect(decide(freeze, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' } })).toMatchObject({
      code: 'TIME_UNKNOWN',
    });
  });

  test('a conditional denial does not conflict with the allowance of the same tool', () => {
    expect(policyOf({ allowedTools: [t], disallowedTools: [{ ...t, when: { ci: true } }] }).problems).toEqual([]);
    expect(policyOf({ allowedTools: [t], disallowedTools: [t] }).problems).toMatchObject([
      { code: 'RESTRICTION_CONFLICT' },
    ]);
  });
});

describe('the reason of a refusal by a condition', () => {
  const reason = (mcpRestrictions: McpRestrictions, context?: CallContext) => {
    const decision = ask(policyOf(mcpRestrictions), context);
    return decision.allowed ? 'allowed' : decision.reason;
  };

  test.each([
    [
      { when: { branch: ['main', 'v?'] } },
      { branch: 'topic' },
      "Mode 'm' may use MCP only on branch main or v?. The branch is 'topic'.",
    ],
    [{ when: { branch: 'main' } }, undefined, "Mode 'm' may use MCP only on branch main, and the branch is not known."],
    [{ when: { ci: false } }, { ci: true }, "Mode 'm' may use MCP only outside CI."],
    [{ when: { ci: true } }, undefined, "Mode 'm' may use MCP only in CI, and whether this is CI is not known."],
    [
      { allowedTools: [{ ...t, when: { ci: true } }] },
      { ci: false },
      "Tool 't' of MCP server 's' is allowed in mode 'm' only in CI.",
    ],
    [
      { disallowedTools: [{ ...t, when: { ci: true } }] },
      undefined,
      "Tool 't' of MCP server 's' is disallowed in mode 'm' in CI, and whether this is CI is not known.",
    ],
  ] as readonly (readonly [McpRestrictions, CallContext | undefined, string])[])(
    'the restrictions %j in the context %j produce the documented reason',
    (own, context, words) => {
      expect(reason(own, context)).toBe(words);
    },
  );

  test('the reason never contains a value of the environment, which a file could learn letter by letter', () => {
    const secret = 'hunter2-hunter2';
    const when = { env: { TOKEN: 'a*' } };
    for (const own of [
      { when },
      { allowedTools: [{ ...t, when }] },
      { disallowedTools: [{ ...t, when: { env: { TOKEN: '*' } } }] },
    ]) {
      const { decision, steps } = explain(policyOf(own), {
        mode: 'm',
        tool: 'use_mcp_tool',
        mcp: { server: 's', tool: 't' },
        context: { env: { TOKEN: secret } },
      });
      expect(decision.allowed).toBe(false);
      expect(JSON.stringify([decision, steps])).not.toContain(secret);
    }
  });

  test('names from files and branches cannot forge a line of the reason', () => {
    const words = reason({ when: { branch: 'a\nb' } }, { branch: 'x\u001b[31m\n' });
    expect(words).toContain('on branch a\\x0ab');
    expect(words).toContain("'x\\x1b[31m\\x0a'");
  });

  test('a list of thousands is truncated in the reason', () => {
    const branch = Array.from({ length: 5000 }, (_, index) => `b${index}`);
    expect(reason({ when: { branch } }, { branch: 'topic' })).toContain('b0, b1, b2, b3, b4, b5, b6, b7 or 4992 more.');
  });
});

describe('explain for a mode with conditions', () => {
  test('explain shows the conditions as the last check, and only if there are any', () => {
    const steps = (own: McpRestrictions, context?: CallContext) =>
      explain(policyOf(own), { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 's', tool: 't' }, context })
        .steps.slice(-3)
        .map(({ check, outcome }) => `${check} ${outcome}`);
    expect(steps({ when: { ci: true } }, { ci: true })).toEqual([
      'mcp-server passed',
      'mcp-tool passed',
      'mcp-conditions allowed',
    ]);
    expect(steps({ when: { ci: true } })).toEqual(['mcp-server passed', 'mcp-tool passed', 'mcp-conditions refused']);
    expect(steps({ disallowedTools: [{ ...t, when: { ci: true } }] }, { ci: false })).toEqual([
      'group passed',
      'mcp-server passed',
      'mcp-tool allowed',
    ]);
    expect(steps({})).toEqual(['group passed', 'mcp-server passed', 'mcp-tool allowed']);
  });

  test('explain points at the condition, or at the entry that depends on it', () => {
    const at = (own: McpRestrictions, context?: CallContext) =>
      ask(policyOf(own), context).by.pointer.replace('/customModes/0/mcpRestrictions', '');
    expect(at({ schedule: [{ timeZone: 'UTC', days: ['mon'] }] })).toBe('/schedule');
    expect(at({ when: { env: { 'A/B': 'x' } } })).toBe('/when/env/A~1B');
    expect(at({ allowedTools: [{ ...t, when: { ci: true } }] })).toBe('/allowedTools/0/when/ci');
    expect(at({ allowedTools: [{ ...t, when: { ci: true } }] }, { ci: true })).toBe('/allowedTools/0');
    expect(at({ disallowedTools: [{ ...t, when: { ci: true } }] }, { ci: true })).toBe('/disallowedTools/0');
  });
});

describe('the context of the policy', () => {
  test('the context of the policy applies to requests without a context, and is otherwise replaced entirely', () => {
    const policy = policyOf({ when: { branch: 'main', ci: true } }, { context: () => ({ branch: 'main', ci: true }) });
    expect(codeOf(policy, undefined)).toBe('allowed');
    expect(codeOf(policy, { branch: 'main' })).toBe('CONTEXT_UNKNOWN');
    expect(codeOf(policy, { branch: 'topic', ci: true })).toBe('CONTEXT_MISMATCH');
  });

  test('the context function is called only if a rule depends on it, and its failure counts as unknown', () => {
    const context = () => {
      throw new Error('no repository');
    };
    expect(codeOf(policyOf({}, { context }), undefined)).toBe('allowed');
    expect(codeOf(policyOf({ when: { ci: true } }, { context }), undefined)).toBe('CONTEXT_UNKNOWN');
    expect(codeOf(policyOf({ when: { ci: true } }, { context: () => undefined }), undefined)).toBe('CONTEXT_UNKNOWN');
    expect(codeOf(policyOf({ when: { ci: true } }, { context: { ci: true } }), undefined)).toBe('MODES_UNREADABLE');
  });

  test('policy.needs lists what conditions require, including inherited ones', () => {
    const mode = (slug: string, mcpRestrictions: McpRestrictions) => ({
      slug,
      name: slug,
      roleDefinition: 'R',
      groups: ['mcp'] as const,
      mcpRestrictions,
    });
    const needs = (...project: readonly ReturnType<typeof mode>[]) => compilePolicy({ project }).needs;
    expect(needs(mode('m', { disallowedServers: ['x'] }))).toEqual({
      time: false,
      branch: false,
      ci: false,
      task: false,
      env: [],
    });
    expect(
      needs(
        mode('a', { when: { branch: 'x', env: { B: 'x', A: 'y' } } }),
        mode('b', { disallowedTools: [{ ...t, when: { ci: true, env: { A: 'z' }, task: { depth: 0 } } }] }),
      ),
    ).toEqual({ time: false, branch: true, ci: true, task: true, env: ['A', 'B'] });
    const hidden = compilePolicy({
      project: [mode('m', { extends: 'm' })],
      global: [mode('m', { schedule: { timeZone: 'UTC', days: ['mon'] } })],
    });
    expect(hidden.needs.time).toBe(true);
  });
});

describe('listings of a mode with conditions', () => {
  const inventory: McpInventory = [{ name: 's', tools: [{ name: 't' }, { name: 'u' }], resources: [{ uri: 'r://1' }] }];
  const gated = policyOf({ when: { branch: 'main' } }, { servers: [{ name: 's' }] });
  const mixed = policyOf({ disallowedTools: [{ ...t, when: { branch: 'main' } }] }, { servers: [{ name: 's' }] });
  const on = (branch: string) => ({ mode: 'm', context: { branch } });
  const names = (policy: Policy, question: Parameters<typeof filterInventory>[1]) =>
    filterInventory(policy, question, inventory).flatMap(({ tools = [] }) => tools.map(({ name }) => name));

  test('listings show the tools usable in the circumstances of the request', () => {
    expect(names(gated, on('main'))).toEqual(['t', 'u']);
    expect(names(gated, on('topic'))).toEqual([]);
    expect(names(gated, 'm')).toEqual([]);
    expect(names(mixed, on('main'))).toEqual(['u']);
    expect(names(mixed, on('topic'))).toEqual(['t', 'u']);
    expect(names(mixed, 'm')).toEqual(['u']);
    expect(describeMcpTools(gated, 'm', inventory)).toBe('No MCP servers are available in this mode.');
    expect(describeMcpTools(gated, on('main'), inventory)).toContain('- t');
  });

  test('listings omit MCP tools while the mode may not use MCP, whether the servers are known or not', () => {
    for (const policy of [gated, policyOf({ when: { branch: 'main' } })]) {
      const mcp = (question: Parameters<typeof listTools>[1]) =>
        listTools(policy, question).filter(({ group }) => group === 'mcp').length;
      expect([mcp(on('main')), mcp(on('topic')), mcp('m')]).toEqual([2, 0, 0]);
    }
  });

  test('listings also use the clock and the context of the policy', () => {
    const policy = policyOf({ when: { branch: 'main' } }, { context: () => ({ branch: 'main' }) });
    expect(names(policy, 'm')).toEqual(['t', 'u']);
  });

  test('listConditions returns what depends on each condition, with the rule', () => {
    const policy = policyOf({
      schedule: { timeZone: 'UTC', days: ['sat'] },
      when: { env: { A: 'x' } },
      allowedTools: [t, { ...t, schedule: { timeZone: 'UTC', days: ['mon'] }, when: { ci: true } }],
      disallowedTools: [{ serverName: '*', toolName: 'd*', when: { branch: 'main' } }],
    });
    expect(
      listConditions(policy, 'm').map(({ by, ...rest }) => [
        rest,
        by.pointer.slice('/customModes/0/mcpRestrictions'.length),
      ]),
    ).toEqual([
      [{ on: 'access', words: 'Saturday (UTC)' }, '/schedule'],
      [{ on: 'access', words: 'where A is x' }, '/when/env/A'],
      [{ on: 'allowance', ...t, words: 'Monday (UTC), in CI' }, '/allowedTools/1'],
      [{ on: 'denial', serverName: '*', toolName: 'd*', words: 'on branch main' }, '/disallowedTools/0'],
    ]);
    expect(listConditions(policyOf({}), 'm')).toEqual([]);
    expect(() => listConditions(policy, 'n')).toThrow("Unknown mode 'n'");
  });

  test('the system prompt states the conditions in words', () => {
    const policy = policyOf({
      when: { branch: 'main' },
      allowedTools: [{ ...t, when: { ci: true } }],
      disallowedTools: [{ serverName: '*', toolName: 'd\n*', schedule: { timeZone: 'UTC', days: ['mon'] } }],
    });
    expect(renderSystemPrompt(policy, on('main'))).toContain(
      [
        '- mcp: use_mcp_tool, access_mcp_resource; only on branch main',
        '  - tools t of MCP server s: only in CI',
        '  - tools d\\x0a* of MCP server *: not Monday (UTC)',
        '- always:',
      ].join('\n'),
    );
    expect(renderSystemPrompt(policy, on('topic'))).toContain('- mcp: no tools; only on branch main\n');
  });

  test('the system prompt limits thousands of conditions', () => {
    const disallowedTools = Array.from({ length: 5000 }, (_, index) => ({
      serverName: 's',
      toolName: `t${index}`,
      when: { ci: true },
    }));
    const prompt = renderSystemPrompt(policyOf({ disallowedTools }), 'm');
    expect(prompt.length).toBeLessThan(4000);
    expect(prompt).toContain('and 4980 more conditions on individual tools');
  });

  test('references of conditional entries are validated like any others', () => {
    const policy = policyOf({ allowedTools: [{ serverName: 's', toolName: 'tt', when: { ci: true } }] });
    expect(validateReferences(policy, inventory)).toMatchObject([
      { code: 'RESTRICTION_TOOL_UNKNOWN', message: expect.stringContaining("Did you mean 't'?") },
    ]);
  });
});

test('ten thousand calls in changing circumstances leave the memory empty', () => {
  const policy = policyOf({ allowedTools: [{ serverName: 's', toolName: '*', when: { branch: 'b1*' } }] });
  for (let index = 0; index < 10_000; index++) ask(policy, { branch: `b${index}` }, `t${index}`);
  const mode = policy.compiled.modes.get('m');
  expect([mode?.mcpDecisions.get('s')?.tools.size, mode?.wireDecisions.size]).toEqual([0, 0]);
});
