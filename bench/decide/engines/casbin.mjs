import { newCachedEnforcer, newEnforcer, newModel, StringAdapter } from 'casbin';
import { compileWildcard } from '../reference.mjs';

const model = `
[request_definition]
r = server, tool
[policy_definition]
p = server, tool, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = matches(r.server, p.server) && matches(r.tool, p.tool)
`;

// Stands for the server of an edit; no MCP server is called so.
const files = '#files';

/** One enforcer a mode, with a matcher that takes each pattern apart once. Denials stand first: the first match ends the search. */
async function compileMode(mode, create) {
  const lines = [
    ...mode.deny.map(({ server, tool }) => `p, ${server}, ${tool}, deny`),
    ...mode.allow.map(({ server, tool }) => `p, ${server}, ${tool}, allow`),
    `p, ${files}, #${mode.slug}, allow`,
  ];
  const enforcer = await create(newModel(model), new StringAdapter(lines.join('\n')));
  const expression = new RegExp(mode.files.fileRegex);
  const matchers = new Map([[`#${mode.slug}`, (path) => expression.test(path)]]);
  enforcer.addFunction('matches', (value, pattern) => {
    let matcher = matchers.get(pattern);
    if (matcher === undefined) {
      matcher = compileWildcard(pattern);
      matchers.set(pattern, matcher);
    }
    return matcher(value);
  });
  return enforcer;
}

async function compileEach({ modes }, create) {
  const enforcers = new Map();
  for (const mode of modes) enforcers.set(mode.slug, await compileMode(mode, create));
  return enforcers;
}

const translate = ({ kind, mode, server, tool, path }) =>
  kind === 'edit' ? { mode, server: files, tool: path } : { mode, server, tool };

const compile = (world) => compileEach(world, newEnforcer);

/** Evaluates each time. */
export const enforceSync = {
  title: 'casbin, enforceSync',
  rules: 'as written',
  namesRule: 'no',
  compile,
  changeOne: (world) => () => compile({ ...world, modes: [{ ...world.modes[0], deny: [] }] }),
  async setUp(world) {
    const enforcers = await compile(world);
    return { translate, ask: ({ mode, server, tool }) => enforcers.get(mode).enforceSync(server, tool) };
  },
};

/** Keeps every answer it has given. */
export const cached = {
  title: 'casbin, CachedEnforcer',
  rules: 'as written',
  namesRule: 'no',
  async setUp(world) {
    const enforcers = await compileEach(world, newCachedEnforcer);
    return { translate, asks: ({ mode, server, tool }) => enforcers.get(mode).enforce(server, tool) };
  },
};
