import type { ClaudeCircumstances, ClaudeSituation } from './claude-situation.ts';

/** Sessions about one detail each, in which Claude Code was found to do otherwise than one expects. */
export function detailSituations(): readonly ClaudeSituation[] {
  return [...details.map(toSituation), ...droppedFiles.map(toDroppedFile)];
}

interface Detail {
  readonly permissions: object;
  readonly profile?: ClaudeCircumstances;
  readonly calls: readonly string[];
}

function toSituation({ permissions, profile = {}, calls }: Detail): ClaudeSituation {
  return { files: { '.claude/settings.json': JSON.stringify({ permissions }) }, profile, calls };
}

const background =
  `ls &|zz &|cat README.md &|ls & zz|zz & ls|ls & pwd|cat .env & ls|cd src &|git log &|touch a &|sleep 5 &|(ls) &|[ -f x ] &
cat ../other/o.txt &|ls | cat &|test -f x &|echo hi > a &|nohup zz &`.split(/\n|(?<! )\|(?! )/);
const expansions =
  `zz a $X|zz $X a|zz a \${X}|zz a $(kk)|zz $(kk) a|zz a \`kk\`|zz a "$X"|zz a$X|zz a $((1+1))|zz a $HOME|zz $HOME|zz a <(kk)
for x in 1 2; do zz a $x; done|while read x; do zz a $x; done|X=a; zz $X|sudo zz a $(kk)|time -- zz a|zz a !!|xargs zz a
zz !$|zz a$|xargs rm -rf $HOME|mv / /x|mv ~ /x|mv .. x|mv . x|A=$X zz a`.split(/[|\n]/);
const copies =
  `cp .env x|cp src/x.ts y|cp -r src d|cp -p src/x.ts y|mv src/x.ts y|cp README.md src|A=1 cp src/x.ts y|cp -- src/x.ts y
cp --target-directory=src README.md|env cp src/x.ts y|cp src/* d|rm src/*|cat src/*|sed -n 1p src/x.ts|sed s/a/b/ src/x.ts
sed -i s/a/b/ README.md|sed s/a/b/|sed -n p README.md|sed -i 1d README.md|sed -E s/a/b/g|cat README.md > src/y|tee /dev/null
git -C . diff .env|git -C .. diff project/.env|pushd src; cat ../.env|git grep x|cat "$PWD/.env"|ls -R|cp a .`.split(
    /[|\n]/,
  );
const reading =
  `git log --format=%h|git log --format=x|git log -n3|git log -n 3|git log -5|git log --raw|git diff -w|git diff -U5|git show --raw
git branch x|git branch --list x|git branch --merged main|git tag x|git tag -l|git remote show origin|git remote show -n origin
git stash list|git reflog show|git config --get x|git config x|git ls-remote|git ls-remote origin|git rev-parse --short HEAD
git grep -A2 x|git -C . log|git --no-pager log|git log /etc/hosts|git diff /etc/hosts README.md|grep -A2 x README.md
grep 'a$' README.md|rg -A2 x|rg -L x|rg --pre x y|sort -k2 README.md|sort -k 2 README.md|sort -o x README.md|base64 -w0 README.md
base64 -w 0 README.md|uniq README.md|uniq -c|ps aux|ps e|ps -eo pid|date +%s|date 010100|date -I|hostname -f|hostname x|which node
man ls|man ./x|man -k x|file -f x|tree -L 2|tree -L2|docker ps --format x|docker logs -f x|docker run x|xargs wc -l|xargs rm|xargs -n1 echo
xargs -n 1 echo|jq . README.md|jq -r .a README.md|jq . -r README.md|printf "%d" 1|printf "%d" x|printf -v a x|test a = b|[ a = b ]
[ a -eq b ]|[ 1 -eq 1 ]|[ -v x ]|history 5|arch x|ifconfig eth0|alias|gh pr list|find *|ls *|id *|cat 'a$'|cat =x|timeout 5 cat README.md
timeout 5s ls|command ls|nohup ls|find . -delete|find . -fprint x|ss -tulpn|ss dst x|lsof -i :80|tput clear|tput cols|pgrep -f x
sed -n "1,3p;5p" README.md|sed -n /x/p README.md|sed --quiet 1p README.md|help cd|node -v|node --help|python --version`.split(
    /[|\n]/,
  );
const moves =
  `cd src && ls|cd src && cat x.ts|cd src && pwd|cd ./src && ls|cd src && npm test|cd src && cat <project>/src/x.ts|cd src; grep x x.ts
cd a && cd b|cd src && git log|cd "src" && ls|cd src && touch a`.split(/[|\n]/);
const outside =
  `Read <parent>/other/o.txt|Write <parent>/other/n.ts|cat ../other/o.txt|touch ../other/q|Read README.md|Write n.ts`.split(
    '|',
  );

const variables =
  `X=b; zz a $X~X=b; Y=$X; zz a $Y~X=b; Y="$X"; zz a $Y~X=b; Y=$X; Z=$Y; zz a $Z~X=b; Y=\${X}; zz a $Y~X=b; Y=p$X; zz a $Y
X=b; zz a \${X}~X=b; zz a p$X~X="a b"; zz $X~X="a b"; zz "$X"~X=b; X=$X; zz a $X~X=c; X=b; zz a $X~X=b && Y=$X && zz a $Y
export X=b; zz a $X~declare X=b; zz a $X~X=b Y=$X; zz a $Y~X=zz; Y=$X; $Y a b~X=.env; Y=$X; cat $Y`.split(/[~\n]/);
const backslashes =
  String.raw`zz a \~zz a\~zz a b \~ls; zz a b \~zz a b | cat \~zz a b > o\~zz a "b" \~zz a \ b~zz a b \ ~zz a "\ " b~zz a '\ ' b~zz \a b~zz \; b`.split(
    '~',
  );
const devices =
  `Read /dev/stdin|Read /dev/tty|Read /dev/zero|Read /dev/urandom|Read /dev/fd/1|Read /proc/self/fd/0|Read /proc/1/environ|Read /dev/null
Write /dev/null|Write /dev/stdout|Edit /dev/null|cat /dev/stdin|cat < /dev/stdin|cat /dev/fd/3|head -1 /dev/stdin|cat /dev/tty
cat < /dev/tcp/x/1|cat /proc/self/environ|cat /dev/zero|echo hi > /dev/stdout|echo hi > /dev/stderr|echo hi > /dev/tcp/x/1`.split(
    /[|\n]/,
  );

const auto = { flags: '--permission-mode auto' } as const;
const broad = [
  ['Bash(p*)', 'python x'],
  ['Bash(git *)', 'git push'],
  ['Bash(npm run *)', 'npm run x'],
  ['Bash(npm *)', 'npm run x'],
  ['Bash(sudo *)', 'sudo zz'],
  ['Bash(python x.py)', 'python x.py'],
  ['Bash(node x*)', 'node x'],
  ['Bash(zz*)', 'zz a'],
  ['Bash(timeout 5 *)', 'timeout 5 zz'],
  ['Bash(python -m a.b *)', 'python -m a.b x'],
  ['Bash', 'zz a'],
] as const;

const faulty = `do if zz x / if true / for x in 1 / zz ) / zz "a / zz 'a / zz ( / then zz / done / zz && / zz | / { zz
zz &&& a / zz $( / (zz) / ((zz)) / zz ;; a / zz <<EOF / while zz; do / zz \\ / zz \`a / fi / esac / zz; fi
zz &&; / zz $(a / zz \${a / && zz / zz && && a / || zz / zz <( / zz < / zz "$(a / zz } / do / if zz && `.split(
  / \/ |\n/,
);

const details: readonly Detail[] = [
  { permissions: { allow: faulty.map((text) => `Bash(${text})`) }, calls: faulty },
  { permissions: { allow: ['Bash'] }, calls: background },
  { permissions: { allow: ['Bash'], deny: ['Bash(zz a)', 'Bash(rm -rf /*)'] }, calls: expansions },
  { permissions: { allow: ['Bash'], deny: ['Bash(zz a *)'] }, calls: expansions },
  { permissions: { allow: ['Bash(zz:*)'] }, calls: expansions },
  { permissions: { allow: ['Bash'], deny: ['Edit(src/**)', 'Read(.env)'] }, calls: copies },
  { permissions: { allow: ['Bash'], deny: ['Edit(.env)', 'Read(src/**)'] }, calls: copies },
  { permissions: { defaultMode: 'acceptEdits' }, calls: copies },
  { permissions: {}, calls: reading.slice(0, 70) },
  { permissions: {}, calls: reading.slice(70) },
  ...[{ deny: ['Read(.env)'] }, { deny: ['Read'] }, { allow: ['Bash(cd:*)', 'Bash(ls:*)'], deny: ['Edit(.env)'] }].map(
    (permissions) => ({ permissions, calls: moves }),
  ),
  ...['Read(o.txt)', 'Read(/o.txt)', 'Edit(**)', 'Read(**)'].map((rule) => ({
    permissions: { additionalDirectories: ['../other'], deny: [rule] },
    calls: outside,
  })),
  ...['Read', 'Read(*)', 'Edit', 'Edit(*)', 'Write', 'Write(*)'].flatMap((rule) => [
    { permissions: { allow: [rule] }, calls: outside },
    { permissions: { allow: ['Write', 'Edit(//**)'], deny: [rule] }, calls: outside },
    { permissions: { allow: ['Write', 'Read'], ask: [rule] }, calls: outside },
  ]),
  ...[{ deny: ['Bash(zz a b)', 'Read(.env)'] }, { ask: ['Bash(zz a b)'] }].flatMap((rules) =>
    [variables, backslashes].map((calls) => ({ permissions: { allow: ['Bash'], ...rules }, calls })),
  ),
  { permissions: { allow: ['Bash(zz:*)'] }, calls: [...variables, ...backslashes] },
  ...[
    {},
    { allow: ['Read', 'Edit', 'Bash(cat:*)'] },
    { allow: ['Read(//dev/**)', 'Edit(//dev/**)'] },
    { additionalDirectories: ['/dev', '/proc'] },
    { defaultMode: 'acceptEdits', additionalDirectories: ['/dev'] },
  ].map((permissions) => ({ permissions, calls: devices })),
  ...broad.map(([rule, call]) => ({ permissions: { allow: [rule] }, profile: auto, calls: [call] })),
];

/** Values of keys that have nothing to do with permissions, most of which make Claude Code drop the file. */
const droppedFiles: readonly object[] = [
  { hooks: 'x' },
  { hooks: { PreToolUse: 'x' } },
  { hooks: { Bogus: 'x' } },
  { hooks: { PreToolUse: [{ matcher: 'x' }] } },
  { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } },
  { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] } },
  { statusLine: { command: 'x' } },
  { statusLine: { type: 'command', command: 'x' } },
  { env: { A: 1 } },
  { env: 'x' },
  { enabledMcpjsonServers: 'x' },
  { enabledMcpjsonServers: [1] },
  { enabledPlugins: { a: 1 } },
  { cleanupPeriodDays: 0 },
  { model: 1 },
  { theme: 1 },
  { attribution: null },
  { sandbox: { network: { allowedDomains: 'x' } } },
  { tui: 'x' },
  { voice: 1 },
  { voiceEnabled: 1 },
  { voice: { enabled: 'x' } },
  { skipAutoPermissionPrompt: 'x' },
  { extraKnownMarketplaces: 1 },
  { extraKnownMarketplaces: { a: 1 } },
  { extraKnownMarketplaces: { a: { source: { source: 'x' } } } },
  { strictKnownMarketplaces: [1] },
  { spinnerVerbs: { mode: 'x', verbs: [] } },
  { spinnerVerbs: { mode: 'replace', verbs: 'x' } },
  { worktree: { symlinkDirectories: 'x' } },
  { pluginConfigs: { a: 1 } },
  { autoMode: { allow: 'x' } },
  { sshConfigs: [{ id: 1 }] },
  { modelOverrides: { a: 1 } },
  { skillOverrides: { a: 'x' } },
  { remote: { defaultEnvironmentId: 1 } },
  { quietHours: { a: 1 } },
  ...[{ once: 'x' }, { statusMessage: 1 }, { shell: 'x' }, { if: 1 }, { args: 'x' }, { asyncRewake: 'x' }].map(
    (own) => ({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', ...own }] }] },
    }),
  ),
  { hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: 'x' }] }] } },
  { hooks: { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'x', model: 1 }] }] } },
  { unknown: 1 },
];

function toDroppedFile(value: object): ClaudeSituation {
  const permissions = { allow: ['Bash(zz *)'], deny: ['Bash(qq *)'] };
  const files = { '.claude/settings.json': JSON.stringify({ permissions, ...value }) };
  return { files, profile: {}, calls: ['zz a', 'qq a'] };
}
