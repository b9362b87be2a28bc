import type { Message } from '../../support/wire-client.ts';

/** A client, with all that it has received. */
interface Hearing {
  readonly received: readonly Message[];
  readonly names: () => Promise<readonly string[]>;
}

/**
 * What a client knows that lists the tools again only when it hears that they have changed. One notification may still be
 * about an earlier change, so that counting them says nothing about what is in the list.
 */
export function namesAsHeard({ received, names }: Hearing): () => Promise<readonly string[]> {
  let read = -1;
  let known: readonly string[] = [];
  return async () => {
    const changes = received.filter(({ method }) => method === 'notifications/tools/list_changed').length;
    if (changes > read) {
      read = changes;
      known = (await names()).toSorted();
    }
    return known;
  };
}
