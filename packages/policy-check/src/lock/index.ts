// Everything here is public API: add with care.

export {
  createLock,
  type Lock,
  type LockableServer,
  type LockableTool,
  type LockedDefinition,
  type LockedServer,
  type LockedTool,
  lockInventory,
} from './lock.ts';
export { type DriftKind, type HintFlip, type LockDrift, type LockVerification, verifyLock } from './lock-drift.ts';
export { formatLock, type LockReading, parseLock } from './lock-text.ts';
