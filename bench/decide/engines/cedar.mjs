import { createRequire } from 'node:module';

const { preparsePolicySet, statefulIsAuthorized } = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs');

const call = { type: 'Action', id: 'call' };
const edit = { type: 'Action', id: 'edit' };

/** One policy set a mode, parsed beforehand and kept by name inside the module. */
function compileMode(mode) {
  const rules = (effect, list) =>
    list.map(
      ({ server, tool }) =>
        `${effect}(principal, action == Action::"call", resource) when { ${test('server', server)} && ${test('tool', tool)} };`,
    );
  const paths = mode.files.globs.map((glob) => test('path', glob)).join(' || ');
  const file = `permit(principal, action == Action::"edit", resource) when { ${paths} };`;
  const staticPolicies = [...rules('forbid', mode.deny), ...rules('permit', mode.allow), file].join('\n');
  const answer = preparsePolicySet(mode.slug, { staticPolicies });
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer.errors));
}

function test(attribute, pattern) {
  const operator = pattern.includes('*') ? 'like' : '==';
  return `context.${attribute} ${operator} ${JSON.stringify(pattern)}`;
}

function compile({ modes }) {
  for (const mode of modes) compileMode(mode);
}

function translate({ kind, mode, server, tool, path }) {
  return {
    principal: { type: 'Mode', id: mode },
    action: kind === 'edit' ? edit : call,
    resource: { type: 'Target', id: 'any' },
    context: kind === 'edit' ? { path } : { server, tool },
    preparsedPolicySetId: mode,
    entities: [],
  };
}

/** The deciding policies are in the diagnostics of every answer. */
export const stateful = {
  title: 'Cedar wasm, preparsed',
  rules: 'as written',
  namesRule: 'yes',
  compile,
  changeOne: (world) => () => compile({ modes: [{ ...world.modes[0], deny: [] }] }),
  setUp(world) {
    compile(world);
    return {
      translate,
      ask: (request) => {
        const answer = statefulIsAuthorized(request);
        if (answer.type !== 'success') throw new Error(JSON.stringify(answer.errors));
        return answer.response.decision === 'allow';
      },
    };
  },
};
