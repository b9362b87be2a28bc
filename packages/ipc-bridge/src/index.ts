export { formatAddress, type IpcAddress, parseAddress } from './address.ts';
export type { ByteChannel, ByteReceiver } from './channel.ts';
export {
  type AnyIpcError,
  IpcError,
  type IpcErrorCode,
  type IpcErrorData,
  isIpcError,
} from './ipc-error.ts';
