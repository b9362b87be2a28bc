import { type HttpServing, type ServeHttpOptions, serveHttp } from '@modegate/mcp-protocol/http';
import { onTestFinished } from 'vitest';
import { sampleServer } from './sample.ts';

/** Serves until the test ends, without draining. */
export async function serve(server = sampleServer(), options: ServeHttpOptions = {}): Promise<HttpServing> {
  const serving = await serveHttp(server, { drainMs: 0, ...options });
  onTestFinished(() => serving.close());
  return serving;
}
