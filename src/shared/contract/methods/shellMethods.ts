import type { HostGreeting } from '../hostGreeting'
import { z } from 'zod'
import { method } from '../method'

/** Methods for the host itself, the system it runs on, and the window. */
export const shellMethods = {
  /** A renderer's first call: returns the host's version and capabilities. */
  hello: method(z.object({})).returns<HostGreeting>(),
  /** Shows the desktop's folder dialog; `undefined` if cancelled. Requires `HostGreeting.canChooseFolder`. */
  chooseFolder: method(z.object({ startAt: z.string().optional() })).returns<string | undefined>(),
  /** Shows the data folder in the file manager. Requires `HostGreeting.canReveal`. */
  revealDataFolder: method(z.object({})).returns<void>(),
  /** Rereads the login shell's environment, for agents and commands started from now on. */
  refreshEnvironment: method(z.object({})).returns<void>(),
  /** Opens a URL outside Parley, if it passes the host's check. */
  openExternal: method(z.object({ url: z.string().max(8192) })).returns<void>(),

  /**
   * Reports which thread this window shows and whether the window has focus. Both together mark the thread as viewed.
   */
  lookAt: method(z.object({ threadId: z.string().optional(), isInFront: z.boolean() })).returns<void>(),
}
