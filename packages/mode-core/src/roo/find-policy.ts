import type { McpServerPolicy } from '../mcp/server-policy.ts';
import { parseModes } from '../parse/parse-modes.ts';
import { compilePolicy } from '../policy/compile-policy.ts';
import type { Policy } from '../policy/policy.ts';

/** What a question's policy depends on. */
export interface PolicyQuestion {
  readonly customModes: unknown;
  readonly disabledTools: readonly string[];
  /** The server that the caller says is off by default: in a list of one, in none when it is not named, or undefined when there is none. */
  readonly servers: readonly McpServerPolicy[] | undefined;
  readonly projectRoot: string | undefined;
}

// Enough for a window's settings in several variants; each policy is small, and beyond this the oldest goes.
const maxPolicies = 16;
const policies = new Map<string, Policy>();

/**
 * The compiled policy of a question, compiled again only when something it depends on has changed. The memory goes by content and not
 * by the identity of the array: callers get one array from a cache, mutate it, or write a new `[]` in every call, and all are right.
 */
export function findPolicy(question: PolicyQuestion): Policy {
  const key = fingerprint(question);
  if (key === undefined) return compile(question);
  const known = policies.get(key);
  const policy = known ?? compile(question);
  // Taken out and put back, so that the map's order is the order of last use.
  policies.delete(key);
  policies.set(key, policy);
  if (policies.size > maxPolicies) policies.delete(policies.keys().next().value ?? '');
  return policy;
}

function compile({ customModes, disabledTools, servers, projectRoot }: PolicyQuestion): Policy {
  return compilePolicy({
    project: parseModes({ customModes }, { source: 'project' }),
    disabledTools,
    servers,
    projectRoot,
  });
}

/** Everything in the modes that a decision or its message can depend on, as text; undefined when it cannot be written down. */
function fingerprint({ customModes, disabledTools, servers, projectRoot }: PolicyQuestion): string | undefined {
  if (!Array.isArray(customModes)) return undefined;
  try {
    return JSON.stringify(
      [customModes.map(decidingFields), disabledTools, servers, projectRoot],
      (_key, value: unknown) => (isPlain(value) ? value : `\u0000${typeof value}`),
    );
  } catch {
    return undefined;
  }
}

function decidingFields(mode: unknown): unknown {
  if (typeof mode !== 'object' || mode === null) return typeof mode;
  const { slug, name, groups, mcpRestrictions, allowedMcpServers, ...texts } = mode as Readonly<
    Record<string, unknown>
  >;
  const { roleDefinition, whenToUse, description, customInstructions, rulesFiles: _files, ...others } = texts;
  // Of the long texts only their validity can change a decision; any other key may be a misspelt or a misplaced limit.
  const validity = [roleDefinition, whenToUse, description, customInstructions].map(
    (text) => text === '' || typeof text,
  );
  return [slug, name, groups, mcpRestrictions, allowedMcpServers, validity, others];
}

/** Whether JSON keeps the value apart from others: `undefined` and a function, for one, would both vanish from it. */
function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
}
