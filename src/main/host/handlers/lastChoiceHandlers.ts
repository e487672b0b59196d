import type { HostHandlers } from '../../../shared/contract/contract'
import type { lastChoiceMethods } from '../../../shared/contract/methods/lastChoiceMethods'
import type { LastChoices } from '../../store/lastChoices'

/** Keeps how the person left the window. */
export function lastChoiceHandlers({ lastChoices }: { lastChoices: LastChoices }): Pick<HostHandlers, keyof typeof lastChoiceMethods> {
  return {
    readLastChoices: () => lastChoices.read(),
    saveLastChoice: ({ name, text }) => lastChoices.save(name, text),
  }
}
