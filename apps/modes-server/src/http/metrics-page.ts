import type { HttpPage, HttpRefusal, ProtectedPages } from '@modegate/mcp-protocol/http';
import { type Authenticator, metricsAuth } from '@modegate/principals/open';
import type { Telemetry } from '@modegate/telemetry/sdk';

/**
 * The page at `/metrics`. Without authentication, only clients on this machine can read it; with authentication, a
 * credential that grants access is required.
 */
export function metricsPage(
  telemetry: Pick<Telemetry, 'readPage'> | undefined,
  principals: Authenticator | undefined,
): { readonly protectedPages?: ProtectedPages } {
  const readPage = telemetry?.readPage;
  if (readPage === undefined) return {};
  const judge = principals === undefined ? undefined : metricsAuth(principals);
  const open = async (headers: Parameters<ProtectedPages>[1]): Promise<HttpPage | HttpRefusal> => {
    const admission = await judge?.(headers);
    if (admission?.kind === 'refused') return admission;
    try {
      return { status: 200, contentType: 'text/plain; version=0.0.4; charset=utf-8', body: await readPage() };
    } finally {
      admission?.release?.();
    }
  };
  return { protectedPages: (pathname, headers) => (pathname === '/metrics' ? open(headers) : undefined) };
}
