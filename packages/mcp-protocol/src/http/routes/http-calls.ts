import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticatedRequest, HttpRefusal, Principal } from '../auth/authentication.ts';
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
  /** The longest body at a path, where that is more than other requests may have. Default: it is not. */
  readonly maxBodyBytes?: (pathname: string) => number;
  /** The answer to a call whose body is not read to its end, costs too much or is not text. Default: the refusal itself. */
  readonly refuse?: (call: Omit<HttpCall, 'body'>, refusal: HttpRefusal) => Promise<HttpPage | HttpRefusal>;
}

/** Where a call beside the protocol comes in. */
export interface HttpCallContext extends RefusalCounter {
  readonly limits: { readonly maxBodyBytes: number };
  readonly isDraining: boolean;
}

interface CallExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly query: string;
  readonly principal: Principal | undefined;
  readonly charge: AuthenticatedRequest['charge'];
}

/** Answers a POST beside the protocol. */
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
  // What is left of the body is not worth reading.
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
