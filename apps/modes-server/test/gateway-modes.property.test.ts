import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeUpstreams } from './support/fake-upstreams.ts';
import { openServer } from './support/open-server.ts';

const allowed: Readonly<Record<string, readonly string[]>> = {
  all: ['alpha', 'beta'],
  none: [],
  alpha: ['alpha'],
  beta: ['beta'],
};
const slugs = Object.keys(allowed);
const modes = JSON.stringify({
  customModes: slugs.map((slug) => ({
    slug,
    name: slug,
    roleDefinition: 'R',
    groups: ['mcp', 'modes'],
    mcpRestrictions: { allowedServers: allowed[slug] },
  })),
});

const mode = fc.constantFrom(...slugs);
const session = fc.nat({ max: 5 });
const operation = fc.oneof(
  fc.record({ do: fc.constant('create' as const), mode, parent: fc.option(session, { nil: undefined }) }),
  fc.record({ do: fc.constant('switch' as const), mode, session }),
  fc.record({ do: fc.constant('complete' as const), session, status: fc.constantFrom('completed', 'cancelled') }),
  fc.record({ do: fc.constant('call' as const), server: fc.constantFrom('alpha', 'beta') }),
  fc.record({ do: fc.constant('callIn' as const), server: fc.constantFrom('alpha', 'beta'), session }),
  fc.constant({ do: 'expire' as const }),
);
const batches = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { maxLength: 8 });

test('under concurrent changes, listed tools can be called, and only calls that the current mode allows pass', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const upstreams = createFakeUpstreams();
      const flags = { sessionTimeout: '60', toolsets: 'off' };
      const { client, call, wait, sweep } = await openServer({ upstreams, files: { '.roomodes': modes }, flags });
      const sessions: string[] = [];
      const sessionOf = (position: number) => sessions[position % Math.max(1, sessions.length)] ?? 'ses_none';
      const passed = (server: string) => upstreams.of(server).requests().length;
      for (const batch of all) {
        const before = { alpha: passed('alpha'), beta: passed('beta') };
        const known = await modesOf(sessions);
        const now = String((await call('list_available_tools')).facts.mode);
        const possible = new Set([now, ...known, ...batch.flatMap((step) => ('mode' in step ? [step.mode] : []))]);
        await Promise.all(
          batch.map(async (step) => {
            switch (step.do) {
              case 'create': {
                const parent = step.parent === undefined ? {} : { parent_session_id: sessionOf(step.parent) };
                const { facts } = await call('create_task', { mode_slug: step.mode, ...parent });
                if (facts?.session_id !== undefined) sessions.push(facts.session_id);
                return;
              }
              case 'switch':
                return call('switch_mode', { session_id: sessionOf(step.session), new_mode_slug: step.mode });
              case 'complete':
                return call('complete_task', { session_id: sessionOf(step.session), status: step.status });
              case 'call':
                return call(`${step.server}__echo`);
              case 'callIn':
                return call('call_tool', { name: `${step.server}__echo`, session_id: sessionOf(step.session) });
              default:
                wait(61_000);
                return sweep();
            }
          }),
        );
        for (const server of ['alpha', 'beta'] as const) {
          if (passed(server) > before[server])
            expect([...possible].some((slug) => allowed[slug]?.includes(server))).toBe(true);
        }
        const names = (await client.listTools()).map(({ name }) => name);
        for (const server of ['alpha', 'beta']) {
          const isRefused = (await call(`${server}__echo`)).isError;
          expect([server, names.includes(`${server}__echo`)]).toEqual([server, !isRefused]);
        }
      }

      async function modesOf(ids: readonly string[]): Promise<readonly string[]> {
        const infos = await Promise.all(ids.map((session_id) => call('get_task_info', { session_id })));
        return infos.flatMap(({ facts }) => (facts?.mode === undefined ? [] : [String(facts.mode)]));
      }
    }),
    { numRuns: 40 },
  );
});
