/**
 * Returns the content of the file in Cline's plugin folder. At startup, Cline transpiles plugins and drops all of them
 * if this takes more than four seconds; on a busy machine, transpiling the whole plugin could take that long. This file
 * is therefore small; Node or Bun loads the rest on the first call.
 */
export function clinePlugin(restFile: string): string {
  return `const file = ${JSON.stringify(restFile)};
let given = [];
let rest;
function load() {
  if (rest === undefined) {
    rest = process.getBuiltinModule('node:module').createRequire(file)(file).default;
    rest.setup(...given);
  }
  return rest;
}
export default {
  name: 'modegate',
  manifest: { capabilities: ['hooks'] },
  setup(...context) {
    given = context;
  },
  hooks: {
    async beforeTool(call) {
      try {
        return await load().hooks.beforeTool(call);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const reason = 'The plugin of Modegate failed, so the call is refused: ' + message;
        return { skip: true, reason: reason + '. Run \`modegate hook install\` again. (HOOK_FAILED)' };
      }
    },
  },
};
`;
}
