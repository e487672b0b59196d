/**
 * The name in `sandboxed_folders` of all scratch folders together: each goes with its thread, so none has a setting of
 * its own.
 */
export const scratchName = 'scratch'
