/** Prints how a check ended, and ends the process with 1 when anything was found. */
export function finish(check: string, failures: readonly string[], passedText: string): void {
  for (const failure of failures) console.error(`\n✗ ${failure}`);
  if (failures.length === 0) console.log(`${check}: ${passedText}`);
  else console.error(`\n${check}: ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
