import type { OracleCircumstances } from './condition-oracle.ts';
import type { OracleMode } from './oracle-modes.ts';
import type { Fields } from './oracle-shapes.ts';

/** What the rules say of a call; `unsure` where the input is not well formed or the rules leave it open. */
export type Verdict = 'allowed' | 'refused' | 'unsure';

/** A policy as documents, before anything of ours has read them. */
export interface OracleInput {
  readonly project: unknown;
  readonly global: unknown;
  readonly servers: unknown;
  readonly disabledTools: unknown;
  readonly projectRoot: string | undefined;
}

/** A call as an agent makes it, and what the caller adds. */
export interface OracleRequest {
  readonly mode?: unknown;
  readonly tool?: unknown;
  readonly mcp?: unknown;
  readonly params?: unknown;
  readonly at?: unknown;
  readonly context?: unknown;
  readonly task?: unknown;
}

/** A call that is being judged. */
export interface OracleCall extends OracleInput, OracleCircumstances {
  readonly mode: OracleMode;
  readonly tool: string;
  readonly mcp: unknown;
  readonly params: Fields;
}
