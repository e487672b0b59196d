/**
 * The entry in `sandboxed_folders` for all scratch folders. Each is deleted with its thread, so none has its own
 * setting.
 */
export const scratchName = 'scratch'
