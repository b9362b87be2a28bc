import { answerAgent, commandAgents, readRefusal, refuseCall } from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';

const deny = { permissionDecision: 'deny', permissionDecisionReason: 'no' };

describe.each(commandAgents)('the reading of an answer by %s', (agent) => {
  test('is our refusal with its reason', () => {
    const { stdout } = answerAgent(agent, refuseCall('MODE_UNSET', 'No mode.'));
    expect(readRefusal(agent, stdout)).toBe('No mode. (MODE_UNSET)');
  });

  test.each<[string, unknown]>([
    ['an allowance', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }],
    ['a question', { hookSpecificOutput: { ...deny, hookEventName: 'PreToolUse', permissionDecision: 'ask' } }],
    ['a refusal without a reason', { decision: 'deny', permissionDecision: 'deny' }],
    ['an unknown key', { ...deny, decision: 'deny', reason: 'no', hookSpecificOutput: deny, more: 1 }],
    ['no object', 'deny'],
  ])('is none for %s', (_what, value) => {
    expect(readRefusal(agent, JSON.stringify(value))).toBeUndefined();
  });

  test('is none for silence and for what is no JSON', () => {
    for (const text of ['', 'denied', '{']) expect(readRefusal(agent, text), text).toBeUndefined();
  });
});
