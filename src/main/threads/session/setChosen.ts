import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { SettableSession } from './applyDefaults'
import { messageOf } from '../../../shared/errors'
import { isModeOption, valuesOf } from '../../../shared/thread/options/configOptions'
import { modeInForce, modesOf, type Offered } from '../../../shared/thread/options/modeInForce'
import { chosenOptions, nameOfValue } from './lostChoices'

/** One option's value can decide whether another one is offered, so they are gone through twice. */
const rounds = 2

/**
 * Sets everything that the person chose in the thread, the mode last: another model may have put it back. The mode is set even where the
 * agent says that it is in it, since some say so of a session and begin it in another. Answers why something could not be set, by the
 * option's id, the mode's by `''`.
 */
export async function setChosen({ session, before, log }: {
  session: Omit<SettableSession, 'head'> & { readonly head: () => ThreadHead }
  before: Offered
  log: ThreadLog
}): Promise<Map<string, string>> {
  const faults = new Map<string, string>()
  const attempt = async (key: string, { name, valueName, isNews }: Said, act: () => Promise<void>): Promise<void> => {
    try {
      await act()
      if (isNews)
        log.add({ type: 'notice', severity: 'info', title: `${name} is set to "${valueName}" again, as you chose` })
    }
    catch (error) {
      faults.set(key, messageOf(error))
      log.add({
        type: 'notice',
        severity: 'warning',
        title: `${name} could not be set to "${valueName}" again`,
        description: messageOf(error),
      })
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const [id, value] of chosenOptions(session.head()).filter(([id]) => !faults.has(id))) {
      const option = (session.head().configOptions ?? before.configOptions)?.find(option => option.id === id)
      if (!option || (session.head().configOptions && option.currentValue === value))
        continue
      if (option.type === 'select' && !valuesOf(option).some(choice => choice.value === value))
        continue
      const said = { name: option.name, valueName: nameOfValue(option, value), isNews: true }
      await attempt(id, said, () => session.setOption(id, value))
    }
  }
  const { chosenMode } = session.head()
  if (chosenMode === undefined)
    return faults
  const offered = modesOf(session.head()).length > 0 ? session.head() : before
  const mode = modesOf(offered).find(({ id }) => id === chosenMode)
  const modeOption = offered.configOptions?.find(isModeOption)
  if (mode) {
    const said = { name: modeOption?.name ?? 'Mode', valueName: mode.name, isNews: modeInForce(session.head()) !== chosenMode }
    await attempt('', said, () => modeOption ? session.setOption(modeOption.id, chosenMode) : session.setMode(chosenMode))
  }
  return faults
}

/** What a notice says of a choice. */
interface Said {
  readonly name: string
  readonly valueName: string
  /** The session stood otherwise. */
  readonly isNews: boolean
}
