import { wireError } from '@modegate/mcp-protocol';
import * as z from 'zod';

/** The confirmation argument for destructive calls. */
export const confirmArgument = z
  .boolean()
  .optional()
  .describe(
    'Must be true for actions that cannot be undone. Otherwise, the call is refused, and the error explains what the action would do.',
  );

/**
 * Refuses an irreversible action that has not been explicitly confirmed.
 *
 * @throws {WireError} VALIDATION_ERROR that says what would happen and how to confirm.
 */
export function requireConfirmation(confirm: boolean | undefined, what: string): void {
  if (confirm === true) return;
  throw wireError(
    'VALIDATION_ERROR',
    `${what} Nothing was sent. If this is what you want, call again with confirm: true.`,
    { reason: 'CONFIRMATION_REQUIRED', field: 'confirm' },
  );
}
