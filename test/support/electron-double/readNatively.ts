import { readFileSync } from 'node:fs'

/**
 * Reads a file like Chromium, which supports archives regardless of Node's settings. Import it before `archive.ts`
 * closes them.
 */
export const readNatively = readFileSync
