import { matchesName } from '../matrix/names.ts';
import type { ExportedAccess } from './exported-access.ts';
import type { ServerGrant } from './mode-grants.ts';

/** The notation that an agent's rules use for the tools on a server. */
export interface ToolDialect {
  /** Returns the name of one tool, or undefined if no rule can refer to the tool. */
  readonly name: (tool: string) => string | undefined;
  /**
   * Returns a pattern with `*` and `?`, or a pattern that matches more names; undefined if the agent supports neither.
   */
  readonly pattern: (pattern: string) => string | undefined;
}

/** The tools on one server, expressed as rules in which deny rules take precedence. */
export interface ServerRules {
  /** True if every tool that no deny rule matches is allowed. */
  readonly isOpen: boolean;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Descriptions of permissions that the mode grants but the rules do not. */
  readonly lost: readonly string[];
}

/**
 * Expresses, in a dialect, the permissions that a mode has for a server; anything that the dialect cannot express
 * remains denied.
 */
export function writeServerRules(grant: ServerGrant, dialect: ToolDialect): ServerRules {
  const others = writeOthers(grant.others, dialect);
  const isWide = others.isOpen || others.allow.length > 0;
  const named = grant.tools.map(({ name, access }) => ({ name, access, written: dialect.name(name) }));
  const closed = named.filter(({ access }) => access.state !== 'open');
  // A tool to which no rule can refer cannot be denied, so no allow rule may match it.
  if (isWide && closed.some(({ written }) => written === undefined))
    return writeServerRules({ ...grant, others: { state: 'closed', by: grant.resources.by, lost: unnamed } }, dialect);
  const denied = new Set(closed.flatMap(({ written }) => written ?? []));
  const open = named.filter(({ access }) => access.state === 'open');
  const isKept = (name: string, written: string | undefined) =>
    written === undefined
      ? others.isOpen
      : !denied.has(written) && (others.isOpen || written === name || grant.isListed);
  const kept = open.filter(({ name, written }) => isKept(name, written));
  const byPattern = grant.others.state === 'by-name' ? grant.others.deny : [];
  const isMatched = (name: string) => others.deny.length > 0 && byPattern.some((pattern) => matchesName(pattern, name));
  const single = closed.flatMap(({ name, written }) => (written === undefined || isMatched(name) ? [] : [written]));
  return {
    isOpen: others.isOpen,
    allow: others.isOpen ? [] : [...others.allow, ...kept.flatMap(({ written }) => written ?? [])],
    deny: [...new Set([...others.deny, ...(isWide ? single : [])])],
    lost: [
      ...others.lost,
      ...open.filter((one) => !kept.includes(one)).map(({ name }) => `no rule can apply only to the tool '${name}'`),
      ...closed.flatMap(({ access }) => (access.state === 'closed' && access.lost !== undefined ? [access.lost] : [])),
    ],
  };
}

const unnamed = 'the mode blocks a tool whose name cannot be written in a rule';

function writeOthers(others: ServerGrant['others'], { pattern }: ToolDialect): ServerRules {
  if (others.state !== 'by-name') {
    const lost = others.state === 'closed' && others.lost !== undefined ? [others.lost] : [];
    return { isOpen: others.state === 'open', allow: [], deny: [], lost };
  }
  const written = others.deny.map(pattern);
  const isDenied = written.every((one) => one !== undefined);
  // A pattern that matches more than the mode's own pattern may be used to deny, but never to allow.
  const kept = isDenied ? others.allow.filter((one) => pattern(one) === one) : [];
  const deny = isDenied && (others.isOpen || kept.length > 0) ? written.flatMap((one) => one ?? []) : [];
  const isLost = others.isPartial || (others.isOpen ? !isDenied : kept.length < others.allow.length);
  const isWider = deny.some((one, index) => one !== others.deny[index]);
  return {
    isOpen: others.isOpen && isDenied,
    allow: kept,
    deny,
    lost: [
      ...(isLost ? ['the format has no name patterns, so only tools whose names are known are available'] : []),
      ...(isWider ? ['a deny rule with a pattern matches more names here than in the mode'] : []),
    ],
  };
}

/** True if everything on a server is allowed, including anything that the server offers later. */
export function isWhollyOpen({ resources, tools, others }: ServerGrant): boolean {
  return [resources, others, ...tools.map(({ access }) => access)].every(({ state }) => state === 'open');
}

/** True if nothing on a server is allowed. */
export function isWhollyClosed({ resources, tools, others }: ServerGrant): boolean {
  return [resources, others, ...tools.map(({ access }) => access)].every(({ state }) => state === 'closed');
}

/**
 * Denies everything on the servers whose tool names may also belong to another server: a name such as `a_b_c` does not
 * show where the server name ends. Servers on which everything is allowed need not be distinguished.
 */
export function closeAlike(
  servers: readonly ServerGrant[],
  prefixOf: (server: string) => string,
): readonly ServerGrant[] {
  const isAlike = (one: ServerGrant, other: ServerGrant) => {
    const [a, b] = [prefixOf(one.server), prefixOf(other.server)];
    const areOpen = isWhollyOpen(one) && isWhollyOpen(other);
    return one !== other && !areOpen && (a.startsWith(b) || b.startsWith(a));
  };
  return servers.map((one) => (servers.some((other) => isAlike(one, other)) ? closeServer(one) : one));
}

function closeServer(grant: ServerGrant): ServerGrant {
  const lost = 'a tool of another server may have the same name as one of its tools';
  const close = (access: ExportedAccess | ServerGrant['others']): ExportedAccess =>
    access.state === 'closed' ? access : { state: 'closed', by: access.by, lost };
  return {
    ...grant,
    tools: grant.tools.map(({ name, access }) => ({ name, access: close(access) })),
    others: close(grant.others),
  };
}
