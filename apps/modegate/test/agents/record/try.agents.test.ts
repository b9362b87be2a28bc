import { test } from 'vitest';
import { claudeCode } from '../agents/claude-code.ts';
import { cline } from '../agents/cline.ts';
import { codex } from '../agents/codex.ts';
import { copilot } from '../agents/copilot.ts';
import { gemini } from '../agents/gemini.ts';
import { kilo } from '../agents/kilo.ts';
import { opencode } from '../agents/opencode.ts';
import { qwen } from '../agents/qwen.ts';
import { recordAgent } from './record-agent.ts';
import { writeFileSync, rmSync } from 'node:fs';

for (const agent of [claudeCode, cline, codex, copilot, gemini, kilo, opencode, qwen])
  test(agent.client, async () => {
    process.env.DUMP = `/tmp/rec/dump/${agent.client}`;
    const r = await recordAgent(agent);
    writeFileSync(`/tmp/rec/${agent.client}.json`, JSON.stringify(r.recorded, null, 2));
    console.log(agent.client, r.skipped);
  }, 600_000);
