import { answerAgent, commandAgents, readRefusal, refuseCall } from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';

const deny = { permissionDecision: 'deny', permissionDecisionReason: 'no' };

describe.each(commandAgents)('readRefusal of answers to %s', (agent) => {
  test('readRefusal returns our own refusal with its reason', () => {
    const { stdout } = answerAgent(agent, refuseCall('MODE_UNSET', 'No mode.'));
    expect(readRefusal(agent, stdout)).toBe('No mode. (MODE_UNSET)');
  });

  test.each<[string, unknown]>([
    ['an allowance', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }],
    ['a question', { hookSpecificOutput: { ...deny, hookEventName: 'PreToolUse', permissionDecision: 'ask' } }],
    ['a refusal without a reason', { decision: 'deny', permissionDecision: 'deny' }],
    ['an unknown key', { ...deny, decision: 'deny', reason: 'no', hookSpecificOutput: deny, more: 1 }],
    ['no object', 'deny'],
  ])('readRefusal finds no refusal in %s', (_what, value) => {
    expect(readRefusal(agent, JSON.stringify(value))).toBeUndefined();
  });

  test('readRefusal finds no refusal in empty output and invalid JSON', () => {
    for (const text of ['', 'denied', '{']) expect(readRefusal(agent, text), text).toBeUndefined();
  });
});
