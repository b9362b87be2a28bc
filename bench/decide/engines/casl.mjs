import { createMongoAbility } from '@casl/ability';
import { compileWildcard, matchesWildcard } from '../reference.mjs';

// A later rule wins in CASL, so that a denial stands behind all allowances.

/** Wildcards written out over the tools that exist, so that CASL's own index of subjects and actions does the work. */
function compileWrittenOut({ modes, servers }) {
  const writeOut = (rules, inverted) =>
    rules.flatMap((rule) =>
      servers
        .filter((server) => matchesWildcard(rule.server, server.name))
        .map((server) => ({
          subject: server.name,
          action: server.tools.filter((tool) => matchesWildcard(rule.tool, tool)),
          inverted,
        }))
        .filter((written) => written.action.length > 0),
    );
  const compileMode = (mode) => {
    const { fileRegex } = mode.files;
    const file = { action: 'edit', subject: 'File', conditions: { path: { $regex: fileRegex } } };
    return createMongoAbility([...writeOut(mode.allow, false), ...writeOut(mode.deny, true), file], {
      detectSubjectType: () => 'File',
    });
  };
  return compileEach(modes, compileMode);
}

/** The rules as they are, each a function over the call: what it takes when tools are not known beforehand. */
function compileConditions({ modes }) {
  const write = (rules, inverted) =>
    rules.map((rule) => {
      const matchesServer = compileWildcard(rule.server);
      const matchesTool = compileWildcard(rule.tool);
      const conditions = (call) => matchesServer(call.server) && matchesTool(call.tool);
      return { action: 'call', subject: 'Tool', conditions, inverted };
    });
  const compileMode = (mode) => {
    const expression = new RegExp(mode.files.fileRegex);
    const file = { action: 'edit', subject: 'File', conditions: ({ path }) => expression.test(path) };
    return createMongoAbility([...write(mode.allow, false), ...write(mode.deny, true), file], {
      conditionsMatcher: (conditions) => conditions,
      detectSubjectType: (subject) => subject.type,
    });
  };
  return compileEach(modes, compileMode);
}

function compileEach(modes, compileMode) {
  return new Map(modes.map((mode) => [mode.slug, compileMode(mode)]));
}

const changeOne = (compile) => (world) => () => compile({ ...world, modes: [{ ...world.modes[0], deny: [] }] });

const setUp = (compile, translate) => (world) => {
  const abilities = compile(world);
  const ask = ({ mode, action, subject }) => abilities.get(mode).can(action, subject);
  return { translate, ask };
};

/** One ability a mode, written out for the tools that exist. */
export const writtenOut = {
  title: 'CASL, index',
  rules: 'written out',
  namesRule: 'on request',
  compile: compileWrittenOut,
  changeOne: changeOne(compileWrittenOut),
  setUp: setUp(compileWrittenOut, ({ kind, mode, server, tool, path }) =>
    kind === 'edit' ? { mode, action: 'edit', subject: { path } } : { mode, action: tool, subject: server },
  ),
};

/** One ability a mode, with a function for each rule. */
export const conditions = {
  title: 'CASL, conditions',
  rules: 'as written',
  namesRule: 'on request',
  compile: compileConditions,
  changeOne: changeOne(compileConditions),
  setUp: setUp(compileConditions, ({ kind, mode, server, tool, path }) =>
    kind === 'edit'
      ? { mode, action: 'edit', subject: { type: 'File', path } }
      : { mode, action: 'call', subject: { type: 'Tool', server, tool } },
  ),
};
