import { createHash } from 'node:crypto';
import type { AnswerServer, Connections } from '@modegate/mcp-host/connections';
import type { Project } from '@modegate/project';
import type { ServerQuestions } from '@modegate/tool-gateway';

/** The part of the servers that a gateway has, where principals have gateways of their own. */
export interface GatewayPlace {
  /** Which entries of the project are its own to start. */
  readonly own: (entries: Project['servers']) => Project['servers'];
  /** Adds what it shares with others. */
  readonly join: (own: Connections) => Connections;
  /** Who answers what its servers ask. */
  readonly answer: (answer: AnswerServer, questions: ServerQuestions) => AnswerServer;
  /** Whose it is; undefined for the one that has what all share. */
  readonly principalId: string | undefined;
}

/** The variable by which an entry can tell principals apart, such as to find the credentials of each. */
export function principalVariables(principalId: string | undefined): Readonly<Record<string, string>> {
  return principalId === undefined ? {} : { MODEGATE_PRINCIPAL: principalName(principalId) };
}

/** A name that is fit for paths and headers: that of a token as it is, and a hash of whatever name an issuer gives. */
function principalName(principalId: string): string {
  const [, token] = /^token:([A-Za-z0-9][\w.-]{0,63})$/.exec(principalId) ?? [];
  return token === undefined
    ? `jwt-${createHash('sha256').update(principalId).digest('hex').slice(0, 32)}`
    : `token-${token}`;
}

/** Whether principals share the server of an entry. */
export function isShared(entry: Project['servers'][number]): boolean {
  return entry.state === 'valid' && entry.config.shared;
}

/** Whether each principal has the server of an entry to itself; one that cannot be read is shown to each as such. */
export function isOwn(entry: Project['servers'][number]): boolean {
  return !isShared(entry);
}
