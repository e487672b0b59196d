import type { HostHandlers } from '../../../shared/contract/contract'
import type { folderMethods } from '../../../shared/contract/methods/folderMethods'
import type { ShellEnvironment } from '../../system/environment/shellEnvironment'
import { createFolder } from '../../threads/start/createFolder'
import { lookAtFolder } from '../../threads/start/lookAtFolder'

/** Answers what is asked about folders before a thread works in them. They are the person's own: no agent asks here. */
export function folderHandlers({ dataFolder, shellEnvironment }: {
  readonly dataFolder: string
  readonly shellEnvironment: ShellEnvironment
}): Pick<HostHandlers, keyof typeof folderMethods> {
  const checks = { dataFolder, environment: shellEnvironment.variables }
  return {
    lookAtFolder: ({ typed }) => lookAtFolder(typed, checks),
    createFolder: ({ typed }) => createFolder(typed, checks),
  }
}
