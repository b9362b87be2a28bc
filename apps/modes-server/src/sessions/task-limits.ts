/** Size limits of one task; the limits of all tasks together are settings. */
export const taskLimits = {
  messages: 100,
  messageBytes: 16_384,
  switches: 100,
  decisions: 200,
  decisionBytes: 2048,
};
