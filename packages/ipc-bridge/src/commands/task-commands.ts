import { isJsonObject } from '@modegate/json';
import { forkMessage, identifier, message, newTask, nothing } from './command-data.ts';
import type { CommandSpec, DialectSpec } from './command-definition.ts';
import {
  abortedTask,
  arrivedMessage,
  clearedTask,
  closedWindow,
  resumedTask,
  shorterQueue,
  startedTask,
} from './command-effects.ts';

const oneOpenTask =
  'The agent has one open task: whatever is running is aborted first, including a chat that the user has open in the editor.';

/**
 * Official agents before Roo Code 3.46.1 drop CancelTask and CloseTask if their data is not a text; later ones ignore
 * the data.
 */
function taskIdOrEmpty(data: unknown): unknown {
  return data ?? '';
}

/** Zoo reads its request id here; the other dialects strip it. */
function withRequestId(data: unknown, requestId: string): unknown {
  return isJsonObject(data) ? { ...data, requestId } : data;
}

/**
 * Early versions of fork read `message` and `images`, later versions read the other names; each version ignores names
 * it does not know.
 */
function withEarlyNames(data: unknown): unknown {
  if (!isJsonObject(data)) return data;
  return { ...data, message: data.text, ...(data.imageUrl !== undefined && { images: [data.imageUrl] }) };
}

/** Commands that start, stop, continue or answer a task. */
export const taskCommands = {
  StartNewTask: {
    summary: 'Starts a task with a prompt.',
    official: {
      data: newTask,
      reply: startedTask,
      timeoutMs: 30_000,
      wireData: withRequestId,
      limitations: `${oneOpenTask} The agent sends no reply: the task is recognised by its first message, and a start that fails is silent and ends in a time-out. configuration is not per task: its values are stored in the agent's global settings and stay there. A value of the wrong type makes the agent drop the whole command silently. newTab reverts unsaved editors.`,
    },
    fork: {
      data: newTask,
      timeoutMs: 30_000,
      limitations: `${oneOpenTask} configuration replaces the provider settings: every setting that it leaves out is unset, and {} wipes the provider and the model. Send the result of GetConfiguration with your changes merged in. newTab is ignored.`,
    },
    zoo: {
      data: newTask,
      reply: { kind: 'taskStartResponse' },
      timeoutMs: 30_000,
      wireData: withRequestId,
      limitations: `${oneOpenTask} A failed start reports at most the stage, never the cause. configuration is not per task: its values are stored in the agent's global settings and stay there. A value of the wrong type makes the agent drop the whole command silently. newTab reverts unsaved editors.`,
    },
  },
  CancelTask: {
    summary: 'Cancels the current task; it can be resumed.',
    official: cancelCurrent(),
    fork: {
      data: identifier,
      reply: abortedTask,
      limitations:
        'Success sends no reply, only the event taskAborted; a task that is not the current one is refused with an error.',
    },
    zoo: cancelCurrent(),
  },
  CloseTask: {
    summary: "Closes the agent's whole editor window in official and zoo, and the current task in fork.",
    official: closeWindow(),
    fork: {
      data: identifier,
      reply: clearedTask,
      timeoutMs: 2000,
      limitations:
        'Success sends no reply: silence means that nothing was refused. A task that is not the current one is refused with an error.',
    },
    zoo: closeWindow(),
  },
  ResumeTask: {
    summary: 'Reopens a task from the history.',
    official: resumeSilently(),
    fork: {
      data: identifier,
      limitations:
        "Reported to fail. An unknown task id is also removed from the agent's state before the error is returned.",
    },
    zoo: resumeSilently(),
  },
  SendMessage: {
    summary:
      'Sends a message from the user to the current task; if the task has asked a question, the message answers it.',
    official: sendToCurrent(),
    fork: {
      data: forkMessage,
      timeoutMs: 30_000,
      wireData: withEarlyNames,
      limitations:
        'taskId is ignored: the message goes to the current task, and fails when there is none. One image at most.',
    },
    zoo: sendToCurrent(),
  },
  DeleteQueuedMessage: {
    summary: "Removes a message from the current task's queue.",
    official: deleteQueued(),
    zoo: deleteQueued(),
  },
  GetCurrentTaskStack: {
    summary: 'Lists the ids of the open tasks, the active one last.',
    fork: { data: nothing },
  },
  ClearCurrentTask: {
    summary: 'Closes the current task, with a last message if one is given.',
    fork: { data: identifier.optional(), limitations: 'Also succeeds when there is no task.' },
  },
  CancelCurrentTask: {
    summary: 'Cancels the current task; it can be resumed.',
    fork: {
      data: nothing,
      limitations: 'The reply comes before the state has settled: the same task id is created again a moment later.',
    },
  },
  PressPrimaryButton: {
    summary: 'Answers yes to what the current task asks: approve, run, save, retry.',
    fork: { data: nothing, limitations: 'Fails when there is no task.' },
  },
  PressSecondaryButton: {
    summary: 'Answers no to what the current task asks: reject, deny.',
    fork: { data: nothing, limitations: 'Fails when there is no task.' },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

function cancelCurrent(): DialectSpec {
  return {
    data: identifier.optional(),
    reply: abortedTask,
    wireData: taskIdOrEmpty,
    limitations:
      'Cancels whatever task is current; a task id only says which abort to wait for. Without a task nothing happens and the command times out. The agent creates the same task id again afterwards, waiting to be resumed.',
  };
}

function closeWindow(): DialectSpec {
  return {
    data: identifier.optional(),
    reply: closedWindow,
    wireData: taskIdOrEmpty,
    limitations:
      'Saves all files and closes the whole editor window, not only a task; the connection ends with it. In the headless command line it changes nothing.',
  };
}

function resumeSilently(): DialectSpec {
  return {
    data: identifier,
    reply: resumedTask,
    timeoutMs: 15_000,
    limitations: 'An unknown task id is silently ignored, and the command times out.',
  };
}

function sendToCurrent(): DialectSpec {
  return {
    data: message,
    reply: arrivedMessage,
    timeoutMs: 5000,
    limitations:
      'While the task is waiting for approval of a tool, a command or an MCP call, the message denies it. While the agent is busy the message is queued, and then answers the next such question with yes. Without a task it starts a new one. The agent sends no reply, so a message that was not seen to arrive is reported as sent.',
  };
}

function deleteQueued(): DialectSpec {
  return {
    data: identifier,
    reply: shorterQueue,
    timeoutMs: 3000,
    limitations:
      'A message that is not in the queue is silently ignored; the only outcome is then that the command was sent.',
  };
}
