export { createFakeAgent, type FakeAgent, type FakeAgentOptions } from './fake-agent.ts';
export type { FakeAgentData } from './fake-commands.ts';
export { defaultSteps, type FakeAgentScript, type FakeAnswer, type FakePrompt, type FakeStep } from './fake-script.ts';
export type { FakeTask, FakeTaskState } from './fake-task.ts';
export { type LinkOptions, linkedChannels } from './linked-channels.ts';
export { createTestClock, type TestClock } from './test-clock.ts';
