import { readFileSync, statSync } from 'node:fs'

/** A file's text. Throws for anything else: a folder, or a pipe, which could block forever. */
export function readPlainFile(path: string): string {
  if (!statSync(path).isFile())
    throw new Error(`"${path}" is not a file. Move it away`)
  return readFileSync(path, 'utf8')
}
