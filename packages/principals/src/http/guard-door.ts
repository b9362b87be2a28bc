import { type HttpSettings, requireGuard } from '@modegate/cli-kit';
import { isLoopbackHost } from '@modegate/mcp-protocol/http';

/**
 * Refuses requests from other machines where there is no authentication.
 *
 * @param asksWho - Whether a credential is asked for.
 * @param remedy - How to have one asked for, as a sentence.
 * @throws {AppError} exit code 2, before anything is started.
 */
export function guardDoor(http: HttpSettings, asksWho: boolean, remedy: string): void {
  requireGuard(http, { isLoopback: isLoopbackHost(http.host), guard: { isThere: asksWho, remedy } });
}
