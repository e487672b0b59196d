import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const resolvePath = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = path => readFile(resolvePath(`node_modules/${path}`))

/** The packages embedded in framed pages. */
export const framedPackages = ['mermaid', 'pdfjs-dist']

/** The pages that Parley's page may frame, by folder in `src/renderer`. */
const pages = {
  diagram: {
    title: 'Diagram',
    style: 'svg { display: block; inline-size: 100%; block-size: 100%; max-inline-size: 100% !important }',
    library: () => read('mermaid/dist/mermaid.min.js'),
  },
  pdf: {
    title: 'PDF document',
    style: 'canvas { display: block; inline-size: 100%; block-size: 100% }',
    data: readPdfFiles,
  },
}

/**
 * Builds diagram.html and pdf.html. Everything they need is embedded, because a page with an opaque origin can't load
 * anything.
 */
export function framedPages() {
  return {
    name: 'framed-pages',
    async generateBundle() {
      for (const name of Object.keys(pages))
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source: await buildHtml(name) })
    },
    configureServer({ middlewares }) {
      for (const name of Object.keys(pages)) {
        middlewares.use(`/${name}.html`, (_request, response, next) => {
          buildHtml(name).then(text => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(text), next)
        })
      }
    },
  }
}

async function buildHtml(name) {
  const { title, style, library = () => '', data = () => '' } = pages[name]
  const result = await build({
    configFile: false,
    // Hides warnings about loading further files, which these pages don't do.
    logLevel: 'error',
    build: { write: false, lib: { entry: resolvePath(`src/renderer/${name}/page.ts`), formats: ['iife'], name: 'page' } },
  })
  const page = [result].flat()[0].output[0].code
  // The HTML parser would interpret these within a script. In strings and patterns, the escape is the same character.
  const script = `${await library()}\n${page}`.replaceAll('\r', '').replaceAll(/<(?=!--|\/?script)/gi, '\\x3C')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<style>
html, body { margin: 0; block-size: 100%; overflow: hidden; background: transparent }
${style}
</style>
</head>
<body>${await data()}<script>${script}</script></body>
</html>
`
}

/**
 * Files that PDF documents expect a reader to have, as JSON with base64 by name: standard fonts (Helvetica comes from
 * the system), encodings of East Asian texts, decoders of scanned images.
 */
async function readPdfFiles() {
  const folders = { cmaps: /\.bcmap$/, standard_fonts: /\.pfb$/, wasm: /^(?:jbig2|openjpeg)\.wasm$/ }
  const files = {}
  for (const [folder, wanted] of Object.entries(folders)) {
    for (const name of await readdir(resolvePath(`node_modules/pdfjs-dist/${folder}`))) {
      if (wanted.test(name))
        files[name] = (await read(`pdfjs-dist/${folder}/${name}`)).toString('base64')
    }
  }
  return `<script type="application/json" id="files">${JSON.stringify(files)}</script>`
}
