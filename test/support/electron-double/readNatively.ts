import { readFileSync } from 'node:fs'

/**
 * Reads a file as Chromium does, which knows archives whatever Node was told. To be imported before `archive.ts` closes
 * them.
 */
export const readNatively = readFileSync
