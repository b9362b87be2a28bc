import {
  type CallContext,
  type Circumstances,
  compilePolicy,
  decide,
  explain,
  findRule,
  needsConsent,
  type Policy,
  type TaskContext,
} from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { filterInventory } from '@modegate/mode-core/prompt';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  circumstances,
  fullContext,
  fullTask,
  moment,
  restrictions,
  serverName,
  toolName,
} from '../support/restriction-arbitraries.ts';

const call = fc.record({ server: serverName, tool: toolName });

function policyOf(mcpRestrictions: McpRestrictions): Policy {
  const mode = { slug: 'm', name: 'M', roleDefinition: 'R', groups: ['mcp'] as const };
  return compilePolicy({ builtin: [], project: [{ ...mode, mcpRestrictions }] });
}

function may(policy: Policy, mcp: { readonly server: string; readonly tool: string }, given: Circumstances): boolean {
  return decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp, ...given }).allowed;
}

/** The same circumstances with some of what is known taken away. */
const forgetting = fc.tuple(
  fc.record({ at: moment, context: fullContext, task: fullTask }),
  fc.subarray(
    ['at', 'branch', 'ci', 'env', 'NODE_ENV', 'STAGE', 'constructor', 'state', 'depth', 'parentMode'] as const,
    { minLength: 1 },
  ),
);

function forget({ at, context, task }: Required<Circumstances>, forgotten: readonly string[]): Circumstances {
  const env = Object.fromEntries(Object.entries(context?.env ?? {}).filter(([name]) => !forgotten.includes(name)));
  const all = { branch: context?.branch, ci: context?.ci, env };
  const known: CallContext = Object.fromEntries(Object.entries(all).filter(([name]) => !forgotten.includes(name)));
  const knownTask: TaskContext = Object.fromEntries(
    Object.entries(task ?? {}).filter(([name]) => !forgotten.includes(name)),
  );
  return { at: forgotten.includes('at') ? undefined : at, context: known, task: knownTask };
}

test('less knowledge about the circumstances never allows more', () => {
  fc.assert(
    fc.property(restrictions, call, forgetting, (own, mcp, [known, forgotten]) => {
      const policy = policyOf(own);
      if (may(policy, mcp, forget(known, forgotten))) expect(may(policy, mcp, known)).toBe(true);
    }),
    { numRuns: 4000 },
  );
});

test('a call that is allowed without knowledge is allowed in all circumstances', () => {
  fc.assert(
    fc.property(restrictions, call, circumstances, (own, mcp, any) => {
      const policy = policyOf(own);
      if (may(policy, mcp, {})) expect(may(policy, mcp, any)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('adding a condition to an allowance never allows more, and to a denial never refuses more', () => {
  const withoutConditions = (list: McpRestrictions['allowedTools']) =>
    list?.map(({ serverName: server, toolName: tool }) => ({ serverName: server, toolName: tool }));
  fc.assert(
    fc.property(restrictions, call, circumstances, (own, mcp, given) => {
      const { allowedTools, disallowedTools, schedule: _schedule, when: _when, ...rest } = own;
      const allowing = {
        ...rest,
        ...(disallowedTools ? { disallowedTools } : {}),
        ...(allowedTools ? { allowedTools: withoutConditions(allowedTools) ?? [] } : {}),
      };
      if (may(policyOf(own), mcp, given)) expect(may(policyOf(allowing), mcp, given)).toBe(true);
      const denying = {
        ...own,
        ...(disallowedTools ? { disallowedTools: withoutConditions(disallowedTools) ?? [] } : {}),
      };
      if (may(policyOf(denying), mcp, given)) expect(may(policyOf(own), mcp, given)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('no answer is remembered across times and contexts, and every entry point agrees', () => {
  fc.assert(
    fc.property(restrictions, fc.array(fc.tuple(call, circumstances), { minLength: 2, maxLength: 8 }), (own, asked) => {
      const shared = policyOf(own);
      for (const [mcp, given] of [...asked, ...asked]) {
        const request = { mode: 'm', tool: 'use_mcp_tool', mcp, ...given };
        const decision = decide(shared, request);
        expect(decision).toEqual(decide(policyOf(own), request));
        const { decision: explained, steps } = explain(shared, request);
        expect(explained).toEqual(decision);
        expect(steps.at(-1)?.outcome).toBe(decision.allowed ? 'allowed' : needsConsent(decision) ? 'asks' : 'refused');
        expect(findRule(shared, decision.by)).toBeDefined();
        const offered = filterInventory(shared, { mode: 'm', ...given }, [
          { name: mcp.server, tools: [{ name: mcp.tool }] },
        ]);
        expect(offered.some(({ tools }) => (tools ?? []).length > 0)).toBe(decision.allowed || needsConsent(decision));
      }
    }),
    { numRuns: 800 },
  );
});

test('a policy that needs no circumstances answers the same in all of them', () => {
  fc.assert(
    fc.property(restrictions, call, circumstances, (own, mcp, given) => {
      const policy = policyOf(own);
      const { time, branch, ci, env, task: asksForTask } = policy.needs;
      const { at, context = {}, task } = given;
      const needed: Circumstances = {
        ...(time ? { at } : {}),
        ...(asksForTask ? { task } : {}),
        context: {
          ...(branch ? { branch: context.branch } : {}),
          ...(ci ? { ci: context.ci } : {}),
          ...(env.length > 0 && context.env
            ? {
                env: Object.fromEntries(
                  env
                    .filter((name) => Object.hasOwn(context.env ?? {}, name))
                    .map((name) => [name, context.env?.[name]]),
                ),
              }
            : {}),
        },
      };
      expect(may(policy, mcp, needed)).toBe(may(policy, mcp, given));
    }),
    { numRuns: 2000 },
  );
});
