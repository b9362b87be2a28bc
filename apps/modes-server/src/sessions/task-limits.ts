/** Size limits for one task; the limits for all tasks together are part of the settings. */
export const taskLimits = {
  messages: 100,
  messageBytes: 16_384,
  switches: 100,
  decisions: 200,
  decisionBytes: 2048,
};
