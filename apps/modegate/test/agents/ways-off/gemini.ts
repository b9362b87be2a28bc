import { gemini } from '../agents/gemini.ts';
import { byteOrderMark, comment, trailingComma, withKeys } from './faults.ts';
import type { WaysOff } from './way-off.ts';

const [project, user, managed] = [
  '.gemini/settings.json',
  '~/.gemini/settings.json',
  '~/etc/gemini-cli/settings.json',
] as const;
const trusted = '~/.gemini/trustedFolders.json';
const off = { project: 'off', global: 'off', managed: 'off' } as const;
const noStart = { project: 'no start', global: 'no start' } as const;
const switchedOff = withKeys({ hooksConfig: { enabled: false } });
const onlyHooks = (text: string) => JSON.stringify({ hooks: JSON.parse(text).hooks });

/** The settings of the user with other keys for trust. */
const withoutTrust = withKeys({
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
});

/** Gemini CLI. */
export const geminiWays: WaysOff = {
  agent: gemini,
  managed: { from: '.gemini/settings.json', to: 'gemini-cli/settings.json', change: onlyHooks },
  ways: [
    { what: 'H3: in a subfolder', start: 'subfolder', seen: { project: 'off', global: 'holds', managed: 'holds' } },
    { what: 'H3: in a worktree', start: 'worktree', seen: { project: 'off', global: 'holds' } },
    {
      what: '-w',
      flags: () => ['-w', 'own'],
      files: { [user]: withKeys({ experimental: { worktrees: true } }) },
      seen: { project: 'holds', global: 'holds' },
    },
    { what: 'without trust', files: { [trusted]: '{}' }, seen: noStart },
    {
      what: 'without trust, with --skip-trust',
      files: { [trusted]: '{}' },
      flags: () => ['--skip-trust'],
      seen: { project: 'off' },
    },
    {
      what: 'with trust switched off',
      files: { [trusted]: '{}', [user]: withoutTrust },
      seen: { project: 'holds' },
    },
    { what: 'hooksConfig.enabled of the project', files: { [project]: switchedOff }, seen: off },
    { what: 'hooksConfig.enabled of the user', files: { [user]: switchedOff }, seen: off },
    {
      what: 'hooksConfig.disabled of the user',
      files: { [user]: withKeys({ hooksConfig: { disabled: ['modegate'] } }) },
      seen: off,
    },
    {
      what: 'hooksConfig.enabled of the project against the managed one',
      files: { [project]: switchedOff, [managed]: withKeys({ hooksConfig: { enabled: true } }) },
      seen: { managed: 'holds' },
    },
    {
      what: 'hooks of the project with a wrong type',
      files: { [project]: '{ "hooks": "x" }' },
      seen: { global: 'off' },
    },
    ...[comment, withKeys({ ui: 'x' })].map((fault, index) => ({
      what: `H12: harmless fault ${index + 1} in both files`,
      files: { [project]: fault, [user]: fault },
      seen: { project: 'holds', global: 'holds' } as const,
    })),
    ...[trailingComma, byteOrderMark, ''].map((fault, index) => ({
      what: `H12: fault ${index + 1} in ${project}`,
      files: { [project]: fault },
      seen: { project: 'no start' } as const,
    })),
    { what: `H12: a comma in ${user}`, files: { [user]: trailingComma }, seen: { global: 'no start' } },
    { what: 'a comma in the managed file', files: { [managed]: trailingComma }, seen: { managed: 'no start' } },
  ],
};
