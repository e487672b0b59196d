import { writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { isWithin } from '../../shared/paths'
import { plainJsonOf } from '../system/readPlainFile'

const schema = z.object({
  version: z.string(),
  /** Milliseconds since 1970. */
  installedAt: z.number(),
  file: z.string().min(1),
  runner: z.enum(['node', 'program']),
  nodeRange: z.string().optional(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
})
/** Stored beside an installed agent. Written last: a folder without one is unfinished. */
export type InstallRecord = z.infer<typeof schema>

const fileName = '.parley-install.json'

/** Writes the record beside the installed agent, as the last step of installing it. */
export async function writeRecord(folder: string, record: InstallRecord): Promise<void> {
  // With "/" on every system, as in the registry.
  await writeFile(join(folder, fileName), `${JSON.stringify({ ...record, file: record.file.replaceAll(sep, '/') }, undefined, 2)}\n`)
}

/** `undefined` if the folder holds no installed agent. */
export function readRecord(folder: string): InstallRecord | undefined {
  const record = schema.safeParse(plainJsonOf(join(folder, fileName))).data
  return record && isWithin(join(folder, record.file), folder, process.platform) ? record : undefined
}
