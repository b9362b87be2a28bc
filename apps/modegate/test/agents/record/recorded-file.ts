import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedAgent } from '../../../../../packages/agent-tools/src/index.ts';
import type { TestedAgent } from '../lab/agent-start.ts';

/** What is recorded of an agent. */
export function readRecorded(client: TestedAgent): RecordedAgent {
  return JSON.parse(readFileSync(recordedFile(client), 'utf8')) as RecordedAgent;
}

/** Records an agent; the script that asks for it formats the file. */
export function writeRecorded(client: TestedAgent, recorded: RecordedAgent): void {
  writeFileSync(recordedFile(client), `${JSON.stringify(recorded, null, 2)}\n`);
}

/** Where an agent is recorded. */
export function recordedFile(client: string): string {
  return join(import.meta.dirname, '../../../../../packages/agent-tools/agents', `${client}.json`);
}
