import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createFramedPolicy } from './securityHeaders'

/** Pages that Parley may frame, with what their policies allow. The decoders of scanned images need WebAssembly. */
const framedPages = { '/diagram.html': {}, '/pdf.html': { wasm: true } }
/** URL paths of those pages. */
export const framedPaths: readonly string[] = Object.keys(framedPages)

/** A file of the built renderer, kept in memory. */
export interface RendererFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  /** The policy of a framed page. Computed on first use, because hashing megabytes would delay every start. */
  readonly policy?: () => string
}

/**
 * Reads the built renderer, keyed by URL path; `/` is its page. Requests are looked up here, never resolved on disk.
 */
export async function readRendererFiles(folder: string): Promise<ReadonlyMap<string, RendererFile>> {
  const files = new Map<string, RendererFile>()
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile())
      continue
    const path = join(entry.parentPath, entry.name)
    const urlPath = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/')
    files.set(urlPath, {
      bytes: new Uint8Array(await readFile(path)),
      type: mediaTypes[extname(entry.name)] ?? 'application/octet-stream',
    })
  }
  const page = files.get('/index.html')
  if (page === undefined)
    throw new Error(`The built page is missing in ${folder}. Run "npm run build".`)
  for (const [path, allowed] of Object.entries(framedPages)) {
    const framed = files.get(path)
    if (framed !== undefined)
      files.set(path, { ...framed, policy: computeOnce(() => createFramedPolicy(framed.bytes, allowed)) })
  }
  return files.set('/', page)
}

function computeOnce(make: () => string): () => string {
  let made: string | undefined
  return () => made ??= make()
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}
