import { z } from 'zod'
import { method } from '../method'

/** Methods to sign an agent in and out. */
export const signInMethods = {
  /**
   * Runs one of the agent's sign-in methods, in a terminal or by the agent itself, then reopens the session. Takes as long as the
   * person needs; `ThreadActivity` shows the progress. Resolves when it is done or cancelled, rejects when it failed.
   */
  signIn: method(z.object({ threadId: z.string(), methodId: z.string() })).returns<void>(),
  /** Keeps keys as variables of the agent's, starts it again with them and signs in by that method. */
  signInByKey: method(z.object({
    threadId: z.string(),
    methodId: z.string(),
    keys: z.record(z.string().max(100), z.string().max(100_000)),
  })).returns<void>(),
  /** Ends a running sign-in. */
  cancelSignIn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Signs the agent out, if `ThreadHead.session.canSignOut`. */
  signOut: method(z.object({ threadId: z.string() })).returns<void>(),
}
