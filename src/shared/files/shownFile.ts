import type { CheckedType } from './checkedType'

/** More than the log keeps of one file, and less than one message carries as base64. */
export const maxShownBytes = 12_000_000

/** Whether Parley itself shows files of that kind: nothing is handed to the system to open. */
export function isShown(kind: CheckedType['kind']): boolean {
  return kind === 'image' || kind === 'audio' || kind === 'pdf'
}
