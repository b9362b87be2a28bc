import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticatedPrincipal, AuthenticatedRequest, HttpRefusal } from '../auth/authentication.ts';
import { costRefusal } from '../messages/message-cost.ts';
import { type Body, readBody } from '../messages/read-body.ts';
import {
  bodyTooLarge,
  methodNotAllowed,
  type RefusalCounter,
  rejectRequest,
  rejectWhileDraining,
} from '../messages/reject-request.ts';
import { type HttpPage, sendPage } from './http-pages.ts';

/** A POST outside the protocol, from an authenticated client. */
export interface HttpCall {
  readonly pathname: string;
  /** The part of the URL after `?`; empty if the URL contains no `?`. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The authenticated principal; undefined without authentication. */
  readonly principal: AuthenticatedPrincipal | undefined;
}

/** A response that continues until one side ends it, or the credential expires. */
export interface HttpStream {
  readonly kind: 'stream';
  /** Receives the untouched response; must write the response head and end the response. */
  readonly open: (response: ServerResponse) => void;
}

/** Endpoints outside the protocol, such as the hooks of agents. */
export interface HttpCalls {
  readonly has: (pathname: string) => boolean;
  readonly answer: (call: HttpCall) => Promise<HttpPage | HttpStream | HttpRefusal>;
  /**
   * Returns the maximum size of a body sent to a path, if larger than the limit for other requests. Default: the limit
   * for other requests.
   */
  readonly maxBodyBytes?: (pathname: string) => number;
  /** Answers a call whose body is too large, too expensive or not text. Default: the refusal itself is the response. */
  readonly refuse?: (call: Omit<HttpCall, 'body'>, refusal: HttpRefusal) => Promise<HttpPage | HttpRefusal>;
}

/** The parts of the server context that calls use. */
export interface HttpCallContext extends RefusalCounter {
  readonly limits: { readonly maxBodyBytes: number };
  readonly isDraining: boolean;
}

interface CallExchange extends Pick<HttpCall, 'pathname' | 'query' | 'principal'> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly charge: AuthenticatedRequest['charge'];
}

/** Answers a POST outside the protocol. */
export async function answerCall(
  context: HttpCallContext,
  calls: HttpCalls,
  { request, response, charge, ...call }: CallExchange,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return rejectRequest(context, response, methodNotAllowed(request));
  }
  const { headers } = request;
  const maxBytes = Math.max(context.limits.maxBodyBytes, calls.maxBodyBytes?.(call.pathname) ?? 0);
  const body = await readBody(request, { maxBytes, charge });
  if (body.kind === 'aborted') return void response.destroy();
  // The rest of the body is not worth reading.
  if (body.kind === 'too-large' || body.kind === 'refused') response.setHeader('Connection', 'close');
  else if (context.isDraining) return rejectWhileDraining(context, response);
  const text = body.kind === 'text' ? body.text : '';
  const refusal =
    body.kind === 'text' ? await costRefusal(text, charge, body.unpaidBytes) : bodyRefusal(body, maxBytes);
  const asked = { ...call, headers };
  const answering = refusal === undefined ? calls.answer({ ...asked, body: text }) : calls.refuse?.(asked, refusal);
  send(context, response, (await answering) ?? refusal);
}

type NoBody = Exclude<Body, { readonly kind: 'text' | 'aborted' }>;

function bodyRefusal(body: NoBody, maxBytes: number): HttpRefusal {
  if (body.kind === 'refused') return body.refusal;
  return body.kind === 'too-large'
    ? { kind: 'refused', ...bodyTooLarge(maxBytes) }
    : { kind: 'refused', status: 400, reason: 'malformed', message: 'The body is not valid UTF-8' };
}

type Answer = HttpPage | HttpStream | HttpRefusal | undefined;

function send(count: RefusalCounter, response: ServerResponse, answer: Answer): void {
  if (answer === undefined) return void response.destroy();
  if (!('kind' in answer)) sendPage(response, answer);
  else if (answer.kind === 'refused') rejectRequest(count, response, answer);
  else answer.open(response);
}
