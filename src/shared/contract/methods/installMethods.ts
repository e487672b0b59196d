import type { InstallProgress, PreflightCheck } from '../../settings/installing'
import { z } from 'zod'
import { method } from '../method'

/** Methods about installing agents. */
export const installMethods = {
  /** Starts to install or update an agent of the catalogue; `installProgress` events follow. */
  installAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Answers once the unfinished installation is removed. */
  cancelInstall: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Removes an installed agent; fails with `busy` while it runs. */
  uninstallAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Running and failed installations. */
  listInstalls: method(z.object({})).returns<InstallProgress[]>(),
  /** Checks whether an agent can start in a folder. */
  preflightAgent: method(z.object({ agentId: z.string(), folder: z.string().optional() })).returns<PreflightCheck[]>(),
}
