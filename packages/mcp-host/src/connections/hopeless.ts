import { HostError } from '../host-error.ts';

/** What the system says of a command that is not there or must not be run. */
const LASTING_CODES: ReadonlySet<string> = new Set([
  'ENOENT',
  'EACCES',
  'ENOTDIR',
  'EISDIR',
  'ENOEXEC',
  'E2BIG',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
]);

/** HTTP: what is sent with the request is not accepted, and will not be the next time. */
const LASTING_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** Whether a start failed for a reason that most likely stays until somebody does something about it. */
export function isHopeless(error: unknown): boolean {
  if (!(error instanceof HostError)) return false;
  if (isCode(error, 'UPSTREAM_START_FAILED')) {
    const { systemCode, httpStatus } = error.data;
    return (systemCode !== undefined && LASTING_CODES.has(systemCode)) || isLastingStatus(httpStatus);
  }
  return isCode(error, 'UPSTREAM_PROTOCOL') && isLastingStatus(error.data.httpStatus);
}

function isCode<Code extends HostError['code']>(error: HostError, code: Code): error is HostError<Code> {
  return error.code === code;
}

function isLastingStatus(status: number | undefined): boolean {
  return status !== undefined && LASTING_STATUSES.has(status);
}
