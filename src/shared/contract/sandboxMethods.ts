import { z } from 'zod'
import { sandboxSchema, type SandboxSetting } from '../settings/sandbox'
import { method } from './method'

/** What the dialog "Sandbox for commands" asks of the host: part of the contract. */
export const sandboxMethods = {
  /** How commands of the thread's folder run, looked at anew. */
  readSandbox: method(z.object({ threadId: z.string() })).returns<SandboxSetting>(),
  /** Sets it for the folder and all below; without `rules` they run without a sandbox. Holds from the next command on. */
  setSandbox: method(z.object({ threadId: z.string(), rules: sandboxSchema.optional() })).returns<SandboxSetting>(),
}
