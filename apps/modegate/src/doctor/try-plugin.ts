import { execFile } from 'node:child_process';
import type { PluginAgent } from '@modegate/agent-hooks';
import { isJsonObject } from '@modegate/json';
import { type DoctorFinding, failed, proved } from './finding.ts';
import { isPolicyRefusal } from './policy-refusal.ts';
import type { StartFolder } from './start-folders.ts';
import { type CommandTrial, inventPaths, nothingForbidden } from './try-command.ts';

/** A plugin under test. */
export interface PluginTrialOptions {
  readonly client: PluginAgent;
  readonly file: string;
  readonly folder: StartFolder;
  /** True if the configuration does not protect the files that control decisions on calls. */
  readonly isUnprotected: boolean;
}

/**
 * Loads a plugin in a separate process, as its agent would, and queries it about calls that must be refused and one
 * that must pass.
 */
export async function tryPlugin({ client, file, folder, isUnprotected }: PluginTrialOptions): Promise<CommandTrial> {
  const { cwd } = folder;
  const paths = inventPaths(folder);
  const { write, harmless, ask } = askings[client];
  const calls = [...paths.map(write), harmless];
  const answers = await loadAndAsk(`${ask}\n${report(file, cwd, calls)}`, cwd);
  if (answers === undefined) {
    const detail = `The plugin does not load, so ${client} runs without it. Run \`modegate hook install\` again.`;
    return { findings: [failed(detail)], refused: undefined };
  }
  const index = answers.slice(0, paths.length).findIndex((reason) => reason !== null);
  const [reason, path] = [answers[index], paths[index]];
  const refused = typeof reason === 'string' && path !== undefined ? { path, reason } : undefined;
  return { findings: [judgeRefusal(reason, isUnprotected), judgeAllowance(answers.at(-1))], refused };
}

function judgeRefusal(reason: string | null | undefined, isUnprotected: boolean): DoctorFinding {
  if (typeof reason === 'string' && !isPolicyRefusal(reason))
    return failed(`Writes are refused, but not by a mode's rules: ${reason}`);
  if (typeof reason === 'string') return proved(`The plugin loads and refuses a forbidden write: ${reason}`);
  if (isUnprotected) return nothingForbidden;
  return failed('The plugin loads but does not refuse a write to a protected file.');
}

function judgeAllowance(reason: string | null | undefined): DoctorFinding {
  if (reason === null) return proved('An allowed call runs.');
  return failed(`Every call is refused, even a harmless one: ${reason ?? 'no answer'}`);
}

/**
 * Method for querying a plugin: `ask` is a function of the loaded module that returns the reason for a refusal, or
 * null.
 */
interface Asking {
  readonly write: (path: string) => object;
  readonly harmless: object;
  readonly ask: string;
}

const opencodeCalls = {
  write: (path: string) => ({ tool: 'write', args: { filePath: path, content: 'x' } }),
  harmless: { tool: 'todowrite', args: { todos: [] } },
};

const askHook = `async function start(hooks) {
  return async ({ tool, args }) => {
    try {
      await hooks['tool.execute.before']({ tool, sessionID: 'modegate-doctor', callID: '1' }, { args });
      return null;
    } catch (error) {
      return error.message;
    }
  };
}`;

const askings: Readonly<Record<PluginAgent, Asking>> = {
  opencode: {
    ...opencodeCalls,
    ask: `${askHook}\nconst open = async (plugin, directory) => start(await Object.values(plugin)[0]({ directory, worktree: directory }));`,
  },
  kilo: {
    ...opencodeCalls,
    ask: `${askHook}\nconst open = async (plugin, directory) => start(await plugin.default.server({ directory, worktree: directory }));`,
  },
  cline: {
    write: (path) => ({ tool: 'editor', args: { path, new_text: 'x' } }),
    harmless: { tool: 'team_status', args: {} },
    ask: `const open = async ({ default: { setup, hooks } }, rootPath) => {
  await setup?.({}, { workspaceInfo: { rootPath } });
  return async ({ tool, args }) => {
    const answer = await hooks.beforeTool({ toolCall: { id: '1', name: tool, input: args }, input: args, snapshot: {} });
    return answer?.skip === true ? answer.reason : null;
  };
};`,
  },
};

function report(file: string, root: string, calls: readonly object[]): string {
  return `const ask = await open(await import(${JSON.stringify(file)}), ${JSON.stringify(root)});
const answers = [];
for (const call of ${JSON.stringify(calls)}) answers.push(await ask(call));
process.stdout.write(JSON.stringify({ answers }), () => process.exit(0));`;
}

const timeoutMs = 30_000;

/**
 * Returns, for each call, the reason for refusing it, or null if the plugin allows it. Returns undefined if the plugin
 * does not load or does not answer.
 */
function loadAndAsk(script: string, cwd: string): Promise<readonly (string | null)[] | undefined> {
  return new Promise((resolve) => {
    const args = ['--input-type=module', '--eval', script];
    execFile(process.execPath, args, { cwd, timeout: timeoutMs }, (error, stdout) =>
      resolve(error === null ? readAnswers(stdout) : undefined),
    );
  });
}

function readAnswers(text: string): readonly (string | null)[] | undefined {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) && Array.isArray(value.answers) ? value.answers : undefined;
}
