import { randomUUID } from 'node:crypto';
import { type Connections, entryHash } from '@modegate/mcp-host/connections';
import { formatRule, type Policy } from '@modegate/mode-core';
import { definitionHash, hashJson } from '../catalogue/ref-id.ts';
import { canAskUser } from '../clients/gateway-client.ts';
import type { GatewayRefusal } from '../decisions/gateway-decision.ts';
import { askPerson } from './ask-person.ts';
import { writeQuestion } from './consent-question.ts';
import type { ConsentAnswer, ConsentCall, ConsentOutcome, ConsentRecord } from './consent-record.ts';

/** Time within which a person must answer and the call must be sent, in milliseconds. */
const CONSENT_MS = 300_000;

/** A person's consent to one call. The consent is stored only with that call, so no other call can use it. */
export interface GivenConsent {
  /** SHA-256 of everything to which the consent is bound. */
  readonly digest: string;
  /** End of validity in epoch milliseconds; infinite once the call has been sent. */
  readonly validUntil: number;
}

/** Options for asking a person to consent to a call. */
export interface ConsentOptions {
  /** The working folder shown in the question. */
  readonly folder: string;
  /** Records a question or its answer; the call waits for the returned promise. */
  readonly record: (record: ConsentRecord) => Promise<void> | undefined;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
}

/** Asks people for their consent to calls. */
export interface Consent {
  /** Asks once, and records the question and the answer. Resolves to the consent, or to the refusal. */
  ask(call: ConsentCall): Promise<GivenConsent | GatewayRefusal>;
  /** Returns the refusal if the given consent does not apply to the call in its current form. */
  check(call: ConsentCall, given: GivenConsent): GatewayRefusal | undefined;
}

/** Creates a gateway's consent handling. */
export function createConsent({ folder, record, now }: ConsentOptions, connections: Connections): Consent {
  const digestOf = (call: ConsentCall): string | undefined => hashJson({ ...bindingOf(call, connections), folder });
  return {
    ask: async (call) => {
      const digest = digestOf(call);
      const validUntil = now() + CONSENT_MS;
      const tell = async (outcome: ConsentOutcome): Promise<void> => record(recordOf(call, outcome, digest));
      const question = whyNotAsked(call) ?? writeQuestion(call, folder);
      if ('message' in question) await tell('asked');
      const { outcome, sentence } =
        'message' in question ? await askPerson(call.request, question.message, CONSENT_MS) : question;
      await tell(outcome);
      return outcome === 'accepted' && digest !== undefined ? { digest, validUntil } : refuseCall(call, sentence);
    },
    check: (call, { digest, validUntil }) => {
      if (now() > validUntil)
        return refuseCall(call, 'A person consented more than five minutes ago, and that consent has expired.');
      return digestOf(call) === digest ? undefined : refuseCall(call, CHANGED);
    },
  };
}

const CHANGED =
  'A person consented, but the mode, its rules, the tool or its server has changed since the question was asked. Make the call again.';

function whyNotAsked({ request, canAsk }: ConsentCall): ConsentAnswer | undefined {
  const why = canAsk
    ? "the client did not declare 'elicitation', so it cannot show questions"
    : 'this kind of request does not allow questions';
  const isAble = canAsk && canAskUser(request.clientCapabilities);
  return isAble ? undefined : { outcome: 'unsupported', sentence: `Nobody was asked: ${why}.` };
}

/** Returns everything that must remain the same between the question and the call. */
function bindingOf({ access, target, tool, params }: ConsentCall, { servers }: Connections): object {
  const entry = servers.find(({ name }) => name === target.server)?.entry;
  return {
    mode: access.mode,
    session: access.sessionId,
    policy: policyId(access.policy),
    tool,
    server: target.server,
    subject: target.subject,
    entry: entry?.state === 'valid' ? entryHash(entry) : undefined,
    definition: target.tool && definitionHash(target.tool),
    params,
  };
}

// Each reload compiles a new policy.
const policyIds = new WeakMap<Policy, string>();

function policyId(policy: Policy): string {
  const id = policyIds.get(policy) ?? randomUUID();
  policyIds.set(policy, id);
  return id;
}

function recordOf(call: ConsentCall, outcome: ConsentOutcome, digest: string | undefined): ConsentRecord {
  const { request, access, target, tool, params, decision } = call;
  const { connectionId, requestId } = request;
  const { mode, sessionId } = access;
  const { server, subject } = target;
  const { reason, by } = decision;
  return { connectionId, requestId, sessionId, mode, tool, server, subject, params, outcome, reason, by, digest };
}

function refuseCall({ decision }: ConsentCall, sentence: string): GatewayRefusal {
  const { code, kind, reason, by } = decision;
  const way = `Only a person can allow this call, either in a client that shows questions or by changing the rule (${formatRule(by)}).`;
  return { allowed: false, code, kind, reason: `${reason} ${sentence} ${way}`, by };
}
