import { defaultSteps, type FakeAnswer, type FakePrompt, type FakeStep } from '@modegate/ipc-bridge/testing';

/**
 * What the simulated agent does with a prompt: it asks for approval when the prompt speaks of running something, writes an
 * answer in pieces, asks back when the prompt ends in a question mark, and presents a result.
 */
export function* simulatedSteps(prompt: FakePrompt): Generator<FakeStep> {
  if (/\brun\b/i.test(prompt.text)) {
    yield { step: 'ask', ask: 'command', text: 'npm test', onAnswer: afterApproval };
  }
  yield* defaultSteps(prompt);
}

function afterApproval({ kind }: FakeAnswer): readonly FakeStep[] {
  return kind === 'yes'
    ? [{ step: 'say', say: 'command_output', text: 'All tests passed.' }]
    : [{ step: 'say', text: 'The command was refused, so it goes on without.' }];
}
