/** The arguments by which `taskkill` ends a process and everything that it started, without asking. */
export function taskkillArguments(pid: number): readonly string[] {
  return ['/PID', String(pid), '/T', '/F'];
}
