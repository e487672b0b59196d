import { isJsonObject } from '../../../shared/text/jsonObject'

/** What of Home's form was chosen and not started with. */
export interface LeftChoices {
  /** What Parley was started for then. */
  readonly given: string
  /** Nothing where the person picked none. */
  readonly agentId?: string | undefined
  readonly folder: string
  readonly isScratch: boolean
  readonly additional: readonly string[]
}

/** Reads what was kept; nothing where it is not that, as when another version wrote it. */
export function leftChoices(text: string): LeftChoices | undefined {
  let left: unknown
  try {
    left = JSON.parse(text)
  }
  catch {
    return undefined // nothing was kept
  }
  if (!isJsonObject(left))
    return undefined
  const { given, agentId, folder, isScratch, additional } = left
  const isWhole = typeof given === 'string' && typeof folder === 'string' && typeof isScratch === 'boolean'
    && (agentId === undefined || typeof agentId === 'string')
    && Array.isArray(additional) && additional.every(path => typeof path === 'string')
  return isWhole ? { given, agentId, folder, isScratch, additional } : undefined
}
