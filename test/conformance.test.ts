import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import schema from '@agentclientprotocol/sdk/schema/v1/schema.json'
import { describe, expect, it } from 'vitest'

interface Definition {
  readonly 'x-method'?: string
  readonly '$ref'?: string
  readonly 'properties'?: Readonly<Record<string, Definition & { readonly const?: string }>>
  readonly 'oneOf'?: readonly Definition[]
  readonly 'anyOf'?: readonly Definition[]
  readonly 'allOf'?: readonly Definition[]
}

const root = join(import.meta.dirname, '..')
const definitions = schema.$defs as unknown as Readonly<Record<string, Definition>> // a JSON file with these fields, among others
const rows = tableRows(readFileSync(join(root, 'docs/acp.md'), 'utf8'))

const inSchema: Readonly<Record<string, readonly string[]>> = {
  'Methods and notifications': [...new Set(Object.values(definitions).flatMap(definition => definition['x-method'] ?? []))],
  'Updates (`session/update`)': tags('SessionUpdate', 'sessionUpdate'),
  'Content blocks': tags('ContentBlock', 'type'),
  'Content of tool calls': tags('ToolCallContent', 'type'),
  'Client capabilities': capabilities('ClientCapabilities'),
}

describe('the table of docs/acp.md', () => {
  it.each(Object.entries(inSchema))('has a row for everything in the schema and nothing else: %s', (section, items) => {
    expect(items.length).toBeGreaterThan(2)
    expect(rows.filter(row => row.section === section).map(({ item }) => item).toSorted()).toEqual(items.toSorted())
  })

  it('names an existing test in each row', () => {
    const wrong = rows.filter(({ file, name }) => !hasTest(file, name))
    expect(wrong.map(({ item, file, name }) => `${item}: ${file}: ${name}`)).toEqual([])
  })
})

interface Row {
  readonly section: string
  readonly item: string
  readonly file: string
  readonly name: string
}

function tableRows(markdown: string): Row[] {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, item, file, name] = /^\| `([^`]+)` \| ([^|]+) \| ([^|]*)\|$/.exec(line) ?? []
    return item === undefined ? [] : [{ section, item, file: file!.trim(), name: name!.trim() }]
  })
}

/** As in the test's source, in either kind of quotes. */
function hasTest(file: string, name: string): boolean {
  const path = join(root, file)
  if (name === '' || !existsSync(path))
    return false
  const source = readFileSync(path, 'utf8')
  return [`'${name.replaceAll('\'', '\\\'')}'`, `\`${name}\``, `"${name}"`].some(quoted => source.includes(`(${quoted},`))
}

function tags(union: string, tag: string): string[] {
  const { oneOf, anyOf } = definitions[union]!
  return (oneOf ?? anyOf ?? []).flatMap(({ properties }) => properties?.[tag]?.const ?? [])
}

/** The dotted names of capabilities that can be enabled. */
function capabilities(name: string, before = ''): string[] {
  return Object.entries(definitions[name]!.properties ?? {}).filter(([key]) => key !== '_meta').flatMap(([key, property]) => {
    const target = [property, ...(property.allOf ?? []), ...(property.anyOf ?? [])]
      .find(({ $ref }) => $ref !== undefined)
      ?.$ref
      ?.replace('#/$defs/', '')
    const inner = target !== undefined && definitions[target]?.properties ? capabilities(target, `${before}${key}.`) : []
    return inner.length > 0 ? inner : [`${before}${key}`]
  })
}
