import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { anthropic } from './dialects/anthropic.ts';
import { chat } from './dialects/chat.ts';
import { countObjects, type HttpAnswer, type ModelDialect, type ToolUse } from './dialects/dialect.ts';
import { google } from './dialects/google.ts';
import { responses } from './dialects/responses.ts';

/** Calls by script name; a conversation follows the first script mentioned in its prompt. */
export type Scripts = Readonly<Record<string, readonly ToolUse[]>>;

/** A model on loopback that follows a script. */
export interface ScriptedModel {
  readonly url: string;
  /** Bodies of all requests received so far. */
  readonly requests: readonly string[];
  /** Returns the largest number of tool results in any request. */
  readonly resultsSent: () => number;
  readonly close: () => void;
}

/** Returns a prompt that makes the model follow a script. */
export function promptFor(script: string): string {
  return `Please do [[script:${script}]] now.`;
}

/**
 * Starts a model that supports the API of every agent. The model stores no state, because each request shows how far
 * its conversation has progressed.
 */
export async function startScriptedModel(scripts: Scripts): Promise<ScriptedModel> {
  const requests: string[] = [];
  let resultsSent = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readText(request);
    requests.push(text);
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const { answer, done } = answerWith(path, text, scripts);
    resultsSent = Math.max(resultsSent, done);
    response.writeHead(answer === notThere ? 404 : 200, { 'content-type': answer.type });
    response.end(answer.body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, requests, resultsSent: () => resultsSent, close };
}

const dialects: readonly ModelDialect[] = [anthropic, chat, responses, google];

const notThere: HttpAnswer = { type: 'application/json', body: '{}' };

function answerWith(
  path: string,
  text: string,
  scripts: Scripts,
): { readonly answer: HttpAnswer; readonly done: number } {
  const dialect = dialects.find(({ matches }) => matches(path));
  if (dialect === undefined) return { answer: notThere, done: 0 };
  const body: unknown = JSON.parse(text);
  const { stream } = body as { readonly stream?: boolean };
  const [, name = ''] = /\[\[script:([\w-]+)\]\]/.exec(text) ?? [];
  const done = dialect.countResults(body);
  // A request without tools is for a title or summary.
  const use = hasTools(body) ? fillIn(scripts[name]?.[done], text) : undefined;
  const isStream = stream === true || path.includes(':stream');
  return { answer: dialect.answer({ use, callId: `${name}_${done}`, isStream }), done };
}

/** In its code mode, Codex lists the model's tools in a turn of the conversation. */
function hasTools(body: unknown): boolean {
  const { tools = [], input } = body as { readonly tools?: readonly unknown[]; readonly input?: unknown };
  return tools.length > 0 || countObjects(input, ({ type }) => type === 'additional_tools') > 0;
}

/** Replaces `<agent_id>` in a script with the last agent id in the conversation. */
function fillIn(use: ToolUse | undefined, text: string): ToolUse | undefined {
  if (use === undefined || typeof use.input === 'string') return use;
  const id = [...text.matchAll(/agent_id\W+([\w-]+)/g)].at(-1)?.[1] ?? '';
  return { ...use, input: JSON.parse(JSON.stringify(use.input).replaceAll('<agent_id>', id)) as ToolUse['input'] };
}
