import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseAddress, isRemote } from '../src/address-settings.ts';
import { resolveSettings } from '../src/settings.ts';

const tcp = (host: string, port: number) => ({ kind: 'tcp', host, port });

describe('address selection', () => {
  test('the address is port 7800 on localhost by default', () => {
    expect(chooseAddress({}, {}, 'linux')).toEqual({ address: tcp('localhost', 7800), from: 'default' });
    expect(chooseAddress({}, { ROO_IPC_HOST: '', ROO_CODE_IPC_SOCKET_PATH: '' }, 'linux').from).toBe('default');
  });

  test('the address comes from the variables in the requirement', () => {
    const env = { ROO_IPC_HOST: '127.0.0.1', ROO_IPC_PORT: '7801' };
    expect(chooseAddress({}, env, 'linux')).toEqual({
      address: tcp('127.0.0.1', 7801),
      from: 'ROO_IPC_HOST and ROO_IPC_PORT',
    });
    expect(chooseAddress({}, { ROO_IPC_PORT: '7801' }, 'linux').address).toEqual(tcp('localhost', 7801));
    expect(chooseAddress({}, { ROO_IPC_HOST: '::1' }, 'linux').address).toEqual(tcp('::1', 7800));
    expect(chooseAddress({}, { ROO_IPC_HOST: '[::1]' }, 'linux').address).toEqual(tcp('::1', 7800));
  });

  test.each(['ROO_CODE_IPC_SOCKET_PATH', 'KILO_IPC_SOCKET_PATH'])(
    'the address comes from %s, as the agent itself reads it',
    (name) => {
      expect(chooseAddress({}, { [name]: '/tmp/agent.sock' }, 'linux')).toEqual({
        address: { kind: 'socket', path: resolve('/tmp/agent.sock') },
        from: name,
      });
    },
  );

  test('variables of the server take precedence over those of agents, and flags over both', () => {
    const env = { ROO_CODE_IPC_SOCKET_PATH: '/tmp/agent.sock', ROO_IPC_PORT: '7801' };
    expect(chooseAddress({}, env, 'linux').address).toEqual(tcp('localhost', 7801));
    expect(chooseAddress({ socket: '/tmp/other.sock' }, env, 'linux')).toEqual({
      address: { kind: 'socket', path: resolve('/tmp/other.sock') },
      from: '--socket',
    });
    expect(chooseAddress({ host: '127.0.0.2' }, env, 'linux')).toEqual({
      address: tcp('127.0.0.2', 7801),
      from: '--host and ROO_IPC_PORT',
    });
  });

  test('the address is not guessed when the variables name two agents', () => {
    const env = { ROO_CODE_IPC_SOCKET_PATH: '/tmp/a.sock', KILO_IPC_SOCKET_PATH: '/tmp/b.sock' };
    expect(() => chooseAddress({}, env, 'linux')).toThrow(/point to two different agents.*--socket/);
    expect(chooseAddress({}, { ...env, KILO_IPC_SOCKET_PATH: '/tmp/a.sock' }, 'linux').from).toBe(
      'ROO_CODE_IPC_SOCKET_PATH',
    );
  });

  test('the address may be a bare name: a file here, and a pipe on Windows', () => {
    expect(chooseAddress({ socket: 'roo' }, {}, 'linux').address).toEqual({ kind: 'socket', path: resolve('roo') });
    expect(chooseAddress({ socket: 'roo' }, {}, 'win32').address).toEqual({ kind: 'pipe', name: 'roo' });
    expect(chooseAddress({ socket: '\\\\.\\pipe\\roo' }, {}, 'win32').address).toEqual({ kind: 'pipe', name: 'roo' });
  });

  test('the address may start with a tilde that no shell has expanded', () => {
    expect(chooseAddress({ socket: '~/agent.sock' }, {}, 'linux').address).toEqual({
      kind: 'socket',
      path: join(homedir(), 'agent.sock'),
    });
  });

  test.each<[string, object, Record<string, string>, RegExp]>([
    ['a socket and a port', { socket: '/tmp/a', port: '1' }, {}, /--socket and --port both specify an address/],
    ['a port of 0', { port: '0' }, {}, /--port: the port must be a number from 1 to 65535, not '0'/],
    ['a port that is no number', {}, { ROO_IPC_PORT: 'http' }, /ROO_IPC_PORT: the port must be a number/],
    ['a host with a path', { host: 'a/b' }, {}, /--host: /],
    ['an empty socket', { socket: '' }, {}, /--socket: /],
  ])('chooseAddress rejects %s and names the flag or variable', (_what, flags, env, message) => {
    expect(() => chooseAddress(flags, env, 'linux')).toThrow(expect.objectContaining({ exitCode: 2 }));
    expect(() => chooseAddress(flags, env, 'linux')).toThrow(message);
  });

  test.each([
    ['localhost', false],
    ['127.0.0.1', false],
    ['127.9.9.9', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['dev.localhost', false],
    ['0.0.0.0', true],
    ['::', true],
    ['10.0.0.5', true],
    ['127.0.0.1.example.com', true],
    ['example.com', true],
  ])('isRemote of %s is %s', (host, remote) => {
    expect(isRemote({ kind: 'tcp', host, port: 1 })).toBe(remote);
  });
});

describe('settings', () => {
  test('resolveSettings returns the defaults without flags and variables', () => {
    expect(resolveSettings({}, {})).toEqual({
      address: tcp('localhost', 7800),
      addressFrom: 'default',
      socketOwner: undefined,
      dialect: 'detect',
      timeoutMs: undefined,
      ackTimeoutMs: 10_000,
      maxEvents: 10_000,
      maxBufferBytes: 33_554_432,
      maxFrameBytes: 33_554_432,
      push: true,
      logLevel: 'INFO',
      logFile: undefined,
      warnings: [],
    });
  });

  test('flags take precedence over the environment', () => {
    const env = {
      ROO_IPC_DIALECT: 'zoo',
      ROO_IPC_TIMEOUT_MS: '2000',
      ROO_IPC_MAX_EVENTS: '20',
      ROO_IPC_PUSH: 'false',
      MODEGATE_LOG_LEVEL: 'debug',
    };
    expect(resolveSettings({ push: true }, env)).toMatchObject({
      dialect: 'zoo',
      timeoutMs: 2000,
      maxEvents: 20,
      push: false,
      logLevel: 'DEBUG',
    });
    expect(resolveSettings({ dialect: 'fork', timeoutMs: '3000', maxEvents: '30' }, env)).toMatchObject({
      dialect: 'fork',
      timeoutMs: 3000,
      maxEvents: 30,
    });
    expect(resolveSettings({ push: false }, {}).push).toBe(false);
  });

  test('resolveSettings warns of an address that other machines reach', () => {
    expect(resolveSettings({ host: '10.0.0.5' }, {}).warnings).toEqual([
      expect.stringMatching(/10\.0\.0\.5.*no password/),
    ]);
  });

  test.each<[object, Record<string, string>, RegExp]>([
    [{ dialect: 'roo' }, {}, /official, fork, zoo, detect, not 'roo'/],
    [{ timeoutMs: '1s' }, {}, /--timeout-ms must be a whole number from 100 to 3600000, not '1s'/],
    [{ socketOwner: 'anna' }, {}, /--socket-owner must be a whole number from 0 to 4294967294, not 'anna'/],
    [{}, { ROO_IPC_MAX_EVENTS: '-1' }, /ROO_IPC_MAX_EVENTS must be a whole number/],
    [{ maxFrameBytes: '1e99' }, {}, /--max-frame-bytes/],
    [{}, { ROO_IPC_PUSH: 'maybe' }, /ROO_IPC_PUSH must be true or false/],
    [{ logLevel: 'loud' }, {}, /DEBUG, INFO, WARNING, ERROR, not 'loud'/],
  ])('resolveSettings rejects the flags %j with the environment %j', (flags, env, message) => {
    expect(() => resolveSettings(flags, env)).toThrow(expect.objectContaining({ exitCode: 2 }));
    expect(() => resolveSettings(flags, env)).toThrow(message);
  });
});
