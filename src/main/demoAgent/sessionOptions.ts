import type { ClientCapabilities, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'

/** The settings of a session. */
export interface Settings {
  readonly mode: ModeId
  readonly model: ModelId
  readonly verbose: boolean
}

type ModeId = 'ask' | 'act'
type ModelId = 'brisk' | 'calm' | 'instant'

/** The settings of a new session. */
export const defaultSettings: Settings = { mode: 'ask', model: 'brisk', verbose: false }

const modes = [
  { id: 'ask', name: 'Ask', description: 'Asks before it writes a file or runs a command' },
  { id: 'act', name: 'Act', description: 'Writes and runs without asking' },
] as const

/** Factor for all pauses: without a real model, the choice of model changes the pace. */
const pace: Readonly<Record<ModelId, number>> = { brisk: 1, calm: 4, instant: 0 }

/** The pause factor of the chosen model. */
export function readPace(settings: Settings): number {
  return pace[settings.model]
}

/** Whether a value is the id of a mode. */
export function isModeId(value: unknown): value is ModeId {
  return modes.some(mode => mode.id === value)
}

/** The modes, for clients that do not support config options. */
export function getModeState(settings: Settings): SessionModeState {
  return { currentModeId: settings.mode, availableModes: modes.map(mode => ({ ...mode })) }
}

/** All options with their current values. */
export function listOptions(settings: Settings, capabilities: ClientCapabilities): SessionConfigOption[] {
  const options: SessionConfigOption[] = [
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      type: 'select',
      currentValue: settings.mode,
      options: modes.map(({ id, ...words }) => ({ value: id, ...words })),
    },
    {
      id: 'model',
      name: 'Pace',
      description: 'No model is involved: this sets the pace of the script',
      category: 'model',
      type: 'select',
      currentValue: settings.model,
      options: [
        {
          group: 'readable',
          name: 'At reading speed',
          options: [
            { value: 'brisk', name: 'Brisk script' },
            { value: 'calm', name: 'Calm script', description: 'Four times slower' },
          ],
        },
        { group: 'unpaced', name: 'Without pauses', options: [{ value: 'instant', name: 'Instant script' }] },
      ],
    },
  ]
  // Boolean options were added later, so clients have to declare support for them.
  if (capabilities.session?.configOptions?.boolean) {
    options.push({
      id: 'verbose',
      name: 'Verbose',
      description: 'Thinks aloud before it answers',
      type: 'boolean',
      currentValue: settings.verbose,
    })
  }
  return options
}

/** Returns the settings with one option changed; `undefined` if the option or value is unknown. */
export function withOption(settings: Settings, configId: string, value: unknown): Settings | undefined {
  if (configId === 'mode' && isModeId(value))
    return { ...settings, mode: value }
  if (configId === 'model' && isModelId(value))
    return { ...settings, model: value }
  if (configId === 'verbose' && typeof value === 'boolean')
    return { ...settings, verbose: value }
  return undefined
}

function isModelId(value: unknown): value is ModelId {
  return typeof value === 'string' && Object.hasOwn(pace, value)
}
