const MINUTE_MS = 60_000;

/** Reports what goes wrong while sending, at most once a minute: a collector that is down fails with every batch. */
export function createProblemReport(
  onProblem: (message: string) => void,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (now() - reportedAt < MINUTE_MS) return;
    reportedAt = now();
    onProblem(`Telemetry could not be sent: ${describe(error)}`);
  };
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : 'for an unknown reason';
  return message.slice(0, 300);
}
