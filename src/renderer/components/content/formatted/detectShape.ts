import { isJsonObject } from '../../../../shared/text/jsonObject'

/** A text's shape and its parsed content. */
type Shape
  = | { readonly kind: 'json', readonly value: object }
    | { readonly kind: 'table', readonly rows: readonly (readonly string[])[] }
    | { readonly kind: 'text' }

/** Parsing longer texts takes noticeably long. */
const maxParsedLength = 200_000
const maxColumns = 40

/** Detects JSON and rows of cells. Commas separate cells only in `.csv` files, tabs in others. */
export function detectShape(text: string, name = ''): Shape {
  const trimmed = text.length > maxParsedLength ? '' : text.trim()
  const value = parseJson(trimmed)
  if (value)
    return { kind: 'json', value }
  const rows = parseRows(trimmed, /\.csv$/i.test(name.trim()) ? ',' : '\t')
  return rows ? { kind: 'table', rows } : { kind: 'text' }
}

function parseJson(text: string): object | undefined {
  if (!/^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(text))
    return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) || isJsonObject(value) ? value : undefined
  }
  catch {
    return undefined // not JSON
  }
}

/** Parses rows of cells, if all have the same number and the first row has distinct names. */
function parseRows(text: string, separator: string): string[][] | undefined {
  if (!text.includes(separator))
    return undefined
  const rows = text.split(/\r?\n/).map(line => splitCells(line, separator))
  const [head = []] = rows
  const isTable = rows.length > 1 && head.length > 1 && head.length <= maxColumns
    && rows.every(row => row.length === head.length)
    && head.every(cell => cell.trim() !== '' && !/^\s/.test(cell)) && new Set(head).size === head.length
  return isTable ? rows : undefined
}

function splitCells(line: string, separator: string): string[] {
  if (separator === '\t' || !line.includes('"'))
    return line.split(separator)
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
