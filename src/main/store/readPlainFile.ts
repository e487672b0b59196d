import { readFileSync, statSync } from 'node:fs'

/** A file's text. Throws where something else stands: a folder, or a pipe, which would be waited for without end. */
export function readPlainFile(path: string): string {
  if (!statSync(path).isFile())
    throw new Error(`what stands at "${path}" is no file. Move it away`)
  return readFileSync(path, 'utf8')
}
