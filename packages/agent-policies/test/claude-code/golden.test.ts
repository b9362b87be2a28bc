import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentEffect, claudeCodePolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';

const path = join(sharedFolder, 'reference/golden-permissions.json');
const folders = { project: '/home/u/p/project', home: '/home/u/p/home', parent: '/home/u/p' } as const;

interface GoldenCase {
  readonly id: string;
  readonly agent: string;
  readonly files: Readonly<Record<string, string>>;
  readonly profile: {
    readonly agent?: string;
    readonly subagent?: string;
    readonly flags?: string;
    readonly cwd?: string;
    readonly trusted?: boolean;
  };
  readonly call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  readonly answer: 'allow' | 'ask' | 'deny' | 'gone' | 'unknown';
  readonly note: string;
}

describe.skipIf(!existsSync(path))('recorded answers of Claude Code 2.1.330 (needs ../shared)', () => {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '[]';
  const placed = text.replace(/<(project|home|parent)>/g, (_, name: keyof typeof folders) => folders[name]);
  const cases = (JSON.parse(placed) as GoldenCase[]).filter(({ agent }) => agent === 'claude');

  test('every recorded answer of Claude Code 2.1.330 equals ours, none wider, stricter or unknown', () => {
    const differing = cases.filter((one) => !isEqual(one.answer, answerTo(one)));
    expect(cases.length).toBeGreaterThan(1_000);
    expect(differing.map(describeCase)).toEqual([]);
  });
});

function isEqual(expected: GoldenCase['answer'], given: AgentEffect): boolean {
  return given === (expected === 'gone' ? 'not offered' : expected);
}

function answerTo({ files, profile, call, note }: GoldenCase): AgentEffect {
  const list = Object.entries(files).map(([name, text]) => ({
    path: name.startsWith('/') ? name : `${folders.project}/${name}`,
    name,
    text,
  }));
  const { profiles } = claudeCodePolicies.readProfiles({ project: folders.project, home: folders.home, files: list });
  const [, linked = ''] = /links: (.*)$/.exec(note) ?? [];
  const links = linked.split(', ').flatMap((one) => {
    const [link = '', target] = one.split(' -> ');
    return target === undefined ? [] : [[`${folders.project}/${link}`, target] as const];
  });
  const name = profile.subagent === undefined ? 'claude-code' : `claude-code/${profile.subagent}`;
  const found = profiles.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no profile ${name}`);
  const agentFlag = profile.agent === undefined ? '' : ` --agent ${profile.agent}`;
  return claudeCodePolicies.decideFor(found, call, {
    trust: profile.trusted === false ? 'untrusted' : 'trusted',
    cwd: profile.cwd,
    flags: `${profile.flags ?? ''}${agentFlag}`,
    links: Object.fromEntries(links),
  }).effect;
}

function describeCase(one: GoldenCase): string {
  return [
    one.id,
    one.answer,
    answerTo(one),
    JSON.stringify(one.files),
    JSON.stringify(one.profile),
    JSON.stringify(one.call),
  ].join(' ');
}
