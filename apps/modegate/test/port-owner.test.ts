import { expect, test } from 'vitest';
import { findPortOwner } from '../src/doctor/port-owner.ts';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const line = (port: string, state: string, uid: number) =>
  `   0: 0100007F:${port} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 1 1\n`;

test('V9: findPortOwner finds the user that listens on a port among other connections', async () => {
  const tables = { tcp: head + line('22E3', '01', 7) + line('0050', '0A', 8), tcp6: head + line('22E3', '0A', 1001) };
  expect(await findPortOwner(8931, async (name) => tables[name])).toBe(1001);
  expect(await findPortOwner(80, async (name) => tables[name])).toBe(8);
  expect(await findPortOwner(81, async (name) => tables[name])).toBeUndefined();
});

test('the port owner is unknown on a system without these tables', async () => {
  expect(await findPortOwner(80, () => Promise.reject(new Error('ENOENT')))).toBeUndefined();
});
