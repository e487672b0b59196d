import type { InstallProgress, PreflightCheck } from '../settings/installing'
import { z } from 'zod'
import { method } from './method'

/** What is asked of the host about installing agents: part of the contract. */
export const installMethods = {
  /** Begins to install an agent of the catalogue, or its new version; `installProgress` tells how it goes. */
  installAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Answers when nothing of the installation is left. */
  cancelInstall: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Takes away what was installed; `busy` while it runs. */
  uninstallAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Installations that run, and those that failed. */
  listInstalls: method(z.object({})).returns<InstallProgress[]>(),
  /** Looks whether an agent can start in a folder, before it is tried. */
  preflightAgent: method(z.object({ agentId: z.string(), folder: z.string().optional() })).returns<PreflightCheck[]>(),
}
