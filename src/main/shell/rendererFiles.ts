import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file of the built renderer, held in memory. */
export interface RendererFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** The whole built renderer by URL path, `/` being its page. A request is looked up here and never becomes a path on the disk. */
export async function readRendererFiles(folder: string): Promise<ReadonlyMap<string, RendererFile>> {
  const files = new Map<string, RendererFile>()
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile())
      continue
    const path = join(entry.parentPath, entry.name)
    const urlPath = path.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/')
    files.set(urlPath, { bytes: new Uint8Array(await readFile(path)), type: mediaTypes[extname(entry.name)] ?? 'application/octet-stream' })
  }
  const page = files.get('/index.html')
  if (page === undefined)
    throw new Error(`The built page is missing in ${folder}. Run "npm run build".`)
  return files.set('/', page)
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
