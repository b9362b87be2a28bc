import type { Login, LoginKey } from './login-record.ts';

/** A store of logins. Its error messages are written for people and contain no token. */
export interface LoginStore {
  /** Returns the current login for a server. Called before every request, so it must be fast. */
  find(key: LoginKey): Promise<Login | undefined>;
  /** Saves a login and drops any earlier login for the same server and issuer. */
  save(login: Login): Promise<void>;
  /** Removes a server's logins for all issuers and returns them. */
  remove(key: LoginKey): Promise<readonly Login[]>;
  /** Runs a function, and ensures that no other process runs a function for this server at the same time. */
  alone<Result>(key: LoginKey, run: () => Promise<Result>): Promise<Result>;
}
