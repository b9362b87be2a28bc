import { runScript } from '@modegate/cli-kit/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Launch } from '../../support/outside-client.ts';
import { endEraServers, eraServers, launchOf, TEXT } from './era-servers.ts';
import type { ServerEntry } from './upstreams.ts';

/** A client of the table of eras. */
export interface EraClient {
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  close(): Promise<void>;
}

/** How clients connect; those that can show a form say yes to it, as Ada. */
export type EraClients = Readonly<
  Record<string, { readonly connect: (launch: Launch) => Promise<EraClient>; readonly hasForms: boolean }>
>;

/** Tests each of the clients with each server of the table, through the built program. */
export function describeEras(clients: EraClients): void {
  afterAll(endEraServers);

  // On a busy machine, a server of both eras may start so late that the gateway takes it for a legacy one.
  describe.each(Object.entries(eraServers))('%s', { retry: 2 }, (_which, row) => {
    const {
      version,
      asks,
      echo: [tool, argument, value],
    } = row;
    let started: Promise<ServerEntry> | undefined;
    const launch = async (): Promise<Launch> => {
      started ??= row.entry();
      return launchOf(await started, row);
    };

    test.each(Object.entries(clients))(
      'serves %s',
      async (_client, { connect, hasForms }) => {
        const client = await connect(await launch());
        onTestFinished(() => client.close());
        const names = (await client.listTools()).tools.map(({ name }) => name);
        expect(names).toContain(`up__${tool}`);
        const echoed = await client.callTool({ name: `up__${tool}`, arguments: { [argument]: value } });
        expect(JSON.stringify(echoed)).toContain(TEXT);
        if (!asks || !hasForms) return;
        expect(await client.callTool({ name: 'up__ask', arguments: {} })).toMatchObject({
          content: [{ text: 'Hello Ada' }],
        });
        await client.callTool({ name: 'up__grow', arguments: {} });
        const listed = async () => (await client.listTools()).tools.map(({ name }) => name);
        await expect.poll(listed, { timeout: 10_000 }).toContain('up__grown');
      },
      60_000,
    );

    test('is said by tools to speak its version', async () => {
      const { args, cwd } = await launch();
      const [script = '', ...others] = args;
      const { stdout } = await runScript(
        script,
        ['tools', ...others.filter((arg) => !['--surface', 'tools', '--first-list-wait', '10'].includes(arg))],
        {
          cwd,
          home: cwd,
        },
      );
      expect(stdout).toContain(`protocol ${version}`);
    }, 60_000);
  });
}
