import type { PermissionOption } from '@agentclientprotocol/sdk'

/** More options than this cannot be shown faithfully above the composer. */
const maxOptions = 8
const maxCharacters = 128

/** Why the options of a permission request cannot be shown, or `undefined`. */
export function checkOptions(options: readonly PermissionOption[]): string | undefined {
  if (options.length === 0 || options.length > maxOptions)
    return `A permission request must have 1 to ${maxOptions} options; this one has ${options.length}.`
  if (options.some(option => option.optionId.length === 0 || option.optionId.length > maxCharacters || option.name.trim().length === 0))
    return `Every option needs a name, and an id of 1 to ${maxCharacters} characters.`
  if (new Set(options.map(option => option.optionId)).size < options.length)
    return 'Two options have the same id.'
  return undefined
}
