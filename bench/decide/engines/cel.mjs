import { Environment } from '@marcbachmann/cel-js';

const environment = new Environment()
  .registerVariable('server', 'string')
  .registerVariable('tool', 'string')
  .registerVariable('path', 'string');

/** Two parsed expressions a mode: one for MCP calls, one for edits. */
function compileMode(mode) {
  const anyOf = (rules) =>
    rules.map((rule) => allOf([test('server', rule.server), test('tool', rule.tool)])).join(' || ');
  const denied = mode.deny.length === 0 ? 'false' : anyOf(mode.deny);
  return {
    call: environment.parse(`!(${denied}) && (${anyOf(mode.allow)})`),
    edit: environment.parse(mode.files.globs.map((glob) => test('path', glob)).join(' || ')),
  };
}

/** A pattern with at most one `*`. CEL's own `matches` builds an expression on each call, so this is its fast form. */
function test(variable, pattern) {
  const at = pattern.indexOf('*');
  if (at < 0) return `${variable} == ${JSON.stringify(pattern)}`;
  const head = pattern.slice(0, at);
  const tail = pattern.slice(at + 1);
  return allOf([
    head === '' ? 'true' : `${variable}.startsWith(${JSON.stringify(head)})`,
    tail === '' ? 'true' : `${variable}.endsWith(${JSON.stringify(tail)})`,
  ]);
}

function allOf(conditions) {
  const needed = conditions.filter((condition) => condition !== 'true');
  return needed.length === 0 ? 'true' : `(${needed.join(' && ')})`;
}

function compile({ modes }) {
  return new Map(modes.map((mode) => [mode.slug, compileMode(mode)]));
}

/** One pair of parsed expressions a mode. */
export const parsed = {
  title: 'cel-js, parsed',
  rules: 'as written',
  namesRule: 'no',
  compile,
  changeOne: (world) => () => compile({ modes: [{ ...world.modes[0], deny: [] }] }),
  setUp(world) {
    const expressions = compile(world);
    const translate = ({ kind, mode, server, tool, path }) =>
      kind === 'edit'
        ? { mode, name: 'edit', variables: { path } }
        : { mode, name: 'call', variables: { server, tool } };
    return { translate, ask: ({ mode, name, variables }) => expressions.get(mode)[name](variables) };
  },
};
