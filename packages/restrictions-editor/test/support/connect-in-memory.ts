import {
  connectByMessages,
  type EditorHost,
  type MessageChannelEnd,
  serveMessages,
} from '@modegate/restrictions-editor/messages';

/** Connects an editor to a host by messages, which arrive as copies and later, as between a web view and its host. */
export function connectInMemory(host: EditorHost) {
  const sides = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const;
  const end = (own: 0 | 1): MessageChannelEnd => ({
    post(message) {
      const copy = structuredClone(message);
      queueMicrotask(() => {
        for (const listener of sides[own === 0 ? 1 : 0]) listener(copy);
      });
    },
    listen(listener) {
      sides[own].add(listener);
      return () => sides[own].delete(listener);
    },
  });
  const served = serveMessages(host, end(0));
  return { client: connectByMessages(end(1)), notifyChange: served.notifyChange };
}
