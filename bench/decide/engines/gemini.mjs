import { matchesWildcard } from '../reference.mjs';

// The engine tells every check to the debugger's console; what is measured is the engine, not the console.
console.debug = () => {};

// By path: the package's index loads the whole agent.
const policy = '@google/gemini-cli-core/dist/src/policy';
const { PolicyEngine } = await import(`${policy}/policy-engine.js`);
const { PolicyDecision } = await import(`${policy}/types.js`);

/** One engine a mode. Its names have no prefixes or suffixes, so wildcards are written out over the tools that exist. */
function compileMode(mode, servers) {
  const rules = [
    ...mode.deny.flatMap((rule) => writeOut(rule, servers, { decision: PolicyDecision.DENY, priority: 2 })),
    ...mode.allow.flatMap((rule) => writeOut(rule, servers, { decision: PolicyDecision.ALLOW, priority: 1 })),
    {
      toolName: 'write_file',
      argsPattern: new RegExp(`"path":"(?:${mode.files.globs.map(toJsonPattern).join('|')})"`),
      decision: PolicyDecision.ALLOW,
      priority: 1,
    },
  ];
  return new PolicyEngine({ rules, defaultDecision: PolicyDecision.DENY });
}

function writeOut(rule, servers, effect) {
  const named = servers.filter((server) => matchesWildcard(rule.server, server.name));
  const write = (server, tool) => ({ toolName: `mcp_${server.name}_${tool}`, ...effect });
  return named.flatMap((server) =>
    rule.tool === '*'
      ? [write(server, '*')]
      : server.tools.filter((tool) => matchesWildcard(rule.tool, tool)).map((tool) => write(server, tool)),
  );
}

function toJsonPattern(glob) {
  return glob
    .split('*')
    .map((text) => text.replaceAll(/[.\\/]/g, '\\$&'))
    .join('[^"]*');
}

function compile({ modes, servers }) {
  return new Map(modes.map((mode) => [mode.slug, compileMode(mode, servers)]));
}

function translate({ kind, mode, server, tool, path }) {
  return kind === 'edit'
    ? { mode, server: undefined, call: { name: 'write_file', args: { path } } }
    : { mode, server, call: { name: `mcp_${server}_${tool}`, args: {} } };
}

/** The rule that decided is in every answer. */
export const policyEngine = {
  title: 'Gemini PolicyEngine',
  rules: 'written out',
  namesRule: 'yes',
  compile,
  changeOne: (world) => () => compile({ ...world, modes: [{ ...world.modes[0], deny: [] }] }),
  setUp(world) {
    const engines = compile(world);
    const asks = async ({ mode, server, call }) =>
      (await engines.get(mode).check(call, server)).decision === PolicyDecision.ALLOW;
    return { translate, asks };
  },
};
