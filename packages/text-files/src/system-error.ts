/** Returns the `code` of a system error, such as `EACCES`, or the error as text. */
export function errorCode(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : String(cause);
}

/** Describes the meaning of a system error, as a clause about the file. */
export function describeSystemError(cause: unknown): string {
  const code = errorCode(cause);
  return reasons[code] ?? `reading failed with ${code}`;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'its name is too long',
  ERR_INVALID_ARG_VALUE: 'its name contains a NUL character',
};
