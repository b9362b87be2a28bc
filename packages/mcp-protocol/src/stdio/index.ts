export type { EndSignal } from '../signals.ts';
export { guardStdout, type StdoutGuard } from './guard-stdout.ts';
export {
  type ServeStdioOptions,
  type StdioEnd,
  type StdioServing,
  serveStdio,
} from './serve-stdio.ts';
