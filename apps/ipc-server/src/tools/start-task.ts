import type { CommandReply } from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';
import * as z from 'zod';
import { annotations } from '../calls/annotations.ts';
import type { CommandCall } from '../calls/command-call.ts';
import { commandResult } from '../calls/command-call.ts';
import { commandTool } from '../calls/command-tool.ts';
import { confirmArgument, requireConfirmation } from '../calls/confirmation.ts';
import { mergedConfiguration } from '../calls/merged-configuration.ts';
import { settingsArgument } from '../calls/settings-argument.ts';

/** `roo_ipc_start_task`: starts a task and returns its id. */
export const startTaskTool = commandTool({
  name: 'roo_ipc_start_task',
  title: 'Start a task',
  command: 'StartNewTask',
  summary: 'Start a task in the coding agent with a prompt; returns its taskId.',
  details:
    'Follow its progress with roo_ipc_wait_for_task or roo_ipc_poll_ai_messages. A partial configuration is merged into the current one if the agent would otherwise erase the other settings. new_tab requires confirm.',
  annotations: annotations({ destructive: true, openWorld: true }),
  input: {
    text: z.string().min(1).describe('The prompt.'),
    configuration: settingsArgument
      .optional()
      .describe(
        'Agent settings to change, with the names that the agent uses: mode, apiProvider, autoApprovalEnabled, alwaysAllowReadOnly, …',
      ),
    images: z.array(z.string().min(1)).optional().describe('Images as data URIs.'),
    new_tab: z.boolean().optional().describe('Open the task in a new editor tab.'),
    confirm: confirmArgument,
  },
  output: { taskId: z.string().optional().describe('The id that the agent gave the new task.') },
  run: async (args, call) => {
    const { text, images, new_tab: newTab, confirm } = args;
    if (newTab === true) {
      requireConfirmation(confirm, 'new_tab reverts unsaved editors and closes all editors before the task opens.');
    }
    const configuration = await configurationFor(args.configuration ?? {}, call);
    call.rememberSecrets(configuration);
    const reply = await call.send('StartNewTask', { text, configuration, ...defined({ images, newTab }) });
    const facts = startedFacts(reply);
    if (facts.taskId !== undefined) call.tasks.noteStarted(facts.taskId);
    return { ...commandResult(reply), ...facts };
  },
});

function configurationFor(given: Readonly<Record<string, unknown>>, call: CommandCall) {
  // Only this dialect unsets omitted settings; in the other dialects, sending all settings could undo a change that the
  // user has just made.
  return call.dialect === 'fork' ? mergedConfiguration(given, call) : given;
}

function startedFacts(reply: CommandReply): { readonly taskId?: string; readonly note?: string } {
  if (reply.outcome === 'sent') {
    const { candidate } = reply;
    if (candidate?.taskId === undefined) return {};
    return {
      taskId: candidate.taskId,
      note: 'This task was created after the command was sent and is probably the new one.',
    };
  }
  const { payload } = reply;
  const taskId = typeof payload === 'string' ? payload : (payload as { readonly taskId?: unknown } | undefined)?.taskId;
  return typeof taskId === 'string' ? { taskId } : {};
}
