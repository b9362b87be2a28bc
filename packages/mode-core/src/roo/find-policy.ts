import { attempt } from '@modegate/json';
import type { CommandJudge } from '../commands/command-judge.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import { parseModes } from '../parse/parse-modes.ts';
import { compilePolicy } from '../policy/compile-policy.ts';
import type { Policy } from '../policy/policy.ts';

/** Everything on which the policy for a question depends. */
export interface PolicyQuestion {
  readonly customModes: unknown;
  readonly disabledTools: readonly string[];
  /**
   * A single entry for the server that is off by default according to the caller; an empty list if that server has no
   * name; undefined if there is no such server.
   */
  readonly servers: readonly McpServerPolicy[] | undefined;
  readonly projectRoot: string | undefined;
  readonly commands?: CommandJudge | undefined;
}

// Enough for several variants of the settings in a window. Policies are small; if there are more, the least recently
// used policy is dropped.
const maxPolicies = 16;
const policies = new Map<string, Policy>();
// Functions cannot be serialised, so each judge gets a number.
const judges = new WeakMap<CommandJudge, number>();
let lastJudge = 0;

/**
 * Returns the compiled policy for a question; recompiles it only if its input has changed. The cache compares content
 * rather than array identity, because callers may pass one array from a cache, mutate it, or create a new `[]` in every
 * call.
 */
export function findPolicy(question: PolicyQuestion): Policy {
  const key = fingerprint(question);
  if (key === undefined) return compile(question);
  const known = policies.get(key);
  const policy = known ?? compile(question);
  // The entry is deleted and set again to keep the map in order of last use.
  policies.delete(key);
  policies.set(key, policy);
  if (policies.size > maxPolicies) policies.delete(policies.keys().next().value ?? '');
  return policy;
}

function compile({ customModes, ...input }: PolicyQuestion): Policy {
  return compilePolicy({ project: parseModes({ customModes }, { source: 'project' }), ...input });
}

/**
 * Returns a string that contains everything in the modes that may affect a decision or its message; undefined if the
 * modes cannot be serialised.
 */
function fingerprint(question: PolicyQuestion): string | undefined {
  const { customModes, disabledTools, servers, projectRoot, commands } = question;
  if (!Array.isArray(customModes)) return undefined;
  return attempt(() =>
    JSON.stringify(
      [customModes.map(decidingFields), disabledTools, servers, projectRoot, commands && numberOf(commands)],
      (_key, value: unknown) => (isPlain(value) ? value : `\u0000${typeof value}`),
    ),
  );
}

function numberOf(judge: CommandJudge): number {
  const number = judges.get(judge) ?? ++lastJudge;
  judges.set(judge, number);
  return number;
}

function decidingFields(mode: unknown): unknown {
  if (typeof mode !== 'object' || mode === null) return typeof mode;
  const { slug, name, groups, mcpRestrictions, allowedMcpServers, ...texts } = mode as Readonly<
    Record<string, unknown>
  >;
  const { roleDefinition, whenToUse, description, customInstructions, rulesFiles: _files, ...others } = texts;
  // Only the validity of the long texts can affect a decision. Any other key may be a misspelt or misplaced
  // restriction.
  const validity = [roleDefinition, whenToUse, description, customInstructions].map(
    (text) => text === '' || typeof text,
  );
  return [slug, name, groups, mcpRestrictions, allowedMcpServers, validity, others];
}

/** True if JSON preserves the value; `undefined` and functions, for example, would not be preserved. */
function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
