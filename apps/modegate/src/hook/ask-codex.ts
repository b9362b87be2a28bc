import { spawn } from 'node:child_process';
import { attempt, isJsonObject, type JsonObject } from '@modegate/json';

/** A hook, as listed by Codex itself. */
export interface CodexHook {
  /** Key of the hook's trust entry in Codex's configuration. */
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
  readonly enabled: boolean;
}

/** Codex's response to a query about a hook. */
export type CodexAnswer =
  | { readonly state: 'listed'; readonly hook: CodexHook }
  | { readonly state: 'missing' }
  | { readonly state: 'unavailable'; readonly detail: string };

/** A hook, identified by its location and the command it starts. */
export interface WantedHook {
  readonly file: string;
  readonly command: string;
}

/** Asks the installed Codex what it knows about a hook, through Codex's own server on stdin and stdout. */
export async function askCodex(root: string, wanted: WantedHook): Promise<CodexAnswer> {
  const answer = await callCodex(root, 'hooks/list', { cwds: [root] });
  return answer.state === 'answered' ? findHook(answer.result, wanted) : answer;
}

/**
 * Makes Codex record in its own configuration that it trusts the hook in its present form. Returns the problem, if any.
 * Codex preserves the rest of its configuration file, including comments.
 */
export async function trustInCodex(root: string, { key, currentHash }: CodexHook): Promise<string | undefined> {
  const edit = { keyPath: 'hooks.state', value: { [key]: { trusted_hash: currentHash } }, mergeStrategy: 'upsert' };
  const answer = await callCodex(root, 'config/batchWrite', { edits: [edit] });
  if (answer.state !== 'answered') return answer.detail;
  return answer.result.status === 'ok' ? undefined : `Codex answered ${JSON.stringify(answer.result.status)}`;
}

type CodexReply =
  | { readonly state: 'answered'; readonly result: JsonObject }
  | { readonly state: 'unavailable'; readonly detail: string };

const timeoutMs = 20_000;

/** Maximum length in characters; a list of all hooks has a few thousand. */
const maxLineLength = 4 * 1024 * 1024;

function callCodex(cwd: string, method: string, params: object): Promise<CodexReply> {
  const child = spawn('codex', ['app-server'], {
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    shell: process.platform === 'win32',
  });
  const messages = [
    { id: 1, method: 'initialize', params: { clientInfo: { name: 'modegate', version: '1' } } },
    { method: 'initialized' },
    { id: 2, method, params },
  ];
  child.stdin.on('error', () => undefined);
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return new Promise((resolve) => {
    const end = (reply: CodexReply) => {
      child.kill();
      resolve(reply);
    };
    let line = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${line}${chunk}`.split('\n');
      line = lines.pop() ?? '';
      const reply = lines.map(readReply).find((one) => one !== undefined);
      if (reply !== undefined) end(reply);
      else if (line.length > maxLineLength) end(unavailable('`codex app-server` sent a line that is too long'));
    });
    child.once('error', () => end(unavailable('`codex` is not on the PATH')));
    child.once('close', () => end(unavailable('`codex app-server` did not answer')));
  });
}

const unavailable = (detail: string): CodexReply => ({ state: 'unavailable', detail });

/** Finds, among the notifications that Codex sends, the response to this program's request. */
function readReply(line: string): CodexReply | undefined {
  const message = attempt((): unknown => JSON.parse(line));
  if (!isJsonObject(message) || message.id !== 2) return undefined;
  if (isJsonObject(message.result)) return { state: 'answered', result: message.result };
  return unavailable('this version of Codex does not support the request');
}

function findHook({ data }: JsonObject, { file, command }: WantedHook): CodexAnswer {
  const folders: readonly unknown[] = Array.isArray(data) ? data : [];
  const hooks = folders.flatMap((folder) => (isJsonObject(folder) && Array.isArray(folder.hooks) ? folder.hooks : []));
  const found: unknown = hooks.find(
    (hook) => isJsonObject(hook) && hook.sourcePath === file && hook.command === command,
  );
  if (!isJsonObject(found)) return { state: 'missing' };
  const { key, currentHash, trustStatus, enabled } = found;
  if (typeof key !== 'string' || typeof currentHash !== 'string') return { state: 'missing' };
  return { state: 'listed', hook: { key, currentHash, trustStatus: String(trustStatus), enabled: enabled === true } };
}
