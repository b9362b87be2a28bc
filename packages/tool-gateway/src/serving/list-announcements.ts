import type { ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
import { type Schedule, timerSchedule } from '@modegate/timing';

// Immediately after a result, agents send their next request to the model, with their current list.
const WAIT_MS = 100;

interface Client {
  changes: number;
  /** True if the client has not yet read its list since the last change. */
  hasUnreadChange: boolean;
  /**
   * True if the client did not refresh within the time limit and has not read any change since then; results no longer
   * wait for such a client.
   */
  ignoresChanges: boolean;
  readonly waiting: Set<() => void>;
}

/**
 * Tracks the changes that clients receive and read, so that a client can refresh its list of tools before it receives the result of
 * the call that changed the list. Read-only tools never wait.
 */
export function createListAnnouncements(
  server: Pick<ProtocolServer, 'flushNotifications'>,
  schedule: Schedule = timerSchedule,
) {
  const clients = new Map<string, Client>();
  const clientOf = (connectionId: string): Client => {
    const client = clients.get(connectionId) ?? {
      changes: 0,
      hasUnreadChange: false,
      ignoresChanges: false,
      waiting: new Set(),
    };
    clients.set(connectionId, client);
    return client;
  };
  const announce = async (connectionId: string, changesBefore: number): Promise<void> => {
    const client = clients.get(connectionId);
    if (client === undefined || client.changes === changesBefore || !client.hasUnreadChange) return;
    server.flushNotifications(connectionId);
    if (!client.ignoresChanges) await untilRead(client, schedule);
  };
  return {
    /**
     * Wraps a tool: if a call to the tool changes the caller's list, the notification is sent first and the result waits
     * for the refresh.
     */
    announcing: (tool: ToolDefinition): ToolDefinition => {
      if (tool.annotations?.readOnlyHint === true) return tool;
      return {
        ...tool,
        call: async (input, context) => {
          // Without a session, calls do not change any list.
          if (context.isStateless) return tool.call(input, context);
          const { connectionId } = context;
          const { changes } = clientOf(connectionId);
          const result = await tool.call(input, context);
          await announce(connectionId, changes);
          return result;
        },
      };
    },
    /** Called before a change to a client's list of tools is announced. */
    changed: (connectionId: string): void => {
      const client = clientOf(connectionId);
      client.changes += 1;
      client.hasUnreadChange = true;
    },
    /** Called when a client lists its tools. */
    listed: (connectionId: string): void => {
      const client = clients.get(connectionId);
      if (client?.hasUnreadChange !== true) return;
      client.hasUnreadChange = false;
      client.ignoresChanges = false;
      for (const read of client.waiting) read();
    },
    forget: (connectionId: string): void => void clients.delete(connectionId),
  };
}

function untilRead(client: Client, schedule: Schedule): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      client.waiting.delete(read);
      cancel();
      resolve();
    };
    // The list itself is sent first.
    const read = (): void => void setImmediate(end);
    const cancel = schedule(() => {
      client.ignoresChanges = client.hasUnreadChange;
      end();
    }, WAIT_MS);
    client.waiting.add(read);
  });
}
