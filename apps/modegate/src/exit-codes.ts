/** Exit codes of every command, independent of its output format. */
export const exitCodes = {
  clean: 0,
  /** Findings, failed tests, a refusal, or a change that grants a permission. */
  findings: 1,
  /** Wrong usage or an unreadable file. */
  usage: 2,
  /** A bug in the program. */
  internal: 3,
  /** Something requested could not be evaluated, such as a lock without known tools. */
  unevaluated: 4,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
