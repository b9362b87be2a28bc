/** What the exit code of every command means, whatever the format of its output. */
export const exitCodes = {
  clean: 0,
  /** Findings, failed tests, a refusal, a change that grants something. */
  findings: 1,
  /** Wrong usage, or a file that cannot be read. */
  usage: 2,
  /** A fault of the program itself. */
  internal: 3,
  /** Something that was asked for could not be judged, such as a lock without known tools. */
  unevaluated: 4,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
