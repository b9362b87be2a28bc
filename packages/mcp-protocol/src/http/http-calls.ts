import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAdmission, HttpRefusal, Principal } from './admission.ts';
import { type HttpPage, sendPage } from './http-pages.ts';
import { costRefusal } from './message-cost.ts';
import { readBody } from './read-body.ts';
import { answerRefusal, type RefusalCount, refuse, refuseWork, tooLarge, wrongMethod } from './refuse.ts';

/** A POST beside the protocol, from an admitted client. */
export interface HttpCall {
  readonly pathname: string;
  /** What comes behind `?`; empty where nothing does. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Undefined when no credentials are asked for. */
  readonly principal: Principal | undefined;
}

/** An answer that goes on until one side ends it, or the credential that asked for it does. */
export interface HttpStream {
  readonly kind: 'stream';
  /** Takes the response with nothing sent of it yet; it has to write the head, and to end it. */
  readonly open: (response: ServerResponse) => void;
}

/** What is answered beside the protocol, such as the hooks of agents. */
export interface HttpCalls {
  readonly has: (pathname: string) => boolean;
  readonly answer: (call: HttpCall) => Promise<HttpPage | HttpStream | HttpRefusal>;
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
  readonly charge: HttpAdmission['charge'];
}

/** Answers a POST beside the protocol. */
export async function answerCall(
  site: CallSite,
  calls: HttpCalls,
  { request, response, charge, ...call }: CallExchange,
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
  const refusal = costRefusal(body.text, charge);
  if (refusal !== undefined) return answerRefusal(site, response, refusal);
  const answer = await calls.answer({ ...call, headers: request.headers, body: body.text });
  if (!('kind' in answer)) return sendPage(response, answer);
  if (answer.kind === 'refused') return answerRefusal(site, response, answer);
  answer.open(response);
}
