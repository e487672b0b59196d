import { z } from 'zod'
import { sandboxSchema, type SandboxSetting } from '../../settings/sandbox'
import { method } from '../method'

/** Methods of the dialog "Sandbox for commands". */
export const sandboxMethods = {
  /** How commands in the thread's folder run, checked anew. */
  readSandbox: method(z.object({ threadId: z.string() })).returns<SandboxSetting>(),
  /** Sets the sandbox of the folder and all below it, or removes it if there are no `rules`. Applies from the next command on. */
  setSandbox: method(z.object({ threadId: z.string(), rules: sandboxSchema.optional() })).returns<SandboxSetting>(),
  /** Runs a command of the agent's once outside that its sandbox seems to have stopped. */
  runOutside: method(z.object({ threadId: z.string(), terminalId: z.string() })).returns<void>(),
}
