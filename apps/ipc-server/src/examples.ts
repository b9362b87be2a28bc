import type { Examples } from '@modegate/cli-kit';

/** Example in the help of each command. */
export const examples: Examples = {
  '': 'ipc-server --socket /tmp/roo.sock',
  serve: 'ipc-server serve --http 8081',
  doctor: 'ipc-server doctor --port 7800',
  simulate: 'ipc-server simulate --port 7800',
  install: 'ipc-server install --client claude-code --dry-run',
  uninstall: 'ipc-server uninstall --client claude-code',
  token: 'ipc-server token add laptop --expires 30d',
  'token add': 'ipc-server token add laptop --expires 30d',
  'token list': 'ipc-server token list',
  'token revoke': 'ipc-server token revoke laptop',
  completion: 'ipc-server completion bash',
  help: 'ipc-server help install',
};
