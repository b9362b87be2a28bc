/** Instructions for the model, sent when it connects. */
export const serverInstructions = [
  'This server drives a coding agent (Roo Code, Zoo Code or a related one) that runs in an editor on this machine.',
  '',
  '1. Call roo_ipc_status to see whether an agent is connected.',
  '2. Call roo_ipc_start_task with the prompt and keep the taskId. The new task replaces whatever the agent is doing.',
  '3. Call roo_ipc_wait_for_task until done or needsAnswer is true. needsAnswer comes with the question and a note that says how to answer.',
  '4. roo_ipc_get_messages shows what the agent wrote; roo_ipc_poll_ai_messages and roo_ipc_poll_other_events give every event once.',
  '',
  'The outcome of an answer is one of three: confirmed when the agent answered or an event showed the effect (via says which), sent when the command was written to an agent that does not confirm it, and inferred when this server worked the result out from the events it has seen. payload is what the agent answered.',
  'A failed call says whether anything was sent. After a time-out, check roo_ipc_status before you repeat roo_ipc_start_task: the task may have started.',
].join('\n');
