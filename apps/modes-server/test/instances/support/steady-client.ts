import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, connectHttp, type HttpWire } from '../../support/http-wire.ts';

/** A client that goes on when its session or an instance is lost, as clients of the protocol do. */
export interface SteadyClient {
  /** The ids of its MCP sessions, one after the other. */
  readonly sessionIds: readonly string[];
  /** The result of a tool; `isCertain` is false when an attempt broke off before, so that the tool may have run twice. */
  readonly call: (name: string, args: object) => Promise<{ readonly result: Answer; readonly isCertain: boolean }>;
}

/** Longer than it takes to notice that an instance has ended. */
const PATIENCE_MS = 30_000;

/** Connects, and again whenever its session is not found. */
export async function connectSteady(url: string, headers: Readonly<Record<string, string>>): Promise<SteadyClient> {
  const sessionIds: string[] = [];
  let wire: Promise<HttpWire> | undefined;
  const connect = async (): Promise<HttpWire> => {
    const made = await connectHttp(url, headers);
    if (made.status !== 200) throw new Error(`It was not let in: ${made.status}`);
    sessionIds.push(made.sessionId);
    return made;
  };
  const attempt = async (name: string, args: object) => {
    wire ??= connect();
    const now = wire;
    const opened = await now.catch(() => undefined);
    const answer = await opened
      ?.request('tools/call', { name, arguments: args })
      .catch(() => ({ status: 0, json: undefined }));
    if ((answer === undefined || answer.status === 404) && wire === now) wire = undefined;
    return answer ?? { status: 503, json: undefined };
  };
  const begunAt = Date.now();
  while (sessionIds.length === 0 && Date.now() - begunAt < PATIENCE_MS) {
    wire = connect();
    await wire.catch(() => pause(50));
  }
  return {
    sessionIds,
    call: async (name, args) => {
      const until = Date.now() + PATIENCE_MS;
      for (let isCertain = true; ; ) {
        const { status, json } = await attempt(name, args);
        if (status === 200 && json?.result !== undefined) return { result: json.result, isCertain };
        if (Date.now() > until) throw new Error(`${name}: still ${status} ${JSON.stringify(json)}`);
        if (status !== 404) await pause(50);
        // Not taken: 503, and 404. Of anything else nobody knows.
        isCertain &&= status === 503 || status === 404;
      }
    },
  };
}
