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
  'The agent has only one open task at a time. It first aborts any running task, including a chat that the user has open in the editor.';

/**
 * Official agents before Roo Code 3.46.1 drop CancelTask and CloseTask if their data is not a string; later agents
 * ignore the data.
 */
function taskIdOrEmpty(data: unknown): unknown {
  return data ?? '';
}

/** Zoo reads its request id from this key; the other dialects remove the key. */
function withRequestId(data: unknown, requestId: string): unknown {
  return isJsonObject(data) ? { ...data, requestId } : data;
}

/**
 * Early versions of fork read `message` and `images`, and later versions read the other names; each version ignores
 * unknown names.
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
      limitations: `${oneOpenTask} The agent sends no reply, so the task is recognised by its first message. If the start fails, the agent reports nothing and the command times out. The values of configuration are not limited to this task: they are stored permanently in the agent's global settings. If a value has the wrong type, the agent silently drops the whole command. The newTab option reverts unsaved editors.`,
    },
    fork: {
      data: newTask,
      timeoutMs: 30_000,
      limitations: `${oneOpenTask} The values of configuration replace the provider settings: every setting that you omit is unset, and {} clears the provider and the model. Send the result of GetConfiguration with your changes merged in. The newTab option is ignored.`,
    },
    zoo: {
      data: newTask,
      reply: { kind: 'taskStartResponse' },
      timeoutMs: 30_000,
      wireData: withRequestId,
      limitations: `${oneOpenTask} If the start fails, the error shows at most the stage, never the cause. The values of configuration are not limited to this task: they are stored permanently in the agent's global settings. If a value has the wrong type, the agent silently drops the whole command. The newTab option reverts unsaved editors.`,
    },
  },
  CancelTask: {
    summary: 'Cancels the current task; it can be resumed.',
    official: cancelCurrent(),
    fork: {
      data: identifier,
      reply: abortedTask,
      limitations:
        'On success, the agent sends no reply, only the event taskAborted. If the task is not the current one, the agent returns an error.',
    },
    zoo: cancelCurrent(),
  },
  CloseTask: {
    summary: "Closes the agent's whole editor window in official and zoo, but only the current task in fork.",
    official: closeWindow(),
    fork: {
      data: identifier,
      reply: clearedTask,
      timeoutMs: 2000,
      limitations:
        'On success, the agent sends no reply, so silence means that nothing was refused. If the task is not the current one, the agent returns an error.',
    },
    zoo: closeWindow(),
  },
  ResumeTask: {
    summary: 'Reopens a task from the history.',
    official: resumeSilently(),
    fork: {
      data: identifier,
      limitations:
        'This command reportedly fails. The agent also removes an unknown task id from its state before it returns the error.',
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
        'taskId is ignored: the message always goes to the current task. The command fails if there is no current task. At most one image is allowed.',
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
    summary: 'Closes the current task, with a final message if one is given.',
    fork: { data: identifier.optional(), limitations: 'Also succeeds when there is no task.' },
  },
  CancelCurrentTask: {
    summary: 'Cancels the current task; it can be resumed.',
    fork: {
      data: nothing,
      limitations:
        'The reply arrives before the state has settled: a moment later, the agent creates the same task id again.',
    },
  },
  PressPrimaryButton: {
    summary: 'Answers yes to the question of the current task: approve, run, save or retry.',
    fork: { data: nothing, limitations: 'Fails when there is no task.' },
  },
  PressSecondaryButton: {
    summary: 'Answers no to the question of the current task: reject or deny.',
    fork: { data: nothing, limitations: 'Fails when there is no task.' },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

function cancelCurrent(): DialectSpec {
  return {
    data: identifier.optional(),
    reply: abortedTask,
    wireData: taskIdOrEmpty,
    limitations:
      'Cancels the current task, even if the task id is that of another task; the id only selects the abort to wait for. If there is no task, nothing happens and the command times out. Afterwards, the agent creates the same task id again, and that task waits to be resumed.',
  };
}

function closeWindow(): DialectSpec {
  return {
    data: identifier.optional(),
    reply: closedWindow,
    wireData: taskIdOrEmpty,
    limitations:
      'Saves all files and closes the whole editor window, not only a task, which also ends the connection. In the headless command line, this command has no effect.',
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
      'While the task is waiting for approval of a tool, a command or an MCP call, the message denies the request. While the agent is busy, the message is queued and later answers the next such request with yes. If there is no task, the message starts a new one. The agent sends no reply, so a message whose arrival was not observed is reported as sent.',
  };
}

function deleteQueued(): DialectSpec {
  return {
    data: identifier,
    reply: shorterQueue,
    timeoutMs: 3000,
    limitations:
      'A message that is not in the queue is silently ignored. The result then shows only that the command was sent.',
  };
}
