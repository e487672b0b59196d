import type { BenchRow } from './row'
import { typing } from './editorTyping'
import { fileSearchRows, quickOpenRow } from './filesBeside'

/** Measures quick open, search in files, and typing in a file that an agent rewrites. */
export async function bench(): Promise<BenchRow[]> {
  return [...await typing('editor'), await quickOpenRow(), ...await fileSearchRows()]
}
