import type { LoadSessionResponse, SessionConfigOption } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'

// Before models became a config option, ACP had separate fields for them, which the SDK no longer has types for.

const model = z.looseObject({
  modelId: z.string().min(1).max(256),
  name: z.string(),
  description: z.string().nullish().catch(undefined),
})
const olderModels = z.looseObject({
  models: z.looseObject({ currentModelId: z.string().min(1).max(256), availableModels: z.array(z.unknown()) }),
})

/** The option id for a legacy agent's model. Current agents use the same id, so a default applies to both. */
export const legacyModelId = 'model'
/** The option id for a legacy agent's mode. */
export const legacyModeId = 'mode'

/**
 * Converts modes and models of a legacy agent to config options. `undefined` if the agent has config options or no
 * models.
 */
export function convertLegacyOptions(state: LoadSessionResponse): SessionConfigOption[] | undefined {
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
      ? [createSelect({
          id: legacyModeId,
          name: 'Mode',
          currentValue: modes.currentModeId,
          options: modes.availableModes.map(({ id, name, description }) => ({ value: id, name, description })),
        })]
      : [],
    createSelect({
      id: legacyModelId,
      name: 'Model',
      currentValue: currentModelId,
      options: [...new Map(models.map(choice => [choice.value, choice])).values()],
    }),
  ]
}

function createSelect({ id, ...rest }: {
  id: string
  name: string
  currentValue: string
  options: { value: string, name: string }[]
}): SessionConfigOption {
  return { type: 'select', id, category: id, ...rest }
}
