import { join } from 'node:path';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { onTestFinished } from 'vitest';
import { connectWire, type Message, type WireClient } from '../../support/wire-client.ts';
import type { ServerEntry } from './upstreams.ts';

/** Modes of the tests: `free` may use every server; the others are named for what they may not. */
export const testModes = JSON.stringify({
  customModes: [
    mode('free'),
    mode('no-servers', { groups: ['read'] }),
    mode('only-alpha', { mcpRestrictions: { allowedServers: ['alpha'] } }),
  ],
});

/** What the modes-server has of its own whatever is behind it; the tests compare the rest. */
export const ownTools = new Set([
  'list_modes',
  'get_mode_info',
  'create_task',
  'switch_mode',
  'get_task_info',
  'validate_tool_use',
  'add_message',
  'complete_task',
]);

/** Where a gateway lives; given again, the next one finds what the last one has kept. */
export interface Place {
  readonly project: string;
  readonly home: string;
  readonly stateDir: string;
}

export interface GatewayOptions {
  readonly servers: Readonly<Record<string, ServerEntry>>;
  /** The flags beside the ones that say where things are. Default: {@link modal}. */
  readonly flags?: readonly string[];
  readonly place?: Place;
  /** Instead of the modes of the tests, the text of `.roomodes`. */
  readonly modes?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the process with the test. Default true; one of several tests is ended by them. */
  readonly endWithTest?: boolean;
}

/** The built server in front of upstreams, and what the tests ask of it over and over. */
export interface Gateway extends WireClient {
  readonly place: Place;
  /** Why structured content did not fit the schema that its tool was listed with, for every call so far. */
  readonly schemaProblems: readonly string[];
  /** What `tools/list` says now, less the tools of the modes-server itself. */
  readonly list: () => Promise<readonly Message[]>;
  /** The names of {@link list}. */
  readonly names: () => Promise<readonly string[]>;
  /** Calls a tool; resolves with the whole answer, which is a result or an error. */
  readonly ask: (name: string, args?: unknown, more?: object) => Promise<Message>;
  /** Calls a tool; resolves with its structured content. */
  readonly facts: (name: string, args?: object) => Promise<Message>;
  /** Runs something; resolves with its outcome and how many `tools/list_changed` came of it. */
  readonly announced: <Outcome>(run: () => Promise<Outcome>) => Promise<readonly [Outcome, number]>;
  /** Resolves with the first outcome that fits; asks again and again, for thirty seconds at the most. */
  readonly eventually: <Outcome>(ask: () => Promise<Outcome>, fits: (outcome: Outcome) => boolean) => Promise<Outcome>;
}

/** The flags of the 62 scenarios. */
export const modal = ['--toolsets', 'modal', '--unequipped', 'none', '--mode', 'free', '--surface', 'tools'] as const;

/** A mode that may use everything, with more said about it. */
export function mode(slug: string, more: object = {}): object {
  return { slug, name: slug, roleDefinition: `You are ${slug}.`, groups: ['read', 'edit', 'mcp'], ...more };
}

/** A place where no gateway has been. */
export function createPlace(): Place {
  return { project: createFolder(), home: createFolder(), stateDir: join(createFolder(), 'state') };
}

/** The command line of a gateway over these servers. */
export function gatewayArgs({ servers, flags = modal, modes = testModes }: GatewayOptions, place: Place): string[] {
  writeInto(place.project, '.roomodes', modes);
  const serversFile = writeInto(place.home, 'servers.json', JSON.stringify({ mcpServers: servers }));
  const places = ['--project-root', place.project, '--global-config-dir', place.home, '--state-dir', place.stateDir];
  return [...places, '--servers', serversFile, ...flags];
}

/** Starts the built server in front of upstreams and shakes hands. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const place = options.place ?? createPlace();
  const client = await connectWire(gatewayArgs(options, place), {
    cwd: place.project,
    home: place.home,
    env: { MODEGATE_GATEWAY_MODE: 'auto', ...options.env },
  });
  if (options.endWithTest !== false) onTestFinished(async () => void (await client.end()));
  return withQuestions(client, place);
}

function withQuestions(client: WireClient, place: Place): Gateway {
  const schemas = new Map<string, unknown>();
  const schemaProblems: string[] = [];
  const list = async () => {
    const { result } = await client.request('tools/list');
    for (const tool of result.tools) schemas.set(tool.name, tool.outputSchema);
    return (result.tools as readonly Message[]).filter((tool) => !ownTools.has(tool.name));
  };
  const ask = async (name: string, args: unknown = {}, more: object = {}) => {
    const answer = await client.request('tools/call', { name, arguments: args, ...more });
    const problem = findSchemaProblem(schemas.get(name), answer.result);
    if (problem !== undefined) schemaProblems.push(`${name} ${JSON.stringify(args)}: ${problem}`);
    return answer;
  };
  return {
    ...client,
    place,
    schemaProblems,
    list,
    ask,
    names: async () => (await list()).map((tool) => tool.name),
    facts: async (name, args) => (await ask(name, args)).result?.structuredContent,
    announced: async (run) => {
      const count = () => client.messages.filter(({ method }) => method === 'notifications/tools/list_changed').length;
      // What an earlier call has caused must not be counted here.
      await hearAll(client);
      const before = count();
      const outcome = await run();
      await hearAll(client);
      return [outcome, count() - before];
    },
    eventually: async (question, fits) => {
      const until = Date.now() + 30_000;
      for (;;) {
        const outcome = await question();
        if (fits(outcome)) return outcome;
        if (Date.now() > until)
          throw new Error(`Thirty seconds later it still was ${JSON.stringify(outcome).slice(0, 1000)}`);
        await pause(50);
      }
    },
  };
}

const validator = new AjvJsonSchemaValidator();

// What clients hold a result against: content must be there, unless the call failed, and must fit wherever it is there.
function findSchemaProblem(schema: unknown, result: Message): string | undefined {
  if (schema === undefined || result === undefined) return undefined;
  if (result.structuredContent === undefined) return result.isError === true ? undefined : 'no structured content';
  const check = validator.getValidator(schema as Parameters<typeof validator.getValidator>[0]);
  const outcome = check(result.structuredContent);
  return outcome.valid ? undefined : outcome.errorMessage;
}

/** Why a call did not do what it should, in whichever of the ways it says so; undefined when it did. */
export function failure({ result, error }: Message): string | undefined {
  if (error !== undefined) return error.message;
  const facts = result.structuredContent;
  const told = facts?.success ?? facts?.meta?.success ?? true;
  if (result.isError !== true && told) return undefined;
  return result.content.map((block: Message) => block.text).join(' ');
}

/**
 * Waits until the server has said what it has to say: notifications of one kind are gathered for 50 ms. Its answers in between tell that it
 * has had its turns, on a machine that is busy too.
 */
async function hearAll(client: WireClient): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await pause(60);
    await client.request('ping');
  }
}

/** Waits; for what nobody announces. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
