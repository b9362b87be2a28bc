import { compilePolicy, decide, explain, findRule } from '../../../packages/mode-core/dist/index.js';

const content = 'The quick brown fox.\n';

/** The modes as a `.roomodes` file holds them. */
function writeModes(modes) {
  return modes.map((mode) => ({
    slug: mode.slug,
    name: `Mode ${mode.slug}`,
    roleDefinition: `You work as ${mode.slug}.`,
    groups: ['read', ['edit', { fileRegex: mode.files.fileRegex, description: 'The files of this mode' }], 'mcp'],
    mcpRestrictions: {
      allowedTools: mode.allow.map(({ server, tool }) => ({ serverName: server, toolName: tool })),
      disallowedTools: mode.deny.map(({ server, tool }) => ({ serverName: server, toolName: tool })),
    },
  }));
}

function compile({ modes, servers }) {
  return compilePolicy({ project: writeModes(modes), builtin: [], servers: servers.map(({ name }) => ({ name })) });
}

function translate(request) {
  const { kind, mode, server, tool, path } = request;
  return kind === 'edit'
    ? { mode, tool: 'write_to_file', params: { path, content } }
    : { mode, tool: `mcp--${server}--${tool}`, mcp: { server, tool } };
}

/** A refusal or an allowance without a rule that exists is as wrong as a wrong answer. */
function checkRule(policy, request) {
  const { by } = decide(policy, request);
  if (findRule(policy, by) === undefined) throw new Error(`no rule behind ${JSON.stringify({ request, by })}`);
}

function setUp(world) {
  const policy = compile(world);
  return {
    translate,
    check: (request) => checkRule(policy, request),
    ask: (request) => decide(policy, request).allowed,
  };
}

const changeOne = ({ modes, servers }) => {
  const changed = [{ ...modes[0], deny: [] }, ...modes.slice(1)];
  return () => compile({ modes: changed, servers });
};

/** One policy for every question, as a server holds it: most pairs of server and tool have been asked about before. */
export const remembered = {
  title: 'mode-core, asked before',
  rules: 'as written',
  namesRule: 'yes',
  setUp,
  compile,
  changeOne,
};

/** A fresh policy for each pass, compiled outside the clock: every pair is asked about for the first time. */
export const firstAsked = {
  title: 'mode-core, first asked',
  rules: 'as written',
  namesRule: 'yes',
  setUp(world) {
    let policy = compile(world);
    return {
      translate,
      beforePass: () => {
        policy = compile(world);
      },
      ask: (request) => decide(policy, request).allowed,
    };
  },
};

/** Every step of the way, in words. */
export const explained = {
  title: 'mode-core, explain',
  rules: 'as written',
  namesRule: 'every step',
  setUp(world) {
    const policy = compile(world);
    return { translate, ask: (request) => explain(policy, request).decision.allowed };
  },
};
