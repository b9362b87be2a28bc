import { type CodexSituation, cat, connect, patch, touch, userConfig } from '../situation.ts';

const files = '[permissions.p.filesystem]\n';
const root = `${files}":root" = "read"\n`;
const workspace = '[permissions.p.filesystem.":workspace_roots"]\n';
const all = `${root}${workspace}"." = "write"\n`;
const extended = '[permissions.p]\nextends = ":workspace"\n';

const profiles = [
  root,
  all,
  `${root}${workspace}"docs" = "write"`,
  `${root}${workspace}"docs" = "write"\n"docs/priv" = "read"`,
  `${all}"docs/priv" = "deny"\n"docs/priv/ok" = "write"`,
  `${all}"docs/**" = "read"`,
  `${all}"**/*.env" = "deny"`,
  `${all}"?.env" = "deny"`,
  `${all}"s.env" = "none"`,
  // A pattern covers existing files, not added ones.
  `${all}"docs/priv/**" = "deny"`,
  `${all}".git" = "write"`,
  `${files}":root" = "write"\n${workspace}"docs" = "read"`,
  `${root}"<project>/docs" = "write"`,
  `${root}"~" = "write"`,
  `${root}":slash_tmp" = "write"`,
  `${root}":project_roots" = "write"`,
  `${root}":cwd" = "write"`,
  `${files}":minimal" = "read"\n${workspace}"." = "write"`,
  `${root}${workspace}"" = "write"`,
  `${root}${workspace}"./docs" = "write"`,
  `${root}${workspace}"/docs" = "write"`,
  `${root}${workspace}"docs/../src" = "write"`,
  `${root}${workspace}"*.md" = "write"`,
  `${root}${workspace}"docs" = "execute"`,
  `${root}"docs" = "write"`,
  `${root}":slash_tmp" = { "x" = "write" }`,
  extended,
  `${extended}${workspace}"docs" = "read"`,
  `${extended}${files}":workspace_roots" = "read"`,
  `${extended}${files}":root" = "deny"`,
  `${extended}[permissions.p.network]\nenabled = true`,
  `${extended}[permissions.p.workspace_roots]\n".." = true`,
  '[permissions.p]\nextends = "q"\n[permissions.q]\nextends = ":read-only"\n[permissions.q.network]\nenabled = true',
  '[permissions.p]\nextends = "nosuch"',
  '[permissions.p]\nextends = "p"',
  '[permissions.p]\nextends = ":danger-full-access"',
  `${extended}[permissions.":q"]\nextends = ":read-only"`,
];

const calls = [
  touch('a1'),
  touch('docs/a2'),
  touch('docs/priv/a3'),
  touch('docs/priv/ok/a4'),
  touch('../a5'),
  touch('/tmp/a6'),
  touch('.git/a7'),
  touch('<home>/a8'),
  cat('s.env'),
  cat('docs/priv/s.txt'),
  connect,
  patch('Add p1.md'),
  patch('Add docs/priv/p2.md'),
  patch('Add ../p3.md'),
  patch('Add .codex/p4'),
  patch('Add docs/new.env'),
  patch('Delete s.env'),
];

const projectFiles = { 's.env': 'SECRET', 'docs/priv/s.txt': 'SECRET', 'docs/priv/ok/x': 'x', '.codex/x': '' };

/** Permission profiles. */
export const profileSituations: readonly CodexSituation[] = profiles.map((text) => ({
  name: `profile ${text.replaceAll('\n', '; ')}`,
  files: { ...projectFiles, ...userConfig(`default_permissions = "p"\n${text}`) },
  calls,
}));
