import type { JsonObject } from '@modegate/json';
import type { KeyedSemaphore } from '@modegate/timing';
import type { AskUser } from './clients/ask-user.ts';
import type { Subscriptions } from './clients/subscriptions.ts';
import type { Consent } from './consent/consent.ts';
import type { AccessContext, SessionMode } from './decisions/access-context.ts';
import type { DecisionRecord } from './decisions/gateway-decision.ts';
import type { Upstreams } from './open-upstreams.ts';
import type { ToolTrust } from './trust/tool-trust.ts';

/** The parts of a gateway that handle requests. */
export interface GatewayParts extends Upstreams {
  readonly trust: Pick<ToolTrust, 'question' | 'approve' | 'judgeInstructions'>;
  readonly askUser: AskUser;
  readonly consent: Consent;
  readonly subscriptions: Subscriptions;
  /** Unanswered requests by server, so that a hanging server does not block others. */
  readonly concurrency: KeyedSemaphore;
  /**
   * Returns the current access of a connection, or of the session specified in a request; `capabilities` are those of
   * the request if it declares any.
   */
  readonly access: (connectionId: string, session?: SessionMode, capabilities?: JsonObject) => AccessContext;
  /** Records a decision; a call waits for the returned promise. */
  readonly record: (decision: DecisionRecord) => Promise<void> | undefined;
}
