import type { Message } from '../../support/wire-client.ts';
import { type Gateway, type GatewayOptions, openGateway } from './gateway.ts';
import { twoTools, type Upstream } from './upstreams.ts';

/** The tools by which toolsets are managed, sorted. */
export const managementTools = [
  'add-tool-annotation',
  'build-toolset',
  'delete-toolset',
  'equip-toolset',
  'get-active-toolset',
  'list-available-tools',
  'list-saved-toolsets',
  'unequip-toolset',
];

/** What is listed in configuration mode, sorted. */
export const configuringTools = [
  ...managementTools.slice(0, 4),
  'exit-configuration-mode',
  ...managementTools.slice(4),
];

/** A gateway in front of the servers alpha and beta. */
export interface Pair {
  readonly gateway: Gateway;
  readonly alpha: Upstream;
  readonly beta: Upstream;
}

/** What can be said of the pair. */
export interface PairOptions extends Partial<GatewayOptions> {
  readonly alphaEnv?: Readonly<Record<string, string>>;
}

/** Opens a gateway in front of the two servers, and waits until it knows the tools of both: the first list waits for them. */
export async function openPair({ alphaEnv = {}, env, ...options }: PairOptions = {}): Promise<Pair> {
  const [alpha, beta] = [twoTools('alpha', { env: alphaEnv }), twoTools('beta')];
  const gateway = await openGateway({
    servers: { alpha: alpha.entry, beta: beta.entry },
    env: { MODEGATE_FIRST_LIST_WAIT: '60', ...env },
    ...options,
  });
  await gateway.names();
  return { gateway, alpha, beta };
}

/** References by name, as build-toolset takes them. */
export function refs(...names: readonly string[]) {
  return names.map((namespacedName) => ({ namespacedName }));
}

/** The reference ids by name, out of what list-available-tools answers. */
export function idsOf({ toolsByServer }: Message): Message {
  return Object.fromEntries(
    toolsByServer.flatMap(({ tools }: Message) => tools.map((tool: Message) => [tool.namespacedName, tool.refId])),
  );
}
