import { describe, expect, test } from 'vitest';
import { connected, connecting, type Offer, tool } from '../support/fake-connections.ts';
import { forwarded, openWorld, turn } from '../support/gateway-world.ts';

const crashed: Offer['state'] = {
  status: 'disconnected',
  since: 0,
  reason: 'The process exited with code 9.',
  attempts: 1,
  retryAt: 1_000,
};

describe('servers F8: a tool of a server that is restarting', () => {
  test('a tool is known during a restart, and its call says that the server restarts, and why', async () => {
    const world = openWorld();
    world.connections.offer('alpha', { state: crashed });
    await turn();
    expect(world.names('c1')).toEqual(['beta__echo', 'beta__wipe']);
    const found = world.gateway.index.findTool('alpha__echo');
    expect(found).toMatchObject({ server: 'alpha', tool: 'echo' });
    if (found === undefined) return;
    await expect(world.callTool(found, world.context('c1'))).rejects.toMatchObject({
      code: 'SERVER_RESTARTING',
      message: expect.stringMatching(/'alpha' is restarting\. The process exited with code 9\. .*'alpha__echo' again/),
      data: { server: 'alpha', retryAt: 1_000 },
    });
    expect(forwarded(world)).toEqual([]);
  });

  test('a tool of a restarting server stays refused if the mode denies it', async () => {
    const world = openWorld({ modes: { c1: 'careful' } });
    const wipe = world.find('alpha__wipe');
    world.connections.offer('alpha', { state: crashed });
    await turn();
    await expect(world.callTool(wipe, world.context('c1'))).rejects.toMatchObject({ code: 'REFUSED' });
  });

  test('a tool is called once its server is connected and has listed its tools again', async () => {
    const world = openWorld();
    world.connections.offer('alpha', { state: crashed });
    await turn();
    world.connections.offer('alpha', { state: connecting });
    await turn();
    const found = world.gateway.index.findTool('alpha__echo');
    if (found === undefined) throw new Error('The tool is not known.');
    world.connections.answer = async ({ method }) => {
      if (method === 'ping') world.connections.offer('alpha', { state: connected, tools: [tool('echo')] });
      await turn();
      return { content: [] };
    };
    await world.callTool(found, world.context('c1'));
    expect(forwarded(world)).toEqual(['alpha tools/call echo']);
  });

  test('a tool of a connected server that has not listed its tools yet is also reported as restarting', async () => {
    const world = openWorld();
    const reading = { tools: false, resources: false, resourceTemplates: false, prompts: false };
    world.connections.offer('alpha', { tools: [], complete: reading });
    await turn();
    const found = world.gateway.index.findTool('alpha__echo');
    if (found === undefined) throw new Error('The tool is not known.');
    await expect(world.callTool(found, world.context('c1'))).rejects.toMatchObject({ code: 'SERVER_RESTARTING' });
    // Its list could not be read, so nothing is to be expected of it.
    world.connections.offer('alpha', { errors: [{ at: 1, level: 'warn', message: 'tools/list failed.' }] });
    await turn();
    expect(world.gateway.index.findTool('alpha__echo')).toBeUndefined();
  });

  test('a tool is forgotten if its server returns without it, is switched off, or is removed from the configuration', async () => {
    const world = openWorld();
    world.connections.offer('alpha', { state: crashed });
    await turn();
    world.connections.offer('alpha', { state: connected, tools: [tool('other')] });
    await turn();
    expect(world.gateway.index.findTool('alpha__echo')).toBeUndefined();
    world.connections.offer('beta', { state: { status: 'disabled', reason: 'It is switched off.' } });
    await turn();
    expect(world.gateway.index.findTool('beta__echo')).toBeUndefined();
    world.connections.offer('alpha', undefined);
    await turn();
    expect(world.gateway.index.findTool('alpha__other')).toBeUndefined();
  });
});
