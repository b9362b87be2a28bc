/** These agents write titles and summaries within the working agent's session. */
const helpers = ['title', 'summary', 'compaction'];

const maxSessions = 10_000;

/** Tracks the agent in each session, with the most recent sessions first. */
export function createSessionAgents() {
  const agents = new Map<string, string>();
  return {
    /** Processes a message from a session. Never throws. */
    note: (message: unknown): void => {
      const { sessionID, agent } = read(message);
      const name = typeof agent === 'string' ? agent : read(agent).name;
      if (typeof sessionID !== 'string' || typeof name !== 'string' || helpers.includes(name)) return;
      agents.delete(sessionID);
      agents.set(sessionID, name);
      const [oldest] = agents.keys();
      if (agents.size > maxSessions && oldest !== undefined) agents.delete(oldest);
    },
    /** Returns the name of the agent in the session to which a call belongs; undefined until the agent is known. */
    of: (call: unknown) => {
      const { sessionID } = read(call);
      return typeof sessionID === 'string' ? agents.get(sessionID) : undefined;
    },
  };
}

function read(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
