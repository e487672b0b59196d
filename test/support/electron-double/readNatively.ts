import { readFileSync } from 'node:fs'

/**
 * Reads a file like Chromium, which supports archives regardless of Node's settings. Import this before `archive.ts`.
 */
export const readNatively = readFileSync
