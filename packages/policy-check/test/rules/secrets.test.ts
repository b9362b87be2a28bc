import { check, type Finding } from '@modegate/policy-check';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from '../support/example-workspace.ts';

/** Characters as if drawn by lot, the same in each run; never a secret of anybody. */
function lot(length: number, alphabet = 'aK7fZ2qLx9RbW4tYn3MvG8cHj6PdS5sE1uTkB0'): string {
  let state = 12_345;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet[state % alphabet.length];
  }).join('');
}
const hex = (length: number) => lot(length, '0a1b2c3d4e5f6978');

describe('values that are written out', () => {
  test.each([
    ['a GitHub token', { env: { ANYTHING: `ghp_${lot(36)}` } }],
    ['a GitHub token', { env: { ANYTHING: `github_pat_${lot(22)}_${lot(59)}` } }],
    ['a GitLab token', { env: { ANYTHING: `glpat-${lot(20)}` } }],
    ['an Anthropic key', { env: { ANYTHING: `sk-ant-api03-${lot(93)}AA` } }],
    ['an OpenAI key', { env: { ANYTHING: `sk-proj-${lot(120)}` } }],
    ['an OpenRouter key', { env: { ANYTHING: `sk-or-v1-${hex(64)}` } }],
    ['a Slack token', { env: { ANYTHING: `xoxb-${lot(12, '183746')}-${lot(24)}` } }],
    ['an AWS access key', { env: { ANYTHING: `AKIA${lot(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}` } }],
    ['a Google API key', { env: { ANYTHING: `AIza${lot(35)}` } }],
    ['an npm token', { env: { ANYTHING: `npm_${lot(36)}` } }],
    ['a Figma token', { args: [`--figma-api-key=figd_${lot(40)}`] }],
    ['a JSON Web Token', { args: ['--header', `Authorization: Bearer eyJ${lot(20)}.eyJ${lot(60)}.${lot(43)}`] }],
    ['a private key', { env: { ANYTHING: `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIE` } }],
    ['a password', { args: [`postgresql://app:${lot(16)}@db.example.org/app`] }],
    ['what looks like a key', { env: { EXA_API_KEY: lot(32) } }],
    ['what looks like a key', { env: { braveApiKey: hex(32) } }],
    ['what looks like a token', { args: ['run', '-e', `TRACKER_TOKEN=${lot(40)}`, 'tracker'] }],
    ['what looks like a key', { args: ['--api-key', lot(32)] }],
    ['what looks like a password', { env: { DB_PASSWORD: lot(24) } }],
  ])('the finding reports %s in %j', (what, fields) => {
    const [finding, ...more] = findings({ command: 'x', ...fields });
    expect(more).toEqual([]);
    expect(finding?.message).toContain(`contains ${what} in`);
  });

  test.each([
    ['what looks like a token', { url: 'https://a.example/mcp', headers: { Authorization: `Bearer ${lot(40)}` } }],
    ['what looks like a key', { url: 'https://a.example/mcp', headers: { 'X-API-Key': lot(32) } }],
    ['what looks like a token', { url: `https://a.example/mcp?region=eu&access_token=${lot(40)}` }],
    ['a password', { url: `https://user:${lot(20)}@a.example/mcp` }],
  ])('the finding reports %s of a remote server', (what, fields) => {
    expect(findings({ type: 'streamable-http', ...fields })[0]?.message).toContain(what);
  });
});

describe('values that only represent a secret, or are not one', () => {
  test.each([
    'your-api-key-here',
    'YOUR_GITHUB_TOKEN_HERE',
    'ANTHROPIC_API_KEY_HERE',
    '<token>',
    '<your personal access token goes here>',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'sk-ant-api03-...',
    `sk-${'x'.repeat(48)}`,
    `AKIAIOSFODNN7${'EXAMPLE'}`,
    'changeme',
    'change-me-please-123',
    'secret',
    'password123',
    'xxx',
    '',
    '${GITHUB_TOKEN}',
    '${env:GITHUB_TOKEN}',
    '${input:github-pat}',
    '${CONTEXT7_API_KEY:-}',
    '$GITHUB_TOKEN',
    '%GITHUB_TOKEN%',
    '{{github_token}}',
    'Bearer ${env:TOKEN}',
    'op://Private/GitHub/credential-2024/token',
    './secrets/token-2024-11-02.json',
    '/run/secrets/github_token_2',
    'claude-3-7-sonnet-20250219',
    'minimax-coding-plan/MiniMax-M2.7-highspeed',
    'test_find_by_ingredient_with_xyz123',
    '123456789012345678901234567890',
    'http://localhost:3000/callback?code=none',
    'postgresql://postgres:postgres@localhost:5432/app',
    'bob-marketplace-local',
    'true',
  ])('the value %j is not reported', (value) => {
    const names = { API_KEY: value, GITHUB_TOKEN: value, DB_PASSWORD: value };
    expect(findings({ command: 'x', args: ['--token', value, `--api-key=${value}`], env: names })).toEqual([]);
    expect(
      findings({ type: 'sse', url: 'https://a.example/sse', headers: { Authorization: value, 'X-Api-Key': value } }),
    ).toEqual([]);
  });

  test.each(['MAX_TOKENS', 'API_KEY_ID', 'TOKEN_URL', 'KEYWORDS', 'SESSION_NAME', 'COMMIT', 'TOKENIZER', 'PUBLIC_KEY'])(
    'a value without a pattern under the name %s is not reported',
    (name) => {
      expect(findings({ command: 'x', env: { [name]: lot(32) } })).toEqual([]);
    },
  );
});

test('no finding contains the value of a secret', () => {
  const secret = lot(36);
  const found = [
    ...findings({
      command: 'x',
      args: ['--api-key', secret, `--token=ghp_${secret}`],
      env: { A_KEY: secret, B: `ghp_${secret}` },
    }),
    ...findings({ type: 'sse', url: `https://u:${secret}@a.example/`, headers: { Authorization: `Bearer ${secret}` } }),
  ];
  expect(found).toHaveLength(6);
  expect(JSON.stringify(found)).not.toContain(secret.slice(0, 8));
});

test('two secrets of one server are two findings with different fingerprints', () => {
  const found = findings({ command: 'x', env: { A_KEY: lot(32), B_KEY: lot(33) } });
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(found.map(({ location }) => location.pointer)).toEqual(['/mcpServers/a/env/A_KEY', '/mcpServers/a/env/B_KEY']);
});

function findings(server: object): readonly Finding[] {
  const workspace = exampleWorkspace({ 'mcp.json': JSON.stringify({ mcpServers: { a: server } }, null, 2) });
  const result = check(workspace);
  expect(result.failures).toEqual([]);
  return result.findings.filter(({ rule }) => rule === 'M060');
}
