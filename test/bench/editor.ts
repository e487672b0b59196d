import type { BenchRow } from './row'
import { fileSearchRows, quickOpenRow } from './filesBeside'

/** Files beside a conversation. */
export async function bench(): Promise<BenchRow[]> {
  return [await quickOpenRow(), ...await fileSearchRows()]
}
