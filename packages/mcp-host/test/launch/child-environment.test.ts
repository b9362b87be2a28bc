import { describe, expect, test } from 'vitest';
import { createChildEnvironment } from '../../src/launch/child-environment.ts';

describe("the environment of a server's process", () => {
  test('a server process receives the few non-secret variables, those of its entry, and the gateway mark', () => {
    const inherited = { HOME: '/home/a', PATH: '/bin', SHELL: '/bin/sh', TERM: 'xterm', USER: 'a', LOGNAME: 'a' };
    const secret = { GITHUB_TOKEN: 'ghp_x', AWS_SECRET_ACCESS_KEY: 'x', NODE_OPTIONS: '--require=x', path: '/lower' };
    expect(
      createChildEnvironment({ inherited: { ...inherited, ...secret }, own: { API_KEY: 'k' }, platform: 'linux' }),
    ).toEqual({
      ...inherited,
      API_KEY: 'k',
      MODEGATE_GATEWAY: '1',
    });
  });

  test('the variables of an entry override all others except the gateway mark', () => {
    const own = { PATH: '/own', MODEGATE_GATEWAY: '0' };
    expect(createChildEnvironment({ inherited: { PATH: '/bin' }, own, platform: 'darwin' })).toEqual({
      PATH: '/own',
      MODEGATE_GATEWAY: '1',
    });
  });

  test('the server environment leaves out unset variables and functions exported by a shell', () => {
    const inherited = { HOME: undefined, SHELL: '() { :; }; echo', TERM: '' };
    expect(createChildEnvironment({ inherited, own: {}, platform: 'linux' })).toEqual({
      TERM: '',
      MODEGATE_GATEWAY: '1',
    });
  });

  test('the server environment on Windows matches names in any case and never contains one twice', () => {
    const inherited = {
      Path: 'C:\\Windows',
      SystemRoot: 'C:\\Windows',
      USERPROFILE: 'C:\\Users\\a',
      HOME: 'x',
      Secret: 'x',
    };
    expect(createChildEnvironment({ inherited, own: { PATH: 'C:\\own' }, platform: 'win32' })).toEqual({
      SystemRoot: 'C:\\Windows',
      USERPROFILE: 'C:\\Users\\a',
      PATH: 'C:\\own',
      MODEGATE_GATEWAY: '1',
    });
  });
});
