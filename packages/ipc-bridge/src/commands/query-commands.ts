import { configuration, identifier, nothing } from './command-data.ts';
import type { CommandSpec, DialectSpec } from './command-definition.ts';
import type { QueryEventName } from './reply-kind.ts';

const emptyMayBeError = 'A failure also returns an empty result, so it cannot be distinguished from "none".';

/** Commands that query the agent. */
export const queryCommands = {
  GetCommands: {
    summary: "Lists the slash commands of the agent's project.",
    official: query('commandsResponse', emptyMayBeError),
    zoo: query('commandsResponse', emptyMayBeError),
  },
  GetModes: {
    summary: "Lists the agent's modes, built-in and custom.",
    official: query('modesResponse', emptyMayBeError),
    zoo: query('modesResponse', emptyMayBeError),
  },
  GetModels: {
    summary: 'Lists the models of the provider "roo".',
    official: {
      ...query(
        'modelsResponse',
        `${emptyMayBeError} Only the models of the provider "roo" are listed; the agent fetches them over the network.`,
      ),
      timeoutMs: 60_000,
    },
    zoo: query('modelsResponse', 'The result is always empty.'),
  },
  IsReady: {
    summary: 'Reports whether the user interface of the agent is running.',
    fork: { data: nothing },
  },
  GetMessages: {
    summary: 'Lists the messages of a task.',
    fork: {
      data: identifier,
      limitations: 'Only tasks that are still open have messages; the result is empty for all others.',
    },
  },
  GetTokenUsage: {
    summary: 'Shows the tokens and the cost of a task.',
    fork: { data: identifier, limitations: 'Has no result for a task that was completed or aborted.' },
  },
  IsTaskInHistory: {
    summary: 'Reports whether a task is in the history.',
    fork: {
      data: identifier,
      limitations:
        'The agent answers {} whether or not the task exists, so the answer is meaningless. The agent also removes an unknown task id from its state.',
    },
  },
  GetConfiguration: {
    summary: "Reads all of the agent's settings.",
    fork: { data: nothing, limitations: 'The result is large and contains every API key in clear text.' },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Commands that change settings and profiles, or only write a log. */
export const settingsCommands = {
  SetConfiguration: {
    summary: "Replaces the agent's provider settings.",
    fork: {
      data: configuration,
      limitations:
        'Only provider settings are accepted, and any setting that you omit is unset. Send the result of GetConfiguration with your changes merged in.',
    },
  },
  Log: {
    summary: "Writes a line to the agent's log.",
    fork: {
      data: identifier,
      reply: { kind: 'none' },
      limitations: 'The agent never answers, so the result shows only that the command was sent.',
    },
  },
  CreateProfile: {
    summary: 'Creates a profile of provider settings.',
    fork: {
      data: identifier,
      limitations: 'The profile has a name but no settings. A name that already exists is refused.',
    },
  },
  GetProfiles: {
    summary: 'Lists the names of the profiles.',
    fork: { data: nothing },
  },
  SetActiveProfile: {
    summary: 'Makes a profile the active one.',
    fork: {
      data: identifier,
      limitations: "The agent's user interface keeps showing the old profile. An unknown name is refused.",
    },
  },
  GetActiveProfile: {
    summary: 'Shows the name of the active profile.',
    fork: { data: nothing, limitations: 'Has no result when no profile is active.' },
  },
  DeleteProfile: {
    summary: 'Deletes a profile.',
    fork: { data: identifier, limitations: 'An unknown name is refused.' },
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

function query(eventName: QueryEventName, limitations: string): DialectSpec {
  return { data: nothing, reply: { kind: 'queryEvent', eventName }, limitations };
}
