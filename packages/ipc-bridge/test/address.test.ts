import { formatAddress, isIpcError, parseAddress } from '@modegate/ipc-bridge';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('an address', () => {
  test.each([
    ['/tmp/agent.sock', { kind: 'socket', path: '/tmp/agent.sock' }],
    [' /tmp/agent.sock\n', { kind: 'socket', path: '/tmp/agent.sock' }],
    ['./agent.sock', { kind: 'socket', path: './agent.sock' }],
    ['unix:/tmp/agent.sock', { kind: 'socket', path: '/tmp/agent.sock' }],
    ['unix:///tmp/agent.sock', { kind: 'socket', path: '/tmp/agent.sock' }],
    ['unix:agent.sock', { kind: 'socket', path: 'agent.sock' }],
    ['C:\\temp\\agent.sock', { kind: 'socket', path: 'C:\\temp\\agent.sock' }],
    ['/tmp/with:80', { kind: 'socket', path: '/tmp/with:80' }],
    ['\\\\.\\pipe\\agent', { kind: 'pipe', name: 'agent' }],
    ['//./pipe/agent', { kind: 'pipe', name: 'agent' }],
    ['\\\\?\\pipe\\a\\b', { kind: 'pipe', name: 'a\\b' }],
    ['pipe:agent', { kind: 'pipe', name: 'agent' }],
    ['pipe:\\\\.\\pipe\\agent', { kind: 'pipe', name: 'agent' }],
    ['localhost:7800', { kind: 'tcp', host: 'localhost', port: 7800 }],
    ['127.0.0.1:7800', { kind: 'tcp', host: '127.0.0.1', port: 7800 }],
    ['[::1]:7800', { kind: 'tcp', host: '::1', port: 7800 }],
    ['tcp://localhost:7800/', { kind: 'tcp', host: 'localhost', port: 7800 }],
    ['TCP:localhost:7800', { kind: 'tcp', host: 'localhost', port: 7800 }],
    ['tcp://[fe80::1%eth0]:1', { kind: 'tcp', host: 'fe80::1%eth0', port: 1 }],
    ['7800', { kind: 'tcp', host: 'localhost', port: 7800 }],
    ['localhost:0', { kind: 'tcp', host: 'localhost', port: 0 }],
  ])('parseAddress accepts %s', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  test.each([
    ['', 'it is empty'],
    ['  ', 'it is empty'],
    ['agent', 'it is not a path, a pipe or host:port'],
    ['localhost:', 'it is not a path, a pipe or host:port'],
    ['localhost:65536', 'a port is a number from 1 to 65535'],
    ['99999', 'a port is a number from 1 to 65535'],
    ['tcp://localhost', 'host:port was expected'],
    ['tcp://user@localhost:1', 'host:port was expected'],
    ['tcp://local host:1', 'host:port was expected'],
    [':7800', 'host:port was expected'],
    ['unix:', 'the path is missing'],
    ['pipe:', 'the name of the pipe is missing'],
    ['\\\\.\\pipe\\', 'the name of the pipe is missing'],
    ['~/agent.sock', 'the home folder only in a shell'],
    ['/tmp/a\0b', 'a NUL character'],
  ])('parseAddress refuses an invalid address with the reason: %j', (text, reason) => {
    expect(() => parseAddress(text)).toThrow(reason);
    expect(() => parseAddress(text)).toThrow('Write a path such as');
  });

  test('parseAddress never shows a very long address in full', () => {
    expect(() => parseAddress('x'.repeat(10_000))).toThrow(/^.{1,400}$/);
  });

  test('an address survives parsing, formatting and parsing again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), looksLikeAddress), (text) => {
        try {
          const address = parseAddress(text);
          expect(parseAddress(formatAddress(address))).toEqual(address);
        } catch (error) {
          expect(isIpcError(error, 'ADDRESS_INVALID')).toBe(true);
        }
      }),
    );
  });
});

const looksLikeAddress = fc
  .tuple(
    fc.constantFrom('', '/', './', 'unix:', 'unix://', 'pipe:', '\\\\.\\pipe\\', 'tcp://', 'tcp:', '//', '[', 'C:\\'),
    fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', ':', '1', ']', ' ', '~', 'ä') }),
    fc.constantFrom('', ':1', ':7800', ']:2', '/', ':70000'),
  )
  .map((parts) => parts.join(''));
