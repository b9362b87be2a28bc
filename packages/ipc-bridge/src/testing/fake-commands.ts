import { isJsonObject, type JsonObject } from '@modegate/json';
import type { CommandName } from '../messages/command-name.ts';
import { noAnswer } from '../server/command-answer.ts';
import type { ReceivedCommand, ServerClient } from '../server/server-options.ts';
import type { FakeAgentContext } from './fake-agent-context.ts';
import type { FakeSettings } from './fake-settings.ts';
import { type FakeTasks, readUserMessage } from './fake-tasks.ts';

/** Context in which a fake agent executes commands. */
export interface FakeCommandContext {
  readonly world: FakeAgentContext;
  readonly tasks: FakeTasks;
  readonly settings: FakeSettings;
  /** Data used to answer queries. */
  readonly facts: FakeAgentData;
}

/** Data that a fake agent reports. */
export interface FakeAgentData {
  readonly modes: readonly JsonObject[];
  readonly commands: readonly JsonObject[];
  readonly models: JsonObject;
  /** Answer to IsReady (fork). */
  readonly ready: boolean;
}

type Handler = (context: FakeCommandContext, data: unknown, client: ServerClient) => unknown;
type Handlers = { readonly [Name in CommandName]?: Handler };

/** Carries out a command with valid data in the same way as agents that speak the dialect, including their faults. */
export function carryOutCommand(command: ReceivedCommand, client: ServerClient, context: FakeCommandContext): unknown {
  const handlers = context.world.dialect === 'fork' ? forkHandlers : officialHandlers;
  return handlers[command.name]?.(context, command.data, client);
}

const officialHandlers: Handlers = {
  StartNewTask: ({ tasks }, data) => tasks.start(readPrompt(data)).id,
  CancelTask: ({ tasks }) => tasks.cancel({ again: true }),
  CloseTask: ({ world }) => world.closeWindow(),
  ResumeTask: ({ tasks }, data) => void tasks.resume(String(data)),
  SendMessage: ({ tasks }, data) => say(tasks, data, true),
  DeleteQueuedMessage: ({ tasks }, data) => tasks.unqueue(String(data)),
  GetCommands: ({ facts }) => facts.commands,
  GetModes: ({ facts }) => facts.modes,
  // Zoo always reports that there are no models.
  GetModels: ({ facts, world }) => (world.dialect === 'zoo' ? {} : facts.models),
};

const forkHandlers: Handlers = {
  StartNewTask: ({ tasks, settings }, data) => {
    const prompt = readPrompt(data);
    // Even an empty configuration replaces the provider's configuration.
    settings.replace(prompt.configuration);
    return tasks.start(prompt).id;
  },
  // The event is the only sign that these two commands succeeded.
  CancelTask: cancelCurrent,
  CloseTask: cancelCurrent,
  GetCurrentTaskStack: ({ tasks }) => (tasks.current === undefined ? [] : [tasks.current.id]),
  ClearCurrentTask: succeed(({ tasks }) => tasks.cancel({ again: false })),
  // The reply precedes the end of the task.
  CancelCurrentTask: succeed(({ tasks, world }) => world.schedule(() => tasks.cancel({ again: true }), world.paceMs)),
  SendMessage: succeed(({ tasks }, data) => {
    checkOpen(tasks);
    say(tasks, withImage(data), false);
  }),
  PressPrimaryButton: succeed(({ tasks }) => press(tasks, 'yes')),
  PressSecondaryButton: succeed(({ tasks }) => press(tasks, 'no')),
  SetConfiguration: succeed(({ settings }, data) => settings.replace(isJsonObject(data) ? data : {})),
  GetConfiguration: ({ settings }) => settings.all,
  IsReady: ({ facts }) => facts.ready,
  GetMessages: ({ tasks }, data) => tasks.find(String(data))?.messages.all ?? [],
  GetTokenUsage: ({ tasks: { current } }, data) =>
    current?.id === data && current?.state !== 'completed' ? current?.tokenUsage : undefined,
  Log: () => noAnswer,
  ResumeTask: succeed(({ tasks }, data) => {
    if (!tasks.resume(String(data))) throw new Error('Task not found');
  }),
  // Represents a promise that was not awaited, as it appears in JSON.
  IsTaskInHistory: () => ({}),
  CreateProfile: succeed(({ settings }, data) => settings.profiles.create(String(data))),
  GetProfiles: ({ settings }) => settings.profiles.names,
  SetActiveProfile: succeed(({ settings }, data, client) => {
    settings.profiles.activate(String(data));
    // The agent also answers a query that nobody made.
    const stray = { commandName: 'GetConfiguration', requestId: '', payload: settings.all };
    client.send({ eventName: 'commandResponse', payload: [stray] });
  }),
  GetActiveProfile: ({ settings }) => settings.profiles.active,
  DeleteProfile: succeed(({ settings }, data) => settings.profiles.remove(String(data))),
};

function succeed(act: Handler): Handler {
  return (...given) => {
    act(...given);
    return { success: true };
  };
}

function say(tasks: FakeTasks, data: unknown, queue: boolean): void {
  const message = readUserMessage(data);
  if (message !== undefined) tasks.say(message, { queue });
}

function press(tasks: FakeTasks, answer: 'yes' | 'no'): void {
  checkOpen(tasks);
  tasks.press(answer);
}

function cancelCurrent({ tasks }: FakeCommandContext, taskId: unknown): void {
  if (tasks.current?.id !== taskId) throw new Error(`Task ${String(taskId).slice(0, 80)} is not the current task`);
  tasks.cancel({ again: false });
}

/** Reads a prompt from data that has already been validated. */
function readPrompt(data: unknown): Parameters<FakeTasks['start']>[0] {
  const { configuration } = data as { readonly configuration: JsonObject };
  const { text = '', images = [] } = readUserMessage(data) ?? {};
  return { text, images, configuration };
}

// Fork accepts one image, in a separate field.
function withImage(data: unknown): unknown {
  return isJsonObject(data) && typeof data.imageUrl === 'string' ? { ...data, images: [data.imageUrl] } : data;
}

function checkOpen(tasks: FakeTasks): void {
  if (tasks.current === undefined) throw new Error('No active task');
}
