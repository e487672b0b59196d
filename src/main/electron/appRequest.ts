import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { contentSecurityPolicy } from '../contentSecurityPolicy'

/** A file of the built renderer, held in memory. */
export interface AppFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

/** The whole built renderer by URL path. A request is looked up here and never becomes a path on the disk. */
export async function readAppFiles(folder: string): Promise<ReadonlyMap<string, AppFile>> {
  const files = new Map<string, AppFile>()
  await addFolder(folder, '/')
  const start = files.get('/index.html')
  if (start === undefined)
    throw new Error(`The built page is missing in ${folder}.`)
  return files.set('/', start)

  async function addFolder(path: string, urlPath: string): Promise<void> {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const entryPath = join(path, entry.name)
      if (entry.isDirectory())
        await addFolder(entryPath, `${urlPath}${entry.name}/`)
      else
        files.set(`${urlPath}${entry.name}`, { bytes: new Uint8Array(await readFile(entryPath)), type: mediaTypes[extname(entry.name)] ?? 'application/octet-stream' })
    }
  }
}

/** Answers a request for Parley's page: GET, exactly this host, exactly a known path. */
export function answerAppRequest({ files, host, request }: {
  files: ReadonlyMap<string, AppFile>
  host: string
  request: { readonly method: string, readonly url: string }
}): Response {
  const url = new URL(request.url)
  if (request.method !== 'GET')
    return new Response(null, { status: 405, headers: { ...safetyHeaders(), Allow: 'GET' } })
  const file = url.host === host ? files.get(url.pathname) : undefined
  if (file === undefined)
    return new Response('Not found', { status: 404, headers: { ...safetyHeaders(), 'Content-Type': 'text/plain' } })
  return new Response(file.bytes, { headers: { ...safetyHeaders(), 'Content-Type': file.type } })
}

function safetyHeaders(): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
