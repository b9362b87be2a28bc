/** What a task may hold; how many tasks there may be, and how much they may hold together, are settings. */
export const taskLimits = {
  messages: 100,
  messageBytes: 16_384,
  switches: 100,
  decisions: 200,
  decisionBytes: 2048,
};
