import { isDeepStrictEqual } from 'node:util';
import { attempt, type JsonObject } from '@modegate/json';
import { type HostError, hasCode } from '../host-error.ts';
import type { Upstream } from '../peer/upstream.ts';
import { freshForMs } from '../revisions/result-frame.ts';
import { readPages } from './read-pages.ts';
import {
  type Completeness,
  type ListGroup,
  type ListName,
  NO_LISTS,
  NONE_COMPLETE,
  type ServerLists,
} from './server-lists.ts';
import { createThrottledRefresh, type ThrottledRefresh, type ThrottledRefreshOptions } from './throttled-refresh.ts';

/** The server whose lists are tracked, and the listeners. */
export interface FollowListsOptions extends Omit<ThrottledRefreshOptions, 'refresh'> {
  readonly upstream: Pick<Upstream, 'capabilities' | 'revision' | 'announcesChangesOf' | 'request'>;
  readonly timeoutMs: () => number;
  /** Called when the content of a list has changed, or when only its completeness has changed. */
  readonly onList: (list: ListGroup, change: { readonly isContent: boolean }) => void;
  /** Called when the tools cannot be read without a new login, which requires a person. */
  readonly onLoginNeeded: (reason: string) => void;
  /** Called when a list has an anomaly. */
  readonly onWarning: (remark: string) => void;
}

const GROUPS: Readonly<Record<ListGroup, readonly { readonly list: ListName; readonly method: string }[]>> = {
  tools: [{ list: 'tools', method: 'tools/list' }],
  resources: [
    { list: 'resources', method: 'resources/list' },
    { list: 'resourceTemplates', method: 'resources/templates/list' },
  ],
  prompts: [{ list: 'prompts', method: 'prompts/list' }],
};
const GROUP_NAMES = ['tools', 'resources', 'prompts'] as const satisfies readonly ListGroup[];

const CHANGED: ReadonlyMap<string, ListGroup> = new Map(
  GROUP_NAMES.map((group) => [`notifications/${group}/list_changed`, group]),
);

/** True if a notification reports a changed list. */
export function isListChange(method: string): boolean {
  return CHANGED.has(method);
}

/** Reads the lists that a server declares, and rereads a list whenever it changes. */
export function followLists(options: FollowListsOptions) {
  const followed: Followed = {
    lists: NO_LISTS,
    complete: NONE_COMPLETE,
    freshUntil: new Map(),
    isStopped: false,
    options,
  };
  const declared = declaredGroups(options.upstream.capabilities);
  const refreshes = new Map<ListGroup, ThrottledRefresh>();
  const firstReads = GROUP_NAMES.map(async (group) => {
    if (!declared.includes(group)) return markEmpty(followed, group);
    return new Promise<void>((resolve) => {
      const refresh = () => readGroup(followed, group).finally(resolve);
      const throttled = createThrottledRefresh({ ...options, refresh });
      refreshes.set(group, throttled);
      throttled.request();
    });
  });
  return {
    lists: () => followed.lists,
    complete: () => followed.complete,
    /** Refreshes a list if the notification reports a change to it. */
    notified(method: string) {
      const group = CHANGED.get(method);
      if (group !== undefined) refreshes.get(group)?.request();
    },
    /**
     * Refreshes stale lists in the background if a stateless server does not announce changes; called when lists are
     * used.
     */
    refreshStaleLists() {
      if (options.upstream.revision === 'legacy') return;
      for (const [group, until] of followed.freshUntil) {
        if (options.now() < until || options.upstream.announcesChangesOf(group)) continue;
        followed.freshUntil.delete(group);
        refreshes.get(group)?.request();
      }
    },
    /** Resolves once each list has been read or has failed to load. */
    firstRead: Promise.all(firstReads).then(() => undefined),
    stop() {
      followed.isStopped = true;
      for (const throttled of refreshes.values()) throttled.stop();
    },
  };
}

interface Followed {
  lists: ServerLists;
  complete: Completeness;
  /** Time until which each list of a stateless server is considered fresh. */
  readonly freshUntil: Map<ListGroup, number>;
  isStopped: boolean;
  readonly options: FollowListsOptions;
}

/**
 * Returns the lists that a server declares. A server that declares none of the three is still queried for its tools,
 * because some servers fail to declare them.
 */
function declaredGroups(capabilities: JsonObject): readonly ListGroup[] {
  const declared = GROUP_NAMES.filter((group) => Object.hasOwn(capabilities, group));
  return declared.length === 0 ? ['tools'] : declared;
}

function markEmpty(followed: Followed, group: ListGroup): void {
  for (const { list } of GROUPS[group]) followed.complete = { ...followed.complete, [list]: true };
}

async function readGroup(followed: Followed, group: ListGroup): Promise<boolean> {
  const before = followed.lists;
  const completeBefore = followed.complete;
  const worked = await Promise.all(GROUPS[group].map((member) => readList(followed, member)));
  if (followed.isStopped) return true;
  const freshMs = Math.max(LEAST_FRESH_MS, Math.min(...worked.map(({ freshMs }) => freshMs)));
  followed.freshUntil.set(group, followed.options.now() + freshMs);
  const has = (differs: (list: ListName) => boolean) => GROUPS[group].some(({ list }) => differs(list));
  const isContent = has((list) => before[list] !== followed.lists[list]);
  if (isContent || has((list) => completeBefore[list] !== followed.complete[list])) {
    followed.options.onList(group, { isContent });
  }
  return worked.every(({ isRead }) => isRead);
}

/** Minimum time for which a list stays fresh, so that it is not reread on every use. */
const LEAST_FRESH_MS = 30_000;

/** The outcome of reading a list, and the time for which it stays fresh. */
interface ListReading {
  readonly isRead: boolean;
  readonly freshMs: number;
}

async function readList(
  followed: Followed,
  { list, method }: { readonly list: ListName; readonly method: string },
): Promise<ListReading> {
  const { upstream, timeoutMs, onWarning, onLoginNeeded } = followed.options;
  let freshMs = Number.POSITIVE_INFINITY;
  const requestPage = async (params: JsonObject | undefined): Promise<JsonObject> => {
    try {
      const page = await upstream.request(method, params, { timeoutMs: timeoutMs() });
      freshMs = Math.min(freshMs, freshForMs(page));
      return page;
    } catch (error) {
      if (list === 'tools' && !followed.isStopped && isOfNoUse(error, upstream)) onLoginNeeded(error.message);
      throw error;
    }
  };
  const { items, complete, remarks, failed } = await readPages(requestPage, list);
  if (followed.isStopped) return { isRead: true, freshMs };
  for (const remark of remarks) onWarning(remark);
  const known = followed.lists[list];
  followed.complete = { ...followed.complete, [list]: complete };
  // A failed page reveals nothing about the known items: a complete old list is better than half of a new one.
  // Lists that are nested too deeply to compare count as different.
  const isSame = attempt(() => isDeepStrictEqual(known, items)) === true;
  const keepsKnown = (failed && known.length > 0) || isSame;
  if (!keepsKnown) followed.lists = { ...followed.lists, [list]: items };
  return { isRead: !failed, freshMs };
}

/**
 * True if a server is useless without a new login. If only the login's scope is too narrow, the server may still
 * provide resources and prompts.
 */
function isOfNoUse(
  error: unknown,
  { capabilities }: Pick<Upstream, 'capabilities'>,
): error is HostError<'LOGIN_NEEDED'> {
  if (!hasCode(error, 'LOGIN_NEEDED')) return false;
  return error.data.httpStatus === 401 || declaredGroups(capabilities).length === 1;
}
