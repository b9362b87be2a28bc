import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentTools,
  claudeCodeTools,
  clineTools,
  codexTools,
  copilotTools,
  geminiTools,
  kiloTools,
  opencodeTools,
  qwenTools,
  type RecordedAgent,
} from '@modegate/agent-tools';
import { expect, test } from 'vitest';

// Cursor is missing: it cannot be run, so nothing of it is recorded.
const tables: Readonly<Record<string, AgentTools>> = {
  'claude-code': claudeCodeTools,
  cline: clineTools,
  codex: codexTools,
  copilot: copilotTools,
  gemini: geminiTools,
  kilo: kiloTools,
  opencode: opencodeTools,
  qwen: qwenTools,
};

const folder = join(import.meta.dirname, '../agents');
const read = (agent: string) => JSON.parse(readFileSync(join(folder, `${agent}.json`), 'utf8')) as RecordedAgent;

test('every agent that can be run has recorded tools', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(tables)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
});

test.each(Object.keys(tables))(
  '%s: each declared tool is classified with a kind, and each parameter with a role',
  (agent) => {
    expect(listUnclassified(read(agent), tables[agent] ?? {})).toEqual([]);
  },
);

test('listUnclassified finds unclassified tools and parameters', () => {
  const recorded = read('gemini');
  const { write_file: _, ...without } = geminiTools;
  expect(listUnclassified(recorded, without)).toEqual(['write_file']);
  const narrower = { ...geminiTools, write_file: { kind: 'write', parameters: { content: ['content'] } } } as const;
  expect(listUnclassified(recorded, narrower)).toEqual(['write_file: file_path']);
});

/** The declared tools without a kind, and the declared parameters without a role. */
function listUnclassified({ tools }: RecordedAgent, table: AgentTools): readonly string[] {
  return Object.entries(tools).flatMap(([declared, { parameters }]) => {
    // Codex joins the names of the group and the tool for its hooks.
    const name = declared.replace('.', '');
    const tool = table[name];
    if (tool === undefined) return [name];
    const known = Object.values(tool.parameters).flat();
    return Object.keys(parameters).flatMap((place) => (known.includes(place) ? [] : [`${name}: ${place}`]));
  });
}
