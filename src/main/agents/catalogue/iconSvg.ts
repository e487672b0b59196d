/** Ample for a 16×16 icon. */
const limitCharacters = 8_000
const shapes = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])
const attributes = new Set([
  'viewBox',
  'width',
  'height',
  'd',
  'points',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'transform',
  'fill',
  'fill-rule',
  'fill-opacity',
  'clip-rule',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'opacity',
])

/**
 * Rebuilds an agent's icon from its plain shapes, dropping scripts, styles, animations and references. `undefined` if
 * no shape remains. The icon is used as a mask, so its colours do not matter.
 */
export function sanitizeIcon(source: string): string | undefined {
  if (source.length > limitCharacters * 4)
    return undefined
  const text = source.replace(/<!--.*?-->|<\?.*?\?>/gs, '')
  const open: string[] = []
  let result = ''
  // A tag that is not allowed is dropped with everything inside it.
  let droppedDepth = 0
  for (const [, isEnd, name, rest] of text.matchAll(/<(\/?)([A-Z][\w:-]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^"'>])*)?)>/gi)) {
    const isEmpty = rest!.endsWith('/')
    if (isEnd === '/') {
      if (droppedDepth > 0)
        droppedDepth -= 1
      else if (open.at(-1) === name)
        result += `</${open.pop()}>`
      else
        return undefined
    }
    else if (droppedDepth > 0 || !shapes.has(name!) || (open.length === 0) !== (name === 'svg' && result === '')) {
      if (!isEmpty)
        droppedDepth += 1
    }
    else {
      const namespace = name === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : ''
      result += `<${name}${namespace}${keepAttributes(rest!)}${isEmpty ? '/' : ''}>`
      if (!isEmpty)
        open.push(name!)
    }
  }
  const isWhole = open.length === 0 && droppedDepth === 0 && /<(?!svg|g\b)[a-z]/.test(result)
  return isWhole && result.length <= limitCharacters ? result : undefined
}

function keepAttributes(text: string): string {
  return [...text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(([, name, double, single]) => ({ name: name!, value: (double ?? single ?? '').trim() }))
    // Numbers, names, colours and transforms; addresses, references and entities do not match.
    .filter(({ name, value }) => attributes.has(name) && /^[\w\s.,#()%+-]*$/.test(value) && !/url/i.test(value))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .join('')
}
