import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { AgentPreferences } from '../../../shared/settings/settings'
import type { ThreadHead } from '../../../shared/thread/transcript'
import { errorMessage } from '../../../shared/errors'
import { isModeOption, listValues } from '../../../shared/thread/options/configOptions'

/** Setting one option can change the values of another. Limits the rounds for options that never settle. */
const maxRounds = 5

/** A session's state and setters. */
export interface SettableSession {
  readonly head: () => Pick<ThreadHead, 'configOptions' | 'modes'>
  setOption(configId: string, value: string | boolean): Promise<void>
  setMode(modeId: string): Promise<void>
}

interface PendingDefault {
  readonly key: string
  readonly value: string | boolean
  /** Why it can't be set now. */
  why?: string | undefined
}

/**
 * Applies the person's defaults to a session, as far as the agent offers them. `isChosen`: whether the person chose
 * that option in this thread. Returns a line for each default that could not be set.
 */
export async function applyDefaults({ preferences, session, isChosen }: {
  preferences: AgentPreferences
  session: SettableSession
  isChosen: (option: SessionConfigOption) => boolean
}): Promise<string[]> {
  const { default_config_options: values = {}, default_mode: mode } = preferences
  // Config options take precedence if the agent offers both.
  const modeOption = session.head().configOptions?.find(isModeOption)
  const wanted: PendingDefault[] = Object.entries(
    mode !== undefined && modeOption ? { [modeOption.id]: mode, ...values } : values,
  ).map(
    ([key, value]) => ({ key, value }),
  )
  const failed = new Map<string, string>()
  let isStable = false
  for (let round = 0; round < maxRounds && !isStable; round++) {
    isStable = true
    for (const want of wanted.filter(({ key }) => !failed.has(key))) {
      const option = session.head().configOptions?.find(({ id }) => id === want.key)
      want.why = explainFailure(option, want.value)
      if (!option || want.why !== undefined || option.currentValue === want.value || isChosen(option))
        continue
      isStable = false
      await session.setOption(want.key, want.value).catch((error: unknown) => failed.set(want.key, errorMessage(error)))
    }
  }
  const modeFault = mode !== undefined && !modeOption ? await applyMode(mode, session) : undefined
  return [
    ...modeFault === undefined ? [] : [`mode: ${modeFault}`],
    ...[...failed].map(([key, why]) => `${key}: ${why}`),
    ...wanted.flatMap(({ key, why }) => why === undefined || failed.has(key) ? [] : [`${key}: ${why}`]),
    ...isStable ? [] : ['The agent keeps changing what was set, so the rest was left as it is.'],
  ]
}

/** Sets the mode. Returns why that failed, if it did. */
async function applyMode(modeId: string, session: SettableSession): Promise<string | undefined> {
  const { modes } = session.head()
  if (!modes?.availableModes.some(({ id }) => id === modeId))
    return `"${modeId}" is not offered.`
  if (modes.currentModeId === modeId)
    return undefined
  try {
    await session.setMode(modeId)
    return undefined
  }
  catch (error) {
    return errorMessage(error)
  }
}

function explainFailure(option: SessionConfigOption | undefined, value: string | boolean): string | undefined {
  if (!option)
    return 'the agent has no such option.'
  if (option.type === 'boolean')
    return typeof value === 'boolean' ? undefined : 'it is on or off, so its default must be true or false.'
  return listValues(option).some(choice => choice.value === value) ? undefined : `"${String(value)}" is not offered.`
}
