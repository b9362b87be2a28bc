/** Limits of a single task; the number of tasks and their total size are settings. */
export const taskLimits = {
  messages: 100,
  messageBytes: 16_384,
  switches: 100,
  decisions: 200,
  decisionBytes: 2048,
};
