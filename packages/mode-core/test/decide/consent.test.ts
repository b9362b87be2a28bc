import {
  compilePolicy,
  decide,
  listConditions,
  type ModeConfig,
  needsConsent,
  validateReferences,
} from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { describe, expect, test } from 'vitest';

const mode = (mcpRestrictions: McpRestrictions, more: Partial<ModeConfig> = {}): ModeConfig => ({
  slug: 'm',
  name: 'M',
  roleDefinition: 'R',
  groups: ['mcp'],
  mcpRestrictions,
  ...more,
});
const tool = (toolName: string, more: object = {}) => ({ serverName: 'github', toolName, ...more });
const ask = (restrictions: McpRestrictions, call = 'github/push', more: object = {}) => {
  const [server = '', name] = call.split('/');
  const request = {
    mode: 'm',
    tool: name === undefined ? 'access_mcp_resource' : 'use_mcp_tool',
    mcp: { server, tool: name },
  };
  const policy = compilePolicy({ project: [mode(restrictions)] });
  const decision = decide(policy, { ...request, ...more });
  // Asked twice: the answer is remembered.
  expect(decide(policy, { ...request, ...more })).toEqual(decision);
  return decision;
};
const answer = (...given: Parameters<typeof ask>) => {
  const decision = ask(...given);
  return decision.allowed ? 'allowed' : decision.code;
};

describe('a call of a tool or server with a question in the mode', () => {
  test.each([
    [{ askTools: [tool('push')] }, 'github/push', 'CONSENT_REQUIRED'],
    [{ askTools: [tool('p*')] }, 'github/push', 'CONSENT_REQUIRED'],
    [{ askTools: [tool('push')] }, 'github/pull', 'allowed'],
    [{ askTools: [tool('push')] }, 'github', 'allowed'],
    [{ askServers: ['github'] }, 'github/pull', 'CONSENT_REQUIRED'],
    [{ askServers: ['git*'] }, 'github', 'CONSENT_REQUIRED'],
    [{ askServers: ['github'] }, 'docs/search', 'allowed'],
  ])('the questions %j are applied to the call %s', (restrictions, call, expected) => {
    expect(answer(restrictions, call)).toBe(expected);
  });

  test('one consent request contains all questions, the server first', () => {
    const decision = ask({ askServers: ['github'], askTools: [tool('push')] });
    expect(needsConsent(decision) && decision.questions).toEqual([
      {
        reason: "Mode 'm' asks before a call to MCP server 'github'.",
        by: expect.objectContaining({ pointer: '/customModes/0/mcpRestrictions/askServers/0' }),
      },
      {
        reason: "Mode 'm' asks before a call to tool 'push' of MCP server 'github'.",
        by: expect.objectContaining({ pointer: '/customModes/0/mcpRestrictions/askTools/0' }),
      },
    ]);
  });

  test('a call by wire name needs consent as well', () => {
    const policy = compilePolicy({ project: [mode({ askTools: [tool('push')] })] });
    const request = { mode: 'm', tool: 'mcp--github--push', mcp: { server: 'github', tool: 'push' } };
    for (let time = 0; time < 2; time++) expect(needsConsent(decide(policy, request))).toBe(true);
    expect(decide(policy, { mode: 'm', tool: 'mcp--github--push' })).toMatchObject({ code: 'MCP_IDENTITY_MISSING' });
  });
});

describe('questions in a closed list', () => {
  test.each([
    [{ allowedTools: [], askTools: [tool('push')] }, 'github/push', 'CONSENT_REQUIRED'],
    [{ allowedTools: [], askTools: [tool('push')] }, 'github/pull', 'MCP_TOOL_NOT_ALLOWED'],
    [{ allowedServers: [], askServers: ['github'] }, 'github/push', 'CONSENT_REQUIRED'],
    [{ allowedServers: [], askServers: ['github'] }, 'docs/x', 'MCP_SERVER_NOT_ALLOWED'],
    [{ allowedServers: [], askTools: [tool('push')] }, 'github/push', 'MCP_SERVER_NOT_ALLOWED'],
    [{ allowedTools: [], askServers: ['github'] }, 'github/push', 'MCP_TOOL_NOT_ALLOWED'],
  ])('the closed list with questions %j is applied to the call %s', (restrictions, call, expected) => {
    expect(answer(restrictions, call)).toBe(expected);
  });

  test('a question allows a server that no file configures by its exact name', () => {
    const refused = (restrictions: McpRestrictions) => {
      const policy = compilePolicy({ project: [mode(restrictions)], servers: [] });
      const decision = decide(policy, { mode: 'm', tool: 'access_mcp_resource', mcp: { server: 'github' } });
      return decision.allowed ? undefined : decision.code;
    };
    expect([refused({ askServers: ['github'] }), refused({ askServers: ['git*'] })]).toEqual([
      'CONSENT_REQUIRED',
      'MCP_SERVER_UNKNOWN',
    ]);
    expect(refused({ askTools: [tool('push')] })).toBeUndefined();
  });
});

describe('refused calls without a question', () => {
  test.each([
    [{ askTools: [tool('push')], disallowedTools: [tool('push')] }, 'MCP_TOOL_DISALLOWED'],
    [{ askServers: ['github'], disallowedServers: ['github'] }, 'MCP_SERVER_DISALLOWED'],
    [{ askServers: ['github'], allowedTools: [tool('pull')] }, 'MCP_TOOL_NOT_ALLOWED'],
    [{ askTools: [tool('push')], when: { branch: 'main' } }, 'CONTEXT_UNKNOWN'],
    [{ askServers: ['github'], schedule: { timeZone: 'UTC', days: ['mon'] } }, 'TIME_UNKNOWN'],
  ])('the restrictions %j refuse the call %s without a question', (restrictions, expected) => {
    expect(answer(restrictions as McpRestrictions)).toBe(expected);
  });

  test('a resource needs consent only once the conditions hold', () => {
    const restrictions: McpRestrictions = { askServers: ['github'], when: { branch: 'main' } };
    expect(answer(restrictions, 'github', { context: { branch: 'x' } })).toBe('CONTEXT_MISMATCH');
    expect(answer(restrictions, 'github', { context: { branch: 'main' } })).toBe('CONSENT_REQUIRED');
    expect(answer(restrictions, 'github/push', { context: { branch: 'main' } })).toBe('CONSENT_REQUIRED');
  });
});

describe('conditions of a question', () => {
  const restrictions: McpRestrictions = { askTools: [tool('push', { when: { branch: 'main' } })] };
  const on = (branch: string) => ({ context: { branch } });

  test('a question is asked unless its conditions certainly fail', () => {
    expect([
      answer(restrictions, 'github/push', on('main')),
      answer(restrictions),
      answer(restrictions, 'github/push', on('x')),
    ]).toEqual(['CONSENT_REQUIRED', 'CONSENT_REQUIRED', 'allowed']);
  });

  test('a question allows a call only if its conditions certainly hold', () => {
    const closed = { ...restrictions, allowedTools: [] };
    expect([answer(closed, 'github/push', on('main')), answer(closed), answer(closed, 'github/push', on('x'))]).toEqual(
      ['CONSENT_REQUIRED', 'CONTEXT_UNKNOWN', 'CONTEXT_MISMATCH'],
    );
  });

  test('the conditions of a question appear in policy.needs and are listed', () => {
    const policy = compilePolicy({ project: [mode(restrictions)] });
    expect(policy.needs.branch).toBe(true);
    expect(listConditions(policy, 'm')).toMatchObject([{ on: 'question', toolName: 'push', words: 'on branch main' }]);
  });
});

test('a mode cannot drop the questions of a mode that it extends', () => {
  const base = mode({ askTools: [tool('push')] }, { slug: 'base', groups: [] });
  const policy = compilePolicy({ project: [base, mode({ extends: 'base', allowedTools: [tool('*')] })] });
  expect(decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'push' } })).toMatchObject({
    code: 'CONSENT_REQUIRED',
    questions: [
      { reason: "Mode 'base', which mode 'm' extends, asks before a call to tool 'push' of MCP server 'github'." },
    ],
  });
});

test('names in questions are validated against the inventory', () => {
  const policy = compilePolicy({ project: [mode({ askServers: ['githb'], askTools: [tool('psh')] })] });
  const inventory = [{ name: 'github', tools: [{ name: 'push' }] }];
  expect(validateReferences(policy, inventory).map(({ code, pointer }) => [code, pointer])).toEqual([
    ['RESTRICTION_SERVER_UNKNOWN', '/customModes/0/mcpRestrictions/askServers/0'],
    ['RESTRICTION_TOOL_UNKNOWN', '/customModes/0/mcpRestrictions/askTools/0'],
  ]);
});
