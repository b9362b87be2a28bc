import { BlockList, isIPv6 } from 'node:net';

/**
 * The network scope of an address; `never` marks an address that there is no reason to contact, such as the metadata
 * service of a cloud provider.
 */
export type AddressScope = 'public' | 'private' | 'loopback' | 'never';

/** Classifies an IP address (IANA special-purpose registries). An IPv4-mapped IPv6 address is treated as IPv4. */
export function addressScope(address: string): AddressScope {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  for (const [reach, list] of lists()) if (list.check(address, family)) return reach;
  return 'public';
}

/** True if an address in one scope may refer to an address in another scope, which must be at least as public. */
export function mayRedirectTo(from: AddressScope, to: AddressScope): boolean {
  return to !== 'never' && depth[to] <= depth[from];
}

const depth: Readonly<Record<AddressScope, number>> = { never: -1, public: 0, private: 1, loopback: 2 };

const ranges: readonly (readonly [Exclude<AddressScope, 'public'>, readonly string[]])[] = [
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15']],
  ['private', ['fc00::/7', 'fec0::/10']],
  // Link-local, unspecified, multicast and reserved addresses; Azure's host; and IPv6 addresses with an embedded IPv4
  // address.
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
