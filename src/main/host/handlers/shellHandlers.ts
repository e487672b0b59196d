import type { HostHandlers } from '../../../shared/contract/contract'
import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import type { shellMethods } from '../../../shared/contract/methods/shellMethods'
import type { ShellEnvironment } from '../../system/environment/shellEnvironment'
import type { Platform } from '../platform'
import { HostError } from '../../../shared/errors'

/** Answers what is asked of the host itself and the system it runs on. */
export function shellHandlers({ greeting, greeted, platform, shellEnvironment }: {
  greeting: () => HostGreeting
  /** Called with each greeting. */
  greeted: () => void
  platform: Platform
  shellEnvironment: ShellEnvironment
}): Pick<HostHandlers, keyof typeof shellMethods> {
  return {
    hello: () => {
      greeted()
      return greeting()
    },
    chooseFolder: ({ startAt }) => {
      if (!platform.chooseFolder)
        throw new HostError('unsupported', 'There is no folder dialog here. Type the folder\'s path.')
      return platform.chooseFolder(startAt)
    },
    refreshEnvironment: () => shellEnvironment.refresh(),
    openExternal: ({ url }) => platform.openExternal(url),
  }
}
