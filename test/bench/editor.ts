import type { BenchRow } from './row'
import { typing } from './editorTyping'
import { fileSearchRows, quickOpenRow } from './filesBeside'

/** Files beside a conversation. */
export async function bench(): Promise<BenchRow[]> {
  return [...await typing('editor'), await quickOpenRow(), ...await fileSearchRows()]
}
