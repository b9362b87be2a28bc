import { describe, expect, test } from 'vitest';
import { createChildEnvironment } from '../../src/launch/child-environment.ts';

describe("the environment of a server's process", () => {
  test('has the few variables that are no secret, the own ones of its entry, and the mark of the gateway', () => {
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

  test('gives the own variables the last word, but for the mark of the gateway', () => {
    const own = { PATH: '/own', MODEGATE_GATEWAY: '0' };
    expect(createChildEnvironment({ inherited: { PATH: '/bin' }, own, platform: 'darwin' })).toEqual({
      PATH: '/own',
      MODEGATE_GATEWAY: '1',
    });
  });

  test('leaves out what is not set, and functions that a shell exported', () => {
    const inherited = { HOME: undefined, SHELL: '() { :; }; echo', TERM: '' };
    expect(createChildEnvironment({ inherited, own: {}, platform: 'linux' })).toEqual({
      TERM: '',
      MODEGATE_GATEWAY: '1',
    });
  });

  test('on Windows knows names in any case, and never has one twice', () => {
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
