import { isJsonObject, type JsonObject } from '@modegate/json';
import type { EditorHost } from './editor-host.ts';
import { type EditorAnswer, requestTypes } from './messages.ts';

/** @internal True for a request without an envelope: `{ type: 'getMcpServersForMode', modeSlug }`. */
export function isPlainRequest(message: unknown): message is JsonObject {
  return (
    isJsonObject(message) &&
    !('id' in message) &&
    typeof message.type === 'string' &&
    Object.hasOwn(requestTypes, message.type)
  );
}

/** @internal Answers such a request without an id; lists only those servers and tools that the mode may use. */
export async function answerPlainly(host: EditorHost, message: JsonObject): Promise<unknown> {
  const { id: _, ...answer } = withoutDenied(await host.answer({ ...message, id: 'plain' }));
  return answer;
}

function withoutDenied(answer: EditorAnswer): EditorAnswer {
  if (answer.type !== 'mcpServersForMode') return answer;
  const servers = answer.servers.filter(({ allowed }) => allowed);
  const narrowed = servers.map((server) => ({ ...server, tools: server.tools.filter(({ allowed }) => allowed) }));
  return { ...answer, servers: narrowed };
}
