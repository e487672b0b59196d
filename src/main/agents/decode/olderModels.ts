import type { LoadSessionResponse, SessionConfigOption } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'

// ACP had models of their own before they became a config option; the SDK has no types for them any more.

const model = z.looseObject({ modelId: z.string().min(1).max(256), name: z.string(), description: z.string().nullish().catch(undefined) })
const olderModels = z.looseObject({
  models: z.looseObject({ currentModelId: z.string().min(1).max(256), availableModels: z.array(z.unknown()) }),
})

/**
 * What such an agent calls its model as an option: the id that agents of today give it, so that a default holds for
 * both.
 */
export const olderModelId = 'model'
/** The same for the mode. */
export const olderModeId = 'mode'

/**
 * The options of a session whose agent has models but no config options: its modes and its models. `undefined` for any
 * other agent, since options win where both exist.
 */
export function olderOptions(state: LoadSessionResponse): SessionConfigOption[] | undefined {
  const older = safeParse(olderModels, state)
  if (!older.success || (state.configOptions?.length ?? 0) > 0)
    return undefined
  const { currentModelId, availableModels } = older.data.models
  const models = availableModels.flatMap((item) => {
    const read = safeParse(model, item)
    return read.success ? [{ value: read.data.modelId, name: read.data.name, description: read.data.description }] : []
  })
  const { modes } = state
  return [
    ...modes
      ? [select({
          id: olderModeId,
          name: 'Mode',
          currentValue: modes.currentModeId,
          options: modes.availableModes.map(({ id, name, description }) => ({ value: id, name, description })),
        })]
      : [],
    select({
      id: olderModelId,
      name: 'Model',
      currentValue: currentModelId,
      options: [...new Map(models.map(choice => [choice.value, choice])).values()],
    }),
  ]
}

function select({ id, ...rest }: {
  id: string
  name: string
  currentValue: string
  options: { value: string, name: string }[]
}): SessionConfigOption {
  return { type: 'select', id, category: id, ...rest }
}
