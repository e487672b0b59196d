import type { ThreadEventBody } from '../events'
import type { ThreadHead } from '../transcript'
import { isModeOption, withValue } from './configOptions'
import { type Offered, withMode } from './modeInForce'

type Choices = Pick<ThreadHead, 'choices' | 'chosenMode'>
type Choice = Extract<ThreadEventBody, { type: 'choice' }>

/** What is chosen in the thread once the person has chosen that too. A mode is one choice, however the agent offers modes. */
export function withChoice(head: ThreadHead, { configId, value }: Choice): Choices {
  const modeOption = head.configOptions?.find(isModeOption)
  if (configId === undefined || configId === modeOption?.id)
    return { chosenMode: value === undefined ? undefined : String(value) }
  const { [configId]: _, ...others } = head.choices ?? {}
  return { choices: value === undefined ? others : { ...others, [configId]: value } }
}

/** What an agent that does not run will be set to, as far as the person chose it: shown until the agent says what it is set to. */
export function withChosen(head: ThreadHead): Offered {
  const { modes, configOptions, chosenMode, choices = {} } = head
  const chosen = Object.entries(choices).reduce((options, [id, value]) => options && withValue(options, id, value), configOptions)
  const offered = { modes, configOptions: chosen }
  return chosenMode === undefined ? offered : { ...offered, ...withMode(offered, chosenMode) }
}
