import { BlockList, isIPv6 } from 'node:net';

/** From where an address can be reached; `never` is one that nothing of ours has a reason to ask, such as a cloud's metadata. */
export type AddressScope = 'public' | 'private' | 'loopback' | 'never';

/** Tells from where an IP address can be reached (IANA special-purpose registries). IPv4 written as IPv6 counts as what it is. */
export function addressScope(address: string): AddressScope {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  for (const [reach, list] of lists()) if (list.check(address, family)) return reach;
  return 'public';
}

/** Whether something at one reach may send us to another: outwards, or to its like, but not further in. */
export function mayRedirectTo(from: AddressScope, to: AddressScope): boolean {
  return to !== 'never' && depth[to] <= depth[from];
}

const depth: Readonly<Record<AddressScope, number>> = { never: -1, public: 0, private: 1, loopback: 2 };

const ranges: readonly (readonly [Exclude<AddressScope, 'public'>, readonly string[]])[] = [
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15']],
  ['private', ['fc00::/7', 'fec0::/10']],
  // Link-local, unspecified, multicast, reserved; Azure's host; and IPv6 that means an IPv4 address elsewhere.
  ['never', ['169.254.0.0/16', '0.0.0.0/8', '192.0.0.0/24', '224.0.0.0/3', '168.63.129.16/32']],
  ['never', ['fe80::/10', '::/128', 'ff00::/8', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32']],
];

let built: readonly (readonly [AddressScope, BlockList])[] | undefined;

function lists(): readonly (readonly [AddressScope, BlockList])[] {
  built ??= ranges.map(([reach, subnets]) => {
    const list = new BlockList();
    for (const subnet of subnets) {
      const [network = '', bits] = subnet.split('/');
      list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
    }
    return [reach, list] as const;
  });
  return built;
}
