import { isJsonObject, type JsonObject } from '@modegate/json';
import type { CommandName } from '../messages/command-name.ts';
import { noAnswer } from '../server/command-answer.ts';
import type { ReceivedCommand, ServerClient } from '../server/server-options.ts';
import type { FakeAgentContext } from './fake-agent-context.ts';
import type { FakeSettings } from './fake-settings.ts';
import { type FakeTasks, readUserMessage } from './fake-tasks.ts';

/** Context of a fake agent's commands. */
export interface FakeCommandContext {
  readonly world: FakeAgentContext;
  readonly tasks: FakeTasks;
  readonly settings: FakeSettings;
  /** Answers to queries. */
  readonly facts: FakeAgentData;
}

/** Data of a fake agent. */
export interface FakeAgentData {
  readonly modes: readonly JsonObject[];
  readonly commands: readonly JsonObject[];
  readonly models: JsonObject;
  /** Answer to IsReady (fork). */
  readonly ready: boolean;
}

type Handlers = {
  readonly [Name in CommandName]?: (data: unknown, client: ServerClient, context: FakeCommandContext) => unknown;
};

/** Carries out a command with valid data as the dialect does, including its faults. */
export function carryOutCommand(command: ReceivedCommand, client: ServerClient, context: FakeCommandContext): unknown {
  const handlers = context.world.dialect === 'fork' ? forkHandlers : officialHandlers;
  return handlers[command.name]?.(command.data, client, context);
}

const done = { success: true };

const officialHandlers: Handlers = {
  StartNewTask: (data, _client, { tasks }) => tasks.start(readPrompt(data)).id,
  CancelTask: (_data, _client, { tasks }) => tasks.cancel({ again: true }),
  CloseTask: (_data, _client, { world }) => world.closeWindow(),
  ResumeTask: (data, _client, { tasks }) => void tasks.resume(String(data)),
  SendMessage: (data, _client, { tasks }) => {
    const message = readUserMessage(data);
    if (message !== undefined) tasks.say(message, { queue: true });
  },
  DeleteQueuedMessage: (data, _client, { tasks }) => tasks.unqueue(String(data)),
  GetCommands: (_data, _client, { facts }) => facts.commands,
  GetModes: (_data, _client, { facts }) => facts.modes,
  // Zoo always reports that there are no models.
  GetModels: (_data, _client, { facts, world }) => (world.dialect === 'zoo' ? {} : facts.models),
};

const forkHandlers: Handlers = {
  StartNewTask: (data, _client, { tasks, settings }) => {
    const prompt = readPrompt(data);
    // Even an empty configuration replaces the provider's configuration.
    settings.replace(prompt.configuration);
    return tasks.start(prompt).id;
  },
  // The event is the only sign that these two commands succeeded.
  CancelTask: (data, _client, { tasks }) => {
    checkCurrent(tasks, data);
    tasks.cancel({ again: false });
  },
  CloseTask: (data, _client, { tasks }) => {
    checkCurrent(tasks, data);
    tasks.cancel({ again: false });
  },
  GetCurrentTaskStack: (_data, _client, { tasks }) => (tasks.current === undefined ? [] : [tasks.current.id]),
  ClearCurrentTask: (_data, _client, { tasks }) => {
    tasks.cancel({ again: false });
    return done;
  },
  // The reply precedes the end of the task.
  CancelCurrentTask: (_data, _client, { tasks, world }) => {
    world.schedule(() => tasks.cancel({ again: true }), world.paceMs);
    return done;
  },
  SendMessage: (data, _client, { tasks }) => {
    checkOpen(tasks);
    const message = readUserMessage(withImage(data));
    if (message !== undefined) tasks.say(message, { queue: false });
    return done;
  },
  PressPrimaryButton: (_data, _client, { tasks }) => {
    checkOpen(tasks);
    tasks.press('yes');
    return done;
  },
  PressSecondaryButton: (_data, _client, { tasks }) => {
    checkOpen(tasks);
    tasks.press('no');
    return done;
  },
  SetConfiguration: (data, _client, { settings }) => {
    settings.replace(isJsonObject(data) ? data : {});
    return done;
  },
  GetConfiguration: (_data, _client, { settings }) => settings.all,
  IsReady: (_data, _client, { facts }) => facts.ready,
  GetMessages: (data, _client, { tasks }) => tasks.find(String(data))?.messages.all ?? [],
  GetTokenUsage: (data, _client, { tasks }) => {
    const { current } = tasks;
    return current?.id === data && current?.state !== 'completed' ? current?.tokenUsage : undefined;
  },
  Log: () => noAnswer,
  ResumeTask: (data, _client, { tasks }) => {
    if (!tasks.resume(String(data))) throw new Error('Task not found');
    return done;
  },
  // Represents a promise that was not awaited, as it appears in JSON.
  IsTaskInHistory: () => ({}),
  CreateProfile: (data, _client, { settings }) => {
    settings.profiles.create(String(data));
    return done;
  },
  GetProfiles: (_data, _client, { settings }) => settings.profiles.names,
  SetActiveProfile: (data, client, { settings }) => {
    settings.profiles.activate(String(data));
    // The agent also answers a query that nobody made.
    const stray = { commandName: 'GetConfiguration', requestId: '', payload: settings.all };
    client.send({ eventName: 'commandResponse', payload: [stray] });
    return done;
  },
  GetActiveProfile: (_data, _client, { settings }) => settings.profiles.active,
  DeleteProfile: (data, _client, { settings }) => {
    settings.profiles.remove(String(data));
    return done;
  },
};

/** Reads a prompt from data that were already validated. */
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

function checkCurrent(tasks: FakeTasks, taskId: unknown): void {
  if (tasks.current?.id !== taskId) throw new Error(`Task ${String(taskId).slice(0, 80)} is not the current task`);
}
