import { createRandom, pick, pickSome } from '../support/random.mjs';

const count = 60;

/** Projects with a file of modes: some eight modes each, most of the text instructions, as in public repositories. */
export function generateModeProjects() {
  const random = createRandom(1);
  return Array.from({ length: count }, () => ({
    '.roomodes': `customModes:\n${Array.from({ length: 8 }, (_, index) => modeText(random, index)).join('')}`,
  }));
}

/** Projects with permission files of agents: of one agent in most, of two in some. */
export function generateAgentProjects(kinds) {
  const random = createRandom(2);
  const writers = { claude: writeClaude, opencode: writeOpencode, codex: writeCodex };
  const own = Object.keys(writers).filter((name) => kinds.some((kind) => kind.startsWith(name)));
  return Array.from({ length: count }, (_, index) => ({
    ...writers[own[index % own.length]](random),
    ...(index % 5 === 0 && own.length > 1 && writers[own[(index + 1) % own.length]](random)),
  }));
}

function modeText(random, index) {
  const groups = pickSome(random, ['read', 'command', 'mcp', 'browser'], 2).map((group) => `      - ${group}\n`);
  return `  - slug: mode-${index}
    name: Mode ${index}
    roleDefinition: ${prose(random, 40)}
    customInstructions: |
${paragraphs(random, 5, '      ')}
    groups:
${groups.join('')}      - - edit
        - fileRegex: ^docs/part-${index}/.*\\.md$
`;
}

const commands =
  `npm run,ls,npm install,git add,grep,find,git commit,cat,git log,npx tsc,curl,git push,git checkout,git diff,mkdir,
rm,node,npm test,python,gh pr view,tree,git status,git fetch,python3,docker compose up,cargo test,go build,pnpm`.split(
    /,\s*/,
  );

function writeClaude(random) {
  const rules = (number) =>
    pickSome(random, commands, number).map((text) => `Bash(${text}${pick(random, [':*', ' *', ''])})`);
  const permissions = {
    allow: [...rules(pick(random, [2, 4, 6, 16])), 'WebSearch', 'WebFetch(domain:github.com)'],
    ...(random() < 0.3 && { deny: ['Bash(rm -rf *)', 'Bash(git push --force*)', 'Read(./.env)', 'Read(~/.ssh/**)'] }),
    ...(random() < 0.15 && { ask: rules(3) }),
  };
  const command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/check.sh';
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
  const agents = Array.from({ length: pick(random, [0, 2, 5]) }, (_, index) => [
    `.claude/agents/agent-${index}.md`,
    `---\nname: agent-${index}\ndescription: ${prose(random, 30)}\n${random() < 0.7 ? 'tools: Read, Grep, Bash\n' : ''}---\n${paragraphs(random, 16)}`,
  ]);
  return {
    '.claude/settings.json': toJson({ permissions, ...(random() < 0.45 && { hooks }) }),
    ...Object.fromEntries(agents),
    ...(random() < 0.3 && {
      '.mcp.json': toJson({ mcpServers: { docs: { command: 'npx', args: ['-y', 'docs-mcp'] } } }),
    }),
  };
}

function writeOpencode(random) {
  const bash = Object.fromEntries(
    pickSome(random, commands, pick(random, [2, 4, 10])).map((text) => [
      `${text} *`,
      pick(random, ['allow', 'allow', 'ask', 'deny']),
    ]),
  );
  const agents = Array.from({ length: pick(random, [1, 2, 4]) }, (_, index) => [
    `.opencode/agents/agent-${index}.md`,
    `---\ndescription: ${prose(random, 15)}\nmode: subagent\npermission:\n  edit: deny\n  bash:\n    "*": ask\n    "git log *": allow\n---\n${paragraphs(random, 9)}`,
  ]);
  const settings = {
    $schema: 'https://opencode.ai/config.json',
    permission: { edit: 'ask', webfetch: 'allow', bash: { '*': 'ask', ...bash } },
    mcp: { docs: { type: 'local', command: ['npx', '-y', 'docs-mcp'], enabled: true } },
    agent: { review: { description: prose(random, 15), prompt: prose(random, 200), permission: { edit: 'deny' } } },
  };
  return { 'opencode.json': toJson(settings), ...Object.fromEntries(agents) };
}

function writeCodex(random) {
  const rules = pickSome(random, commands, 6).map(
    (text) =>
      `prefix_rule(pattern = ${toJson(text.split(' '))}, decision = "${pick(random, ['allow', 'prompt', 'forbidden'])}")\n`,
  );
  const agents = Array.from({ length: pick(random, [1, 2, 4]) }, (_, index) => [
    `.codex/agents/agent-${index}.toml`,
    `name = "agent-${index}"\ndescription = "${prose(random, 15)}"\ndeveloper_instructions = """\n${paragraphs(random, 18)}"""\n`,
  ]);
  return {
    '.codex/config.toml': `model = "gpt"\napproval_policy = "on-request"\nsandbox_mode = "workspace-write"\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\n\n[features]\nhooks = true\n`,
    ...(random() < 0.3 && { '.codex/rules/default.rules': rules.join('') }),
    ...Object.fromEntries(agents),
  };
}

function toJson(value) {
  return JSON.stringify(value, null, 2);
}

const words = 'the agent reads each file of the project and writes what it found in a short report for people'.split(
  ' ',
);

function prose(random, length) {
  return Array.from({ length }, () => pick(random, words)).join(' ');
}

function paragraphs(random, number, indent = '') {
  return Array.from({ length: number }, () => `${indent}- ${prose(random, 60)}.\n`).join('');
}
