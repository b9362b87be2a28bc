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

describe('servers F8: a tool of a server that is being started again', () => {
  test('is known, and its call says that the server restarts, and why', async () => {
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

  test('stays refused where the mode denies it', async () => {
    const world = openWorld({ modes: { c1: 'careful' } });
    const wipe = world.find('alpha__wipe');
    world.connections.offer('alpha', { state: crashed });
    await turn();
    await expect(world.callTool(wipe, world.context('c1'))).rejects.toMatchObject({ code: 'REFUSED' });
  });

  test('is called once the server is connected and has said again what it offers', async () => {
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

  test('says so too of a server that is connected and has not said yet what it offers', async () => {
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

  test('is forgotten when the server has come back without it, is switched off, or is configured no longer', async () => {
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
