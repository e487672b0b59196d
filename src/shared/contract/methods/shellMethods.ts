import type { HostGreeting } from '../hostGreeting'
import { z } from 'zod'
import { method } from '../method'

/** Methods about the host itself, the system it runs on, and the window. */
export const shellMethods = {
  /** The first call of a renderer: who the host is and what it can do. */
  hello: method(z.object({})).returns<HostGreeting>(),
  /** Opens the desktop's folder dialog; `undefined` if it was cancelled. Only if `HostGreeting.canChooseFolder`. */
  chooseFolder: method(z.object({ startAt: z.string().optional() })).returns<string | undefined>(),
  /** Reads the login shell's environment again, for agents and commands that start from now on. */
  refreshEnvironment: method(z.object({})).returns<void>(),
  /** Opens a web address outside Parley, after the host's own check of it. */
  openExternal: method(z.object({ url: z.string().max(8192) })).returns<void>(),

  /** Which thread this window shows, and whether the window is in front: then someone looks at that thread. */
  lookAt: method(z.object({ threadId: z.string().optional(), isInFront: z.boolean() })).returns<void>(),
}
