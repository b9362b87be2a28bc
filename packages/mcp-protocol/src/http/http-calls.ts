import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRefusal, Principal } from './admission.ts';
import type { HttpPage } from './http-pages.ts';
import { readBody } from './read-body.ts';
import { answerRefusal, type RefusalCount, refuse, refuseWork, tooLarge, wrongMethod } from './refuse.ts';

/** A POST beside the protocol, of somebody who was let in. */
export interface HttpCall {
  readonly pathname: string;
  /** What comes behind `?`; empty where nothing does. */
  readonly query: string;
  readonly body: string;
  /** Undefined when no credentials are asked for. */
  readonly principal: Principal | undefined;
}

/** What is answered beside the protocol, such as the hooks of agents. */
export interface HttpCalls {
  readonly has: (pathname: string) => boolean;
  readonly answer: (call: HttpCall) => Promise<HttpPage | HttpRefusal>;
}

/** Where a call beside the protocol comes in. */
export interface CallSite extends RefusalCount {
  readonly limits: { readonly maxBodyBytes: number };
  readonly isDraining: boolean;
}

interface CallExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly query: string;
  readonly principal: Principal | undefined;
}

/** Answers a POST beside the protocol. */
export async function answerCall(
  site: CallSite,
  calls: HttpCalls,
  { request, response, ...call }: CallExchange,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return refuse(site, response, wrongMethod(request));
  }
  const body = await readBody(request, site.limits.maxBodyBytes);
  if (body.kind === 'aborted') return void response.destroy();
  if (body.kind === 'too-large') {
    // What is left of the body is not worth reading.
    response.setHeader('Connection', 'close');
    return refuse(site, response, tooLarge(site.limits.maxBodyBytes));
  }
  if (body.kind === 'not-utf8')
    return refuse(site, response, { status: 400, reason: 'malformed', message: 'The body is not valid UTF-8' });
  if (site.isDraining) return refuseWork(site, response);
  const page = await calls.answer({ ...call, body: body.text });
  if ('kind' in page) return answerRefusal(site, response, page);
  response.writeHead(page.status, { 'Content-Type': page.contentType, 'Cache-Control': 'no-store' }).end(page.body);
}
