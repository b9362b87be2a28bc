import { compilePolicy, decide, needsConsent, type Policy } from '@modegate/mode-core';
import { type AccessContext, judgeTool, mayCall } from '@modegate/tool-gateway';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksPerson } from '../../src/decisions/gateway-decision.ts';
import { mayFollow, mayRead } from '../../src/decisions/judge.ts';
import { tool } from '../support/fake-connections.ts';
import { openWorld, turn } from '../support/gateway-world.ts';

const serverNames = ['alpha', 'beta', 'gamma'] as const;
const toolNames = ['echo', 'wipe', 'get_a'] as const;
const slugs = ['one', 'two'] as const;

const serverRule = fc.constantFrom(...serverNames, '*', 'a*');
const toolRule = fc.record({
  serverName: serverRule,
  toolName: fc.constantFrom(...toolNames, '*', 'get_*'),
});
const restrictions = fc.record(
  {
    allowedServers: fc.array(serverRule, { maxLength: 2 }),
    disallowedServers: fc.array(serverRule, { maxLength: 1 }),
    allowedTools: fc.array(toolRule, { maxLength: 3 }),
    disallowedTools: fc.array(toolRule, { maxLength: 2 }),
    askServers: fc.array(serverRule, { maxLength: 1 }),
    askTools: fc.array(toolRule, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const groups = fc.oneof(
  { weight: 8, arbitrary: fc.constant(['mcp']) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(['read'], [['mcp', { fileRegex: '^docs/' }]]) },
);
const asking = fc.record({ askTools: fc.constant([{ serverName: '*', toolName: '*' }]) });
const rules = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: restrictions },
  { weight: 3, arbitrary: asking },
);
const seldom = fc.integer({ min: 0, max: 9 }).map((number) => number === 9);

const configs = fc.record({
  modes: fc.tuple(...slugs.map(() => fc.record({ groups, mcpRestrictions: rules }))),
  servers: fc.tuple(
    ...serverNames.map(() =>
      fc.record({
        defaultEnabled: seldom.map((is) => !is),
        disabled: seldom,
        disabledTools: fc.subarray([...toolNames], { maxLength: 1 }),
      }),
    ),
  ),
  disabledTools: seldom.map((is) => (is ? ['access_mcp_resource'] : [])),
});
type Config = typeof configs extends fc.Arbitrary<infer Value> ? Value : never;

function policyOf({ modes, servers, disabledTools }: Config): Policy {
  return compilePolicy({
    project: modes.map((mode, index) => ({ slug: slugs[index], name: 'M', roleDefinition: 'R', ...mode })) as never,
    servers: servers.map((server, index) => ({ name: serverNames[index], ...server })) as never,
    disabledTools,
  });
}

/** What the states of the gateway say of each tool, by its exposed name. */
const states = fc.record({
  configuring: seldom,
  unequipped: fc.subarray(allNames(), { maxLength: 3 }),
  withheld: fc.subarray(allNames(), { maxLength: 3 }),
  asked: fc.subarray(allNames(), { maxLength: 3 }),
});

function allNames(): string[] {
  return serverNames.flatMap((server) => toolNames.map((name) => `${server}__${name}`));
}

const servers = Object.fromEntries(
  serverNames.map((server) => [server, { tools: toolNames.map((name) => tool(name)) }]),
);
const modes = fc.constantFrom(...slugs, 'gone', undefined);

test('the lists contain exactly what a call may do, and nothing that the mode denies', () => {
  const { index } = openWorld({ servers }).gateway;
  fc.assert(
    fc.property(configs, states, modes, (config, state, mode) => {
      const policy = policyOf(config);
      const access: AccessContext = {
        policy,
        mode,
        sessionId: undefined,
        task: undefined,
        configuring: state.configuring,
        openModes: () => policy.modes.map(({ config }) => config.slug),
        whyNotEquipped: ({ exposedName }) => (state.unequipped.includes(exposedName) ? 'not equipped' : undefined),
        whyWithheld: ({ exposedName }) => (state.withheld.includes(exposedName) ? 'withheld' : undefined),
      };
      for (const each of index.catalogue.tools) {
        const decision = judgeTool(access, each);
        const asks = asksPerson(decision);
        expect(mayCall(access, each)).toBe(decision.allowed || asks);
        const mcp = { server: each.server, tool: each.tool };
        const byMode = decide(policy, { mode: mode ?? '', tool: 'use_mcp_tool', mcp });
        if (decision.allowed) expect(byMode.allowed).toBe(true);
        else expect(decision.reason).not.toBe('');
        if (asks) expect(needsConsent(byMode)).toBe(true);
      }
      for (const server of serverNames) {
        const request = { mode: mode ?? '', tool: 'access_mcp_resource', mcp: { server } };
        const byMode = decide(policy, request);
        expect(mayRead(access, server)).toBe(byMode.allowed || needsConsent(byMode));
        expect(mayFollow(access, server)).toBe(byMode.allowed);
      }
    }),
  );
});

/** One thing that happens to a gateway. */
type Step =
  | { readonly do: 'call' | 'approve' | 'list'; readonly name: string; readonly session: boolean }
  | { readonly do: 'read' | 'subscribe'; readonly server: string }
  | { readonly do: 'mode' | 'sessionMode'; readonly mode: string | undefined }
  | { readonly do: 'policy'; readonly config: Config }
  | {
      readonly do: 'state';
      readonly state: {
        readonly configuring: boolean;
        readonly unequipped: readonly string[];
        readonly withheld: readonly string[];
        readonly asked: readonly string[];
      };
    }
  | { readonly do: 'redefine' | 'restart'; readonly server: string; readonly text: string }
  | { readonly do: 'turn' | 'record' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom('call' as const, 'approve' as const),
        name: fc.constantFrom(...allNames()),
        session: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('read' as const, 'subscribe' as const),
        server: fc.constantFrom(...serverNames),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('mode' as const, 'sessionMode' as const), mode: modes }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('policy' as const), config: configs }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('state' as const), state: states }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('redefine' as const, 'restart' as const),
        server: fc.constantFrom(...serverNames),
        text: fc.constantFrom('x', 'y', 'z'),
      }),
    },
    { weight: 5, arbitrary: fc.constantFrom<Step>({ do: 'turn' }, { do: 'record' }) },
  ),
  { maxLength: 40 },
);

test('no call that is denied when it would reach a server reaches it, in any order of events', async () => {
  let runs = 0;
  let passed = 0;
  let consented = 0;
  await fc.assert(
    fc.asyncProperty(configs, steps, async (config, all) => {
      runs += 1;
      const now = { mode: slugs[0] as string | undefined, sessionMode: 'two' as string | undefined };
      let state: Extract<Step, { do: 'state' }>['state'] = {
        configuring: false,
        unequipped: [],
        withheld: [],
        asked: [],
      };
      const approved = new Set<string>();
      const recordings: (() => void)[] = [];
      const questions: (() => void)[] = [];
      const world = openWorld({
        clients: { c1: { elicitation: {} } },
        servers: Object.fromEntries(
          Object.entries(servers).map(([name, offer]) => [
            name,
            { ...offer, resources: [{ uri: `${name}://1`, name: 'r' }] },
          ]),
        ),
        record: () => new Promise((resolve) => void recordings.push(resolve)),
        toolsets: {
          isConfiguring: () => state.configuring,
          whyNotEquipped: ({ exposedName }) => (state.unequipped.includes(exposedName) ? 'no' : undefined),
        },
        trust: {
          whyWithheld: ({ exposedName }) => (state.withheld.includes(exposedName) ? 'no' : undefined),
          question: ({ exposedName, refId }) =>
            state.asked.includes(exposedName) && !approved.has(refId) ? 'ok?' : undefined,
          approve: async ({ refId }) => void approved.add(refId),
        },
        options: { modeOf: () => now.mode },
      });
      world.policy = policyOf(config);
      let no = false;
      world.answer = () =>
        new Promise((resolve) => {
          // Every other person says no.
          no = !no;
          questions.push(() => resolve({ action: 'accept', content: { allow: no } }));
        });
      /** True if a person has consented to the request, and it has not used that yet; rounds do not occur here. */
      const used = new Set<unknown>();
      const hasConsent = (request: unknown): boolean => {
        const isGiven = world.consents.some(
          ({ requestId, outcome }) => requestId === request && outcome === 'accepted',
        );
        const isNew = !used.has(request);
        used.add(request);
        if (isGiven && isNew) consented += 1;
        return isGiven && isNew;
      };
      const wrong: unknown[] = [];
      world.connections.answer = ({ server, method, params }) => {
        if (method === 'ping' || method === 'resources/unsubscribe') return {};
        const bySession = params?.session === true;
        const mode = (bySession ? now.sessionMode : now.mode) ?? '';
        const isCall = method === 'tools/call';
        const mcp = isCall ? { server, tool: String(params?.name) } : { server };
        const exposedName = `${server}__${String(params?.name)}`;
        const found = world.gateway.index.catalogue.findTool(server, String(params?.name));
        const decision = decide(world.policy, { mode, tool: isCall ? 'use_mcp_tool' : 'access_mcp_resource', mcp });
        const isOpen =
          (decision.allowed || (needsConsent(decision) && hasConsent(params?.request))) &&
          (!isCall ||
            (!state.configuring &&
              !state.unequipped.includes(exposedName) &&
              !state.withheld.includes(exposedName) &&
              found !== undefined &&
              (!state.asked.includes(exposedName) || approved.has(found.refId))));
        if (isOpen) passed += 1;
        else wrong.push([server, method, params, mode]);
        return { content: [] };
      };
      const running: Promise<unknown>[] = [];
      const begin = (work: Promise<unknown>) => void running.push(work.catch(() => undefined));
      let requestId = 0;
      const context = (params: object) => {
        requestId += 1;
        return world.context('c1', { ...params, request: requestId }, { requestId });
      };
      const request = (method: 'resources/read' | 'resources/subscribe', server: string) => {
        const asked = context({ uri: `${server}://1` });
        begin(world.request(method, asked.params, asked));
      };
      for (const step of all) {
        switch (step.do) {
          case 'call': {
            const found = world.gateway.index.catalogue.findExposed(step.name);
            if (found === undefined) break;
            const asked = context({ name: step.name, session: step.session });
            const readSession = async () => ({ sessionId: 's', mode: now.sessionMode ?? 'gone' });
            begin(world.callTool(found, asked, step.session ? { readSession } : {}));
            break;
          }
          case 'approve':
            questions.shift()?.();
            break;
          case 'read':
            request('resources/read', step.server);
            break;
          case 'subscribe':
            request('resources/subscribe', step.server);
            break;
          case 'mode':
            now.mode = step.mode;
            world.gateway.refresh('c1');
            break;
          case 'sessionMode':
            now.sessionMode = step.mode;
            break;
          case 'policy':
            world.policy = policyOf(step.config);
            world.gateway.refresh();
            break;
          case 'state':
            state = step.state;
            world.gateway.refresh();
            break;
          case 'redefine':
            world.connections.offer(step.server, {
              tools: toolNames.map((name) => tool(name, { description: step.text })),
            });
            break;
          case 'restart': {
            const before = world.connections.servers.find(({ name }) => name === step.server);
            world.connections.offer(step.server, { state: { status: 'connecting', since: 0, attempt: 1 } });
            if (before?.state.status === 'connected' || step.text === 'x')
              world.connections.offer(step.server, { ...servers[step.server], state: connectedState });
            break;
          }
          case 'record':
            for (const resolve of recordings.splice(0)) resolve();
            break;
          default:
            await turn();
        }
      }
      for (let round = 0; round < 5; round += 1) {
        for (const resolve of [...recordings.splice(0), ...questions.splice(0)]) resolve();
        await turn();
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 500 },
  );
  // A test in which nothing is ever allowed would prove nothing.
  expect(passed).toBeGreaterThan(runs / 20);
  expect(consented).toBeGreaterThan(0);
});

const connectedState = openWorld().connections.servers[0]?.state as never;
