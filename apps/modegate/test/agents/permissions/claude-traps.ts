import type { ClaudeCircumstances, ClaudeSituation } from './claude-situation.ts';

/** Sessions in which files and rules are easily misread, each with calls that show it. */
export function trapSituations(): readonly ClaudeSituation[] {
  return traps.map(({ files = {}, permissions, profile = {}, calls }) => ({
    files: { ...(permissions !== undefined && { '.claude/settings.json': settings(permissions) }), ...files },
    profile,
    calls,
  }));
}

interface Trap {
  readonly files?: Readonly<Record<string, string>>;
  readonly permissions?: object;
  readonly profile?: ClaudeCircumstances;
  readonly calls: readonly string[];
}

function settings(permissions: object): string {
  return JSON.stringify({ permissions });
}

const removals =
  `rm -rf /|rm -rf ~|rm -rf $HOME|rm -rf .|rm -rf *|rm -rf ..|rm -rf /etc|rm -rf $X/|rm -rf $X|rm -rf $(pwd)|rm -rf src
rm -rf src/*|rm -rf /usr/local|cd / && rm -rf *|X=/; rm -rf $X|ls; rm -rf /|bash -c "rm -rf /"|sudo rm -rf /|rm -fr /`.split(
    /[|\n]/,
  );
const wrapped = `timeout 5 zz a|time zz a|nice -5 zz a|stdbuf -oL zz a|sudo zz a|env zz a|watch zz a|npx zz a|xargs zz a
xargs -n1 zz a|bash -c "zz a"|eval zz a|find . -exec zz a ;|/usr/bin/zz a|'zz' a|\\zz a|FOO=1 zz a|CI=1 zz a|CI=/x zz a
zz a && qq|(zz a)|{ zz a; }|zz a &|for i in 1 2; do zz a; done|zz $X|zz > out|zz a 2>&1|a=zz; $a a|A=1; zz a|zz  a|zz-x
docker exec c zz a|coproc zz a|trap 'zz a' EXIT|time -p zz a|exec zz a|flock f -c "zz a"`.split(/[|\n]/);
const readsEnv =
  `cat .env|cat .e*|cat < .env|echo $(cat .env)|{ cat .env; }|(cat .env)|xargs cat .env|sudo cat .env|cp .env x|cp README.md .env
git diff .env|git show HEAD:.env|less .env|od .env|sort -o .env README.md|sed s/a/b/ .env|X=.env; cat $X|cat src/../.env|cat $PWD/.env
touch .env|echo hi > .env|find . -name .env|cd src && cat ../.env|grep -r x .|Read .env|Edit .env|Write .env`.split(
    /[|\n]/,
  );
const edits =
  `cp README.md r|cp -r src d|rm a|rm *.txt|mkdir -p a/b|touch a|touch -t 1 a|mv README.md r|sed -i s/a/b/ README.md|sed -i.bak s/a/b/ README.md
tee a|echo hi > a|> a|ls > a|ln -s a b|chmod +x a|touch ../other/a|echo hi > ../other/a|cd src && touch a|touch .git/a|touch .npmrc|touch .github/a
Write a|Write ../other/a|Write .claude/x|Write .husky/x|Write .mcp.json|Write .env.x|Edit README.md|npm test|git push|ls|cat ../other/o.txt
Read <parent>/other/o.txt`.split(/[|\n]/);
const paths =
  `Write src/n.ts|Write src/deep/n.ts|Write sub/src/n.ts|Write n.ts|Write docs/n.md|Write sub/.env|Write SRC/n.ts
Write <parent>/other/n.ts|Write <home>/n.ts`.split(/[|\n]/);
const folders = [
  'cd src && ls',
  'cd src; cat x.ts',
  'cd ./src && ls',
  'cd <project> && git status',
  'cd src && git status',
  'cd .. && ls',
];
const anything = [
  'zz a',
  'qq a',
  'ls',
  'npm test',
  'Write n.ts',
  'Read README.md',
  'WebFetch https://example.com/',
  'mcp__srv__decide',
];

const fileRules =
  `src/**|./src/**|/src/**|//<project>/src/**|src/*|src/|src|*.ts|**/*.ts|**|*|~/**|<parent>/other/**|//<parent>/**
.env|./.env|/.env|**/.env|SRC/**|!src/**|src/**/n.ts|path:src/**|{src,docs}/**|src\\**`.split(/[|\n]/);

const traps: readonly Trap[] = [
  ...[{ allow: ['Bash'] }, { allow: ['Bash(rm:*)'] }, { allow: ['Bash'], deny: ['Bash(rm -rf *)'] }].map(
    (permissions) => ({
      permissions,
      calls: removals,
    }),
  ),
  { profile: { flags: '--permission-mode bypassPermissions' }, calls: removals },
  ...[{ allow: ['Bash(zz *)'] }, { allow: ['Bash'], deny: ['Bash(zz *)'] }, { allow: ['Bash(* a)'] }].map(
    (permissions) => ({
      permissions,
      calls: wrapped,
    }),
  ),
  { permissions: { allow: ['Bash'], deny: ['Read(.env)'] }, calls: [...readsEnv, ...folders] },
  {
    permissions: { allow: ['Bash', 'Edit'], deny: ['Edit(.env)', 'Write(secret.txt)'] },
    calls: [...readsEnv, 'Write secret.txt'],
  },
  { permissions: { deny: ['Read(./.env)'] }, calls: [...readsEnv, ...folders] },
  { permissions: { ask: ['Read(.env)', 'Edit(.env)'], allow: ['Bash'] }, calls: readsEnv },
  { permissions: { defaultMode: 'acceptEdits' }, calls: edits },
  { permissions: { allow: ['Edit'] }, calls: edits },
  { permissions: { allow: ['Edit(**)', 'Bash(touch:*)', 'Bash(rm:*)'] }, calls: edits },
  { permissions: { allow: ['Write', 'Bash(cp:*)', 'Bash(git:*)'] }, calls: edits },
  { profile: { flags: '--permission-mode bypassPermissions' }, permissions: { ask: ['Edit(a)'] }, calls: edits },
  ...fileRules.map((rule) => ({ permissions: { allow: [`Edit(${rule})`] }, calls: paths })),
  ...fileRules.map((rule) => ({ permissions: { allow: ['Edit(//**)'], deny: [`Edit(${rule})`] }, calls: paths })),
  ...['/src/**', 'src/**', '~/n.ts', '/n.ts'].map((rule) => ({
    files: { '<home>/.claude/settings.json': settings({ allow: ['Edit(//**)'], deny: [`Edit(${rule})`] }) },
    calls: [...paths, 'Write <home>/.claude/src/n.ts'],
  })),
  ...['settings.json', 'settings.local.json'].map((name) => ({
    files: { [`.claude/${name}`]: settings({ allow: ['Bash(zz *)'], deny: ['Bash(qq *)', 'Edit(/src/**)'] }) },
    profile: { cwd: '<project>/sub' },
    calls: [...anything, ...paths],
  })),
  ...[
    '// c\n',
    '{"deny":[],}',
    '[]',
    '{"permissions":{"defaultMode":7}}',
    '{"permissions":{"allow":"Bash"}}',
    '\ufeff{}',
  ].map((text) => ({
    files: { '.claude/settings.json': text, '.claude/settings.local.json': settings({ deny: ['Bash(qq *)'] }) },
    calls: anything,
  })),
  {
    permissions: { deny: [5, '', 'Bash(ls', 'Bash()', 'bash(ls *)', 'Bash(ls)*', 'rm -rf', 'Nope(x)', 'Bash(qq *)'] },
    calls: anything,
  },
  ...['default', 'dontAsk', 'acceptEdits', 'bypassPermissions'].map((mode) => ({
    permissions: { defaultMode: mode, allow: ['Bash(zz *)'], deny: ['Bash(qq *)'], ask: ['Bash(ls)'] },
    calls: anything,
  })),
  { permissions: { allow: ['Bash(zz *)'], ask: ['Bash(qq *)'] }, profile: { trusted: false }, calls: anything },
  ...['mcp__srv', 'mcp__srv__*', 'mcp__srv__dec*', 'mcp__*', 'mcp__srv__', 'mcp__srv__decide(*)', '*'].flatMap(
    (rule) => [
      { permissions: { allow: [rule] }, calls: ['mcp__srv__decide', 'mcp__srv__create_issue', 'Write a', 'zz'] },
      {
        permissions: { allow: ['mcp__srv', 'Bash'], deny: [rule] },
        calls: ['mcp__srv__decide', 'mcp__srv__create_issue', 'Write a', 'zz'],
      },
    ],
  ),
  ...[
    'domain:example.com',
    'domain:*.example.com',
    'domain:*',
    'https://example.com',
    'example.com',
    'domain:EXAMPLE.com',
    'domain:example.*',
  ].flatMap((host) => [
    { permissions: { allow: [`WebFetch(${host})`] }, calls: hosts() },
    { permissions: { allow: ['WebFetch'], deny: [`WebFetch(${host})`] }, calls: hosts() },
  ]),
];

function hosts(): readonly string[] {
  return `https://example.com/|http://example.com:8080/a|https://www.example.com/|https://a.b.example.com/|https://EXAMPLE.com/
https://example.com.evil.test/|https://example.org/`
    .split(/[|\n]/)
    .map((url) => `WebFetch ${url}`);
}
