import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRefusal } from '../auth/authentication.ts';
import { methodNotAllowed, type RefusalCounter, rejectRequest } from '../messages/reject-request.ts';

/** A page outside the protocol, such as a health check. */
export interface HttpPage {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Additional headers, such as a policy for browsers. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Returns a page if the request headers permit access to it; returns undefined if there is no page. */
export type ProtectedPages = (
  pathname: string,
  headers: IncomingHttpHeaders,
) => Promise<HttpPage | HttpRefusal> | undefined;

interface PageExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends a page, or a refusal if access is not permitted. */
export async function sendProtectedPage(
  count: RefusalCounter,
  exchange: PageExchange,
  opening: Promise<HttpPage | HttpRefusal>,
): Promise<void> {
  const page = await opening;
  if ('kind' in page) rejectRequest(count, exchange.response, page);
  else handlePageRequest(count, exchange, page);
}

/** Answers GET and HEAD with a page. */
export function handlePageRequest(count: RefusalCounter, { request, response }: PageExchange, page: HttpPage): void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    sendPage(response, page);
    return;
  }
  response.setHeader('Allow', 'GET, HEAD');
  rejectRequest(count, response, methodNotAllowed(request));
}

/** Sends a page. */
export function sendPage(response: ServerResponse, { status, contentType, body, headers }: HttpPage): void {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body);
}
