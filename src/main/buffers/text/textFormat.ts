import type { BufferView } from '../../../shared/contract/methods/bufferMethods'

/** How a text lies on the disk. */
export interface TextFormat {
  readonly encoding: BufferView['encoding']
  readonly lineEnding: BufferView['lineEnding']
  /** The text with each line's own ending, where they differ. */
  readonly raw?: string | undefined
}
