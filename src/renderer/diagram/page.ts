import type { Mermaid } from 'mermaid'
import type { DiagramRequest, DiagramResponse } from '../markdown/diagram/diagramMessages'

/** Prepended to this script by scripts/framedPages.mjs. */
declare const mermaid: Mermaid

/** Maximum size of a diagram. Larger ones are unreadable and exceed the time limit. */
const maxTextSize = 20_000
const maxEdges = 300

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<DiagramRequest>) => {
  if (source !== parent || !port)
    return
  draw(data).then(answer => port.postMessage(answer), (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    port.postMessage({ error: why.slice(0, 500) } satisfies DiagramResponse)
  })
})

/** Draws a diagram into this page, which exists only for it. */
async function draw({ source, isDark }: DiagramRequest): Promise<DiagramResponse> {
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'neutral',
    // Edge labels get the background of boxes, as the dark theme's own one has little contrast to the text.
    themeVariables: isDark ? { edgeLabelBackground: '#1f2020' } : {},
    fontFamily: 'system-ui, sans-serif',
    maxTextSize,
    maxEdges,
  })
  const { svg } = await mermaid.render('diagram', source)
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  // Removes links.
  for (const link of drawn?.querySelectorAll('a') ?? [])
    link.replaceWith(...link.childNodes)
  document.body.replaceChildren(...drawn ? [drawn] : [])
  const box = drawn?.viewBox.baseVal
  return { width: Math.ceil(box?.width ?? 0), height: Math.ceil(box?.height ?? 0) }
}
