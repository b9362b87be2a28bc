import { estimateBytes } from '@modegate/json';
import type { DroppedCounts, SessionHead } from '../session.ts';
import type { HistoryAppend, InsertResult, StoreLimits } from '../store.ts';
import { frozenCopy } from '../values/json-copy.ts';
import { createOwnerQuota, type MemorySession, type OwnerQuota, type SessionLists } from './owner-quota.ts';

/** Creates a table of sessions, each of which is counted in the quota of its owner. */
export function createSessionTable() {
  const sessions = new Map<string, MemorySession>();
  const quotas = new Map<string | undefined, OwnerQuota>();
  let inserted = 0;

  const remove = (found: MemorySession): void => {
    const { quota, head } = found;
    quota.leave(found);
    quota.forget(found);
    sessions.delete(head.id);
    for (const list of [found.messages, found.switches, found.decisions]) list.clear();
    if (quota.isEmpty && quotas.get(head.owner) === quota) quotas.delete(head.owner);
  };

  return {
    get: (id: string): MemorySession | undefined => sessions.get(id),
    all: (): Iterable<MemorySession> => sessions.values(),
    count: (): number => sessions.size,
    /** Returns the reason why a session cannot be added, even as a replacement for another session. */
    findInsertRefusal(
      head: SessionHead,
      keep: StoreLimits,
      replaced?: MemorySession,
    ): Exclude<InsertResult, 'inserted' | 'taken'> | undefined {
      const quota = quotas.get(head.owner);
      if (quota === undefined && quotas.size >= keep.owners) return 'crowded';
      return (quota ?? createOwnerQuota()).findInsertRefusal(
        head,
        keep,
        replaced?.quota === quota ? replaced : undefined,
      );
    },
    add(head: SessionHead, dropped?: DroppedCounts): MemorySession {
      inserted += 1;
      const quota = quotas.get(head.owner) ?? createOwnerQuota();
      quotas.set(head.owner, quota);
      const added = {
        position: inserted,
        quota,
        head,
        headBytes: estimateBytes(head),
        ...emptyHistory(quota, dropped),
      };
      sessions.set(head.id, added);
      quota.enter(added);
      return added;
    },
    change(found: MemorySession, head: SessionHead): void {
      found.quota.leave(found);
      found.head = head;
      found.headBytes = estimateBytes(head);
      found.quota.enter(found);
    },
    append(found: MemorySession, append: HistoryAppend): void {
      appendTo(found, append);
      found.quota.make(append.keep, remove);
    },
    remove,
  };
}

function emptyHistory({ conversation, decisions }: OwnerQuota, dropped?: DroppedCounts): SessionLists {
  return {
    messages: conversation.createEntryList(dropped?.messages),
    switches: conversation.createEntryList(dropped?.switches),
    decisions: decisions.createEntryList(dropped?.decisions),
  };
}

function appendTo(lists: SessionLists, { keep, messages, switches, decisions }: HistoryAppend): void {
  if (messages !== undefined) lists.messages.append(frozenCopy(messages), keep.messages);
  if (switches !== undefined) lists.switches.append(frozenCopy(switches), keep.switches);
  if (decisions !== undefined) lists.decisions.append(frozenCopy(decisions), keep.decisions);
}
