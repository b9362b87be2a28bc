import type { JsonObject, RequestInput, UpstreamOptions } from '@modegate/mcp-host/connections';
import { openUpstream } from '@modegate/mcp-host/connections';
import { answerWith, baseOptions, createFakeClock, createFakeLink } from './fake-link.ts';

/** What a modern server says of itself. */
export const discoverResult = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  instructions: 'Be kind.',
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '1.0.0' } },
} satisfies JsonObject;

/** Opens a modern upstream over a link in memory, with everything that it tells recorded. */
export async function openModern(discovered: JsonObject = {}, options: Partial<UpstreamOptions> = {}) {
  const link = createFakeLink();
  const clock = createFakeClock();
  const notifications: [string, JsonObject][] = [];
  const notes: string[] = [];
  const cancelled: number[] = [];
  answerWith(link, 'server/discover', { result: { ...discoverResult, ...discovered } });
  const upstream = await openUpstream(
    { ...link.transport, ...(options.name === 'over HTTP' ? { cancel: (id: number) => cancelled.push(id) } : {}) },
    {
      ...baseOptions,
      revision: undefined,
      now: clock.now,
      schedule: clock.schedule,
      random: () => 0.5,
      onNotification: (method, params) => notifications.push([method, params]),
      onLog: (kind, text) => notes.push(`${kind}: ${text}`),
      ...options,
    },
  );
  const sentOf = (method: string) => link.sent.filter((message) => message.method === method);
  return { link, clock, upstream, notifications, notes, cancelled, sentOf };
}

/** Answers every question of a server with the same. */
export function inputOf(answer: JsonObject | Error, asked: [string, JsonObject][] = []): RequestInput {
  return {
    capabilities: { elicitation: {} },
    answer: async (method, params) => {
      asked.push([method, params]);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    recheck: async () => undefined,
  };
}
