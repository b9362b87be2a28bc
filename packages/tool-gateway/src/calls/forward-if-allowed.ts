import type { JsonObject } from '@modegate/json';
import type { ConsentRequest } from '@modegate/mode-core';
import type { ClientRequest } from '../clients/client-request.ts';
import type { GivenConsent } from '../consent/consent.ts';
import type { AccessContext, SessionMode } from '../decisions/access-context.ts';
import {
  asksPerson,
  type DecisionRecord,
  type GatewayDecision,
  type GatewayRefusal,
  type JudgedTarget,
  refuseByState,
} from '../decisions/gateway-decision.ts';
import { GatewayError } from '../gateway-error.ts';
import type { GatewayParts } from '../gateway-parts.ts';

/** Maximum number of unanswered requests from all clients to one server; further requests are rejected. */
export const MAX_UNANSWERED = 512;

/** A request for {@link forwardIfAllowed}. */
export interface JudgedRequest<Target extends JudgedTarget> {
  readonly request: ClientRequest;
  /** Reads the session whose mode determines the decision; undefined if the connection's mode does so. */
  readonly readSession: (() => Promise<SessionMode>) | undefined;
  /** Name of the equivalent agent tool. */
  readonly tool: DecisionRecord['tool'];
  /** Arguments to record. */
  readonly params: unknown;
  /** True if a person may be asked to consent to the request. */
  readonly canAsk: boolean;
  readonly judge: (access: AccessContext) => Target;
  /**
   * Starts the required preparation; resolves to the refusal if the preparation failed. Undefined if nothing is
   * required.
   */
  readonly prepare: (target: Target) => Promise<GatewayRefusal | undefined> | undefined;
  /** Forwards the request. `recheck` repeats the check; call it before the request is sent again. */
  readonly forward: (target: Target, recheck: () => Promise<void>) => Promise<JsonObject>;
}

/**
 * Checks a request, records the decision and forwards the request. After every wait, the check is repeated in the same
 * step that forwards the request. The number of unanswered requests to a server is limited; while a request waits, it
 * does not count towards its connection's limit.
 *
 * @throws {GatewayError} REFUSED.
 */
export async function forwardIfAllowed<Target extends JudgedTarget>(
  parts: ForwardingParts,
  judged: JudgedRequest<Target>,
): Promise<JsonObject> {
  const progress: EvaluationState = { recorded: undefined, leave: undefined, consent: undefined };
  const evaluation: Evaluation<Target> = { parts, judged, progress };
  try {
    return await whenAllowed(evaluation, (target) => {
      // Further rounds of a call that has been sent belong to the same call, however long they take.
      if (progress.consent !== undefined) progress.consent = { ...progress.consent, validUntil: Infinity };
      return judged.forward(target, async () => whenAllowed(evaluation, async (now) => stayWith(target, now)));
    });
  } finally {
    progress.leave?.();
  }
}

type ForwardingParts = Pick<GatewayParts, 'access' | 'record' | 'concurrency' | 'consent'>;

/** State of a request between two checks. */
interface EvaluationState {
  recorded: Judgement | undefined;
  leave: (() => void) | undefined;
  /** Consent given once, for this request only. */
  consent: GivenConsent | undefined;
}

interface Evaluation<Target extends JudgedTarget> {
  readonly parts: ForwardingParts;
  readonly judged: JudgedRequest<Target>;
  readonly progress: EvaluationState;
}

// Not an async function: most requests do not have to wait and need no additional promise.
function whenAllowed<Target extends JudgedTarget, Result>(
  evaluation: Evaluation<Target>,
  forward: (target: Target) => Promise<Result>,
): Promise<Result> {
  const step = evaluation.judged.readSession === undefined ? judgeNow(evaluation, undefined) : undefined;
  return step === undefined || step instanceof Promise ? afterWaiting(evaluation, step, forward) : forward(step);
}

async function afterWaiting<Target extends JudgedTarget, Result>(
  evaluation: Evaluation<Target>,
  first: Promise<void> | undefined,
  forward: (target: Target) => Promise<Result>,
): Promise<Result> {
  const { readSession } = evaluation.judged;
  if (first !== undefined) await first;
  for (;;) {
    const session = readSession === undefined ? undefined : await readSession();
    const step = judgeNow(evaluation, session);
    if (!(step instanceof Promise)) return await forward(step);
    await step;
  }
}

/**
 * Returns the target if the request can be forwarded now; otherwise the promise to wait for, which rejects if the
 * request is denied.
 */
function judgeNow<Target extends JudgedTarget>(
  evaluation: Evaluation<Target>,
  session: SessionMode | undefined,
): Target | Promise<void> {
  const { parts, judged, progress } = evaluation;
  const { request, judge, prepare } = judged;
  const capabilities = request.isStateless ? request.clientCapabilities : undefined;
  const access = parts.access(request.connectionId, session, capabilities);
  const target = judge(access);
  const judgement = { access, target };
  const { decision } = target;
  if (!decision.allowed && !asksPerson(decision)) return refuse(parts, judged, { ...judgement, refusal: decision });
  progress.leave ??= parts.concurrency.tryAcquire(target.server);
  if (progress.leave === undefined) return refuse(parts, judged, { ...judgement, refusal: busy(target.server) });
  request.releaseSlot();
  const preparing = prepare(target);
  if (preparing !== undefined)
    return preparing.then((refusal) =>
      refusal === undefined ? undefined : refuse(parts, judged, { ...judgement, refusal }),
    );
  const asking = decision.allowed ? undefined : requireConsent(evaluation, { ...judgement, decision });
  if (asking !== undefined) return asking;
  if (progress.recorded !== undefined && isSame(progress.recorded, judgement)) return target;
  const granted = decision.allowed ? decision : ({ allowed: true, by: decision.by } as const);
  const recording = record(parts, judged, { access, target, decision: granted });
  progress.recorded = judgement;
  return recording ?? target;
}

/**
 * Returns the promise of the answer, or the refusal; undefined if a person has consented to the call in its current
 * form.
 */
function requireConsent<Target extends JudgedTarget>(
  { parts, judged, progress }: Evaluation<Target>,
  judgement: Judgement & { readonly decision: ConsentRequest },
): Promise<void> | undefined {
  const { request, tool, params, canAsk } = judged;
  const call = { request, tool, params, canAsk, ...judgement };
  const given = progress.consent;
  if (given === undefined)
    return parts.consent.ask(call).then((answer) => {
      if ('allowed' in answer) return refuse(parts, judged, { ...judgement, refusal: answer });
      progress.consent = answer;
      return undefined;
    });
  const refusal = parts.consent.check(call, given);
  return refusal && refuse(parts, judged, { ...judgement, refusal });
}

/** Ensures that a request that takes several rounds stays with the same server. */
function stayWith(before: JudgedTarget, now: JudgedTarget): void {
  if (now.server === before.server && now.subject === before.subject) return;
  const message = `The server '${before.server.slice(0, 100)}' stopped offering '${before.shownName}' during this request. Try again.`;
  throw new GatewayError('SERVER_RESTARTING', message, { data: { server: before.server, retryAt: undefined } });
}

interface Judgement {
  readonly access: AccessContext;
  readonly target: JudgedTarget;
}

// True if two checks have the same result, so that they are treated as one decision and recorded once.
function isSame(before: Judgement, now: Judgement): boolean {
  return (
    before.access.policy === now.access.policy &&
    before.access.mode === now.access.mode &&
    before.access.sessionId === now.access.sessionId &&
    before.target.server === now.target.server
  );
}

function record<Target extends JudgedTarget>(
  parts: ForwardingParts,
  { request, tool, params }: JudgedRequest<Target>,
  { access, target, decision }: Judgement & { readonly decision: GatewayDecision },
): Promise<void> | undefined {
  const { connectionId, requestId } = request;
  const { mode, sessionId } = access;
  const { server, subject } = target;
  return parts.record({ connectionId, requestId, sessionId, mode, tool, server, subject, decision, params });
}

async function refuse<Target extends JudgedTarget>(
  parts: ForwardingParts,
  judged: JudgedRequest<Target>,
  { access, target, refusal }: Judgement & { readonly refusal: GatewayRefusal },
): Promise<never> {
  await record(parts, judged, { access, target, decision: refusal });
  const data = { refusal, subject: target.shownName, server: target.server, mode: access.mode };
  throw new GatewayError('REFUSED', refusal.reason, { data });
}

function busy(server: string): GatewayRefusal {
  return refuseByState(
    'SERVER_BUSY',
    `The server '${server.slice(0, 100)}' has not answered ${MAX_UNANSWERED} earlier requests, so no more are sent to it. Wait for a request to finish, or cancel one, and then try again.`,
  );
}
