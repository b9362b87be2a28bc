import { defined, type JsonObject } from '@modegate/json';
import { type Schedule, timerSchedule } from '@modegate/timing';
import type { ByteChannel } from '../channel.ts';
import type { Dialect } from '../dialect.ts';
import type { OutgoingEvent } from '../messages/outgoing-event.ts';
import { noAnswer } from '../server/command-answer.ts';
import { type AgentServer, createAgentServer } from '../server/server.ts';
import type { AgentServerOptions, ReceivedCommand } from '../server/server-options.ts';
import { dropReason } from './checks/dropped-command.ts';
import type { FakeAgentContext } from './fake-agent-context.ts';
import { carryOutCommand, type FakeAgentData } from './fake-commands.ts';
import { defaultSteps, type FakeAgentScript } from './fake-script.ts';
import { createFakeSettings } from './fake-settings.ts';
import { describeFakeTask, type FakeTask } from './fake-task.ts';
import { createFakeTasks } from './fake-tasks.ts';
import { type LinkOptions, linkedChannels } from './linked-channels.ts';

/** Options of a fake agent; all options except the dialect have defaults. */
export interface FakeAgentOptions
  extends Pick<AgentServerOptions, 'acceptForeignClientIds' | 'createClientId' | 'identity' | 'limits' | 'onProblem'> {
  readonly dialect: Dialect;
  /** The agent's own behaviour, and the commands it ignores or refuses. */
  readonly script?: FakeAgentScript;
  /** Returns the current time in epoch milliseconds. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Schedules a timer. Default: the platform's timer. */
  readonly schedule?: Schedule;
  /** Duration of a step of a task. Default 0. */
  readonly paceMs?: number;
  /** Delay between a question and the event that announces it (`taskInteractive`, `taskIdle`, …). Default 2,000. */
  readonly askEventDelayMs?: number;
  /** True if `taskCompleted` announces a result immediately, as before Roo Code 3.51. Default: true only in `fork`. */
  readonly completionEvent?: boolean;
  /** Creates a task id. Default: `task-1`, `task-2`, … */
  readonly createTaskId?: () => string;
  /** Settings that fork reports and accepts; keys are in plain text. */
  readonly configuration?: JsonObject;
  readonly facts?: Partial<FakeAgentData>;
  /** Transport for the connections that {@link FakeAgent.open} creates. */
  readonly link?: LinkOptions;
}

/** An agent that has no model and speaks one dialect as real agents do. */
export interface FakeAgent {
  /** The agent's server, to be served on a socket. */
  readonly server: AgentServer;
  /**
   * Opens a connection in memory; can be passed as the `open` option of `createAgentClient`. Fails after {@link
   * FakeAgent.stop}.
   */
  readonly open: () => ByteChannel;
  /** All tasks since the agent was created, including those before a restart. */
  readonly tasks: readonly FakeTask[];
  /** All received commands. */
  readonly received: readonly ReceivedCommand[];
  /** Sends an event to every client. */
  emit(event: OutgoingEvent): void;
  /** Closes every connection and forgets running tasks; accepts new connections immediately. */
  restart(): void;
  /** Closes all connections permanently. */
  stop(): void;
}

/**
 * Creates a fake agent, which answers commands, streams messages, asks questions and completes tasks in the same way as
 * real agents that speak the dialect.
 */
export function createFakeAgent(options: FakeAgentOptions): FakeAgent {
  const { dialect, script = {}, link = {}, createTaskId = countTasks() } = options;
  const received: ReceivedCommand[] = [];
  const settings = createFakeSettings(options.configuration ?? defaultConfiguration);
  const facts: FakeAgentData = { ...defaultFacts, ...options.facts };
  let stopped = false;

  const restart = (): void => {
    tasks.forget();
    for (const client of server.clients) client.close();
  };
  const stop = (): void => {
    stopped = true;
    tasks.forget();
    server.close();
  };
  const world: FakeAgentContext = {
    dialect,
    clock: options.clock ?? Date.now,
    schedule: options.schedule ?? timerSchedule,
    paceMs: options.paceMs ?? 0,
    askEventDelayMs: options.askEventDelayMs ?? 2_000,
    completionEvent: options.completionEvent ?? dialect === 'fork',
    emit: (event) => server.broadcast(event),
    restart,
    closeWindow: stop,
  };
  const tasks = createFakeTasks({ context: world, createTaskId, steps: script.task ?? defaultSteps });
  const context = { world, tasks, settings, facts };
  const server = createAgentServer({
    ...serverOptions(options),
    onCommand: (command, client) => {
      received.push(command);
      const verdict = script.command?.(command);
      if (verdict instanceof Error) throw verdict;
      if (verdict === 'ignore') return noAnswer;
      const dropped = dropReason(command.name, command.data);
      if (dropped === undefined) return carryOutCommand(command, client, context);
      script.dropped?.(command, dropped);
      return noAnswer;
    },
  });

  return {
    server,
    open: () => {
      if (stopped) throw Object.assign(new Error('The fake agent was stopped.'), { code: 'ECONNREFUSED' });
      const [near, far] = linkedChannels(link);
      server.accept(far);
      return near;
    },
    get tasks() {
      return tasks.all.map(describeFakeTask);
    },
    received,
    emit: world.emit,
    restart,
    stop,
  };
}

const defaultConfiguration: JsonObject = { apiProvider: 'fake-ai', apiModelId: 'fake-model', mode: 'code' };

const defaultFacts: FakeAgentData = {
  modes: [
    { slug: 'architect', name: 'Architect' },
    { slug: 'code', name: 'Code' },
  ],
  commands: [{ name: 'init', source: 'built-in', description: 'Looks at the project' }],
  models: { 'fake/model': { contextWindow: 200_000, supportsPromptCache: false } },
  ready: true,
};

// Only later versions of fork send their version in the introduction.
function serverOptions(options: FakeAgentOptions): Omit<AgentServerOptions, 'onCommand'> {
  const { dialect, schedule, identity, acceptForeignClientIds, createClientId, limits, onProblem } = options;
  const version = dialect === 'fork' ? { serverVersion: '3.14.3' } : {};
  return {
    dialect,
    identity: { pid: 1, ppid: 1, ...version, ...identity },
    ...defined({ schedule, acceptForeignClientIds, createClientId, limits, onProblem }),
  };
}

function countTasks(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `task-${count}`;
  };
}
