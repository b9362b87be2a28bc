import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentCircumstances,
  type CodexPolicyAnswer,
  type CodexToolAnnotations,
  checkCodexPolicy,
  codexPolicies,
} from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { codexFiles, home, project } from './support.ts';

const file =
  process.env.MODEGATE_GOLDEN_PERMISSIONS_2 ??
  join(import.meta.dirname, '../../../../../../shared/reference/golden-permissions-2.json');

interface Golden {
  readonly id: string;
  readonly agent: string;
  readonly files: Readonly<Record<string, string>>;
  readonly profile: {
    readonly engine?: string;
    readonly resolveHostExecutables?: boolean;
    readonly run?: 'app-server' | 'codex exec';
    readonly args?: readonly string[];
    readonly threadStart?: { readonly approvalPolicy?: unknown; readonly sandbox?: string };
  };
  readonly call: {
    readonly tool: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly annotations?: CodexToolAnnotations;
  };
  readonly answer: string;
  readonly note: string;
}

const cases = readCases();

describe.skipIf(cases.length === 0)('recorded answers of Codex from ../shared/reference', () => {
  test('recorded answers of Codex equal ours, except for loops, which are unknown', () => {
    const different = cases.filter((golden) => answerGolden(golden) !== golden.answer);
    const shown = different.map((golden) => `${golden.id}: ${answerGolden(golden)} instead of ${golden.answer}`);
    expect(shown).toEqual(['codex-execpolicy-r-starlark-loop: unknown instead of deny']);
  });
});

function readCases(): readonly Golden[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8').replaceAll('<project>', project).replaceAll('<home>', home);
  return (JSON.parse(text) as readonly Golden[]).filter(({ agent }) => agent === 'codex');
}

/** Returns the answer in the words of the recordings. */
function answerGolden(golden: Golden): string {
  const files = codexFiles(golden.files);
  if (golden.profile.engine !== undefined) {
    const rules = files.files.filter(({ path }) => path.endsWith('.rules'));
    const resolve = golden.profile.resolveHostExecutables === true;
    return checkCodexPolicy(rules, golden.call.arguments.argv as readonly string[], { resolve, cwd: project }).answer;
  }
  const [profile] = codexPolicies.readProfiles(files).profiles;
  if (profile === undefined) return 'no profile';
  const answer = codexPolicies.decideFor(profile, golden.call, circumstancesOf(golden));
  const startFailed = answer.effect === 'deny' && /does not start/.test(answer.because);
  if (startFailed) return 'error';
  if (golden.answer === 'deny' && golden.note.startsWith('by the sandbox')) return stops(golden, answer);
  return answer.effect === 'not offered' ? 'deny' : answer.effect;
}

/** True if the sandbox of an allowed call stops what the note says it stopped. */
function stops(golden: Golden, { effect, within }: CodexPolicyAnswer): string {
  if (within === undefined || effect !== 'allow') return effect;
  const target =
    /(?:touch|directory|cat|cannot touch|line \d+):? ['‘]?([\w./-]+)['’]?: /.exec(golden.note)?.[1] ?? 'y.txt';
  const path = `${project}/${target}`;
  const { denied, readOnly } = within;
  const covers = (folders: readonly string[] | 'all') =>
    folders === 'all' || folders.some((folder) => path.startsWith(folder) && !folder.includes('*'));
  if (golden.note.includes('Permission denied')) return denied.some((glob) => glob.endsWith('*.env')) ? 'deny' : effect;
  return !covers(within.write) || covers(readOnly) ? 'deny' : effect;
}

function circumstancesOf({ profile: { run, args = [], threadStart = {} } }: Golden): AgentCircumstances {
  if (run === 'codex exec') return { headless: true, flags: args.join(' ') };
  const { approvalPolicy, sandbox } = threadStart;
  const flags: string[] = [];
  if (sandbox !== undefined) flags.push(`-s ${sandbox}`);
  if (typeof approvalPolicy === 'string') flags.push(`-a ${approvalPolicy}`);
  if (typeof approvalPolicy === 'object' && approvalPolicy !== null) {
    const { granular } = approvalPolicy as { readonly granular: Readonly<Record<string, boolean>> };
    const parts = Object.entries(granular).map(([key, value]) => `${key} = ${value}`);
    flags.push(`-c 'approval_policy={ granular = { ${parts.join(', ')} } }'`);
  }
  return { flags: flags.join(' ') };
}
