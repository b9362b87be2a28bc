import { expect, test } from 'vitest';
import { loginAdvice } from '../../src/logins/open-logins.ts';

test.each([
  [['tracker'], "'modes-server login tracker' in a terminal"],
  [['my tracker'], `'modes-server login "my tracker"' in a terminal`],
  [['$(reboot)'], "'modes-server login <server>' in a terminal"],
  [['a`reboot`'], "'modes-server login <server>' in a terminal"],
  [['a" --scope "b'], "'modes-server login <server>' in a terminal"],
  [['--help'], "'modes-server login <server>' in a terminal"],
  [['tracker', 'token:alice'], "'modes-server login tracker --principal alice'"],
  [['tracker', 'jwt:https://a.example ann'], `'modes-server login tracker --principal "jwt:https://a.example ann"'`],
  [['tracker', 'jwt:https://a.example $(reboot)'], "'modes-server login tracker --principal <principal>'"],
] as const)('the login advice for %j is a command that a shell reads as intended', ([server, principal], command) =>
  expect(loginAdvice(server, principal)).toContain(command),
);
