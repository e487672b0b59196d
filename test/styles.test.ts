import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tokens = read('src/renderer/styles/tokens.css')
const themes = read('src/renderer/styles/themes.css')

/** Declarations of custom properties in a text, by name. */
function declared(text: string): Map<string, string> {
  return new Map([...text.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]))
}

const [byChoice, bySystem] = themes.slice(themes.indexOf(':root[data-contrast=more]')).split('@media')

/** Red, green and blue of a token, as light or dark shows it. */
function colour(values: ReadonlyMap<string, string>, name: string, theme: 'light' | 'dark'): number[] {
  const value = values.get(name) ?? ''
  const [, light, dark] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [undefined, value, value]
  return (theme === 'light' ? light : dark).slice(1).match(/../g)!.map(part => Number.parseInt(part, 16))
}

/** The contrast as defined by WCAG. */
function luminance(parts: readonly number[]): number {
  const [red, green, blue] = parts.map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const surfaces = ['--window', '--sheet', '--sunken', '--raised', '--overlay', '--selected', '--said']
const readable: readonly (readonly [ink: string, grounds: readonly string[], least: number])[] = [
  ['--ink', surfaces, 4.5],
  ['--ink-2', surfaces, 4.5],
  ['--ink-3', surfaces, 4.5],
  ['--accent', [...surfaces, '--accent-soft'], 4.5],
  ['--ask', [...surfaces, '--ask-soft'], 4.5],
  ['--ok', ['--window', '--sheet', '--sunken', '--overlay', '--ok-soft'], 4.5],
  ['--bad', ['--window', '--sheet', '--sunken', '--overlay', '--bad-soft'], 4.5],
  ['--on-accent', ['--accent-solid', '--accent-solid-hover'], 4.5],
  ['--on-ask', ['--ask-solid'], 4.5],
  ['--ink', ['--accent-soft', '--ok-mark', '--bad-mark', '--code-mark'], 4.5],
  ...['keyword', 'string', 'name', 'type', 'number', 'note'].map(hue => [`--code-${hue}`, ['--sheet', '--sunken'], 4.5] as const),
  ...['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
    .flatMap(hue => [[`--ansi-${hue}`, ['--sunken'], 4.5] as const, [`--ansi-bright-${hue}`, ['--sunken'], 4.5] as const]),
  ['--ansi-bright-black', ['--sunken'], 4.5],
  ...[1, 2, 3, 4, 5, 6, 7].map(mark => [`--mark-${mark}-ink`, [`--mark-${mark}`], 4.5] as const),
  ['--line-control', surfaces.slice(0, 5), 3],
]

describe('tokens', () => {
  const usual = declared(tokens)
  it.each([
    ['usual', 'light', usual],
    ['usual', 'dark', usual],
    ['high', 'light', new Map([...usual, ...declared(byChoice!)])],
    ['high', 'dark', new Map([...usual, ...declared(byChoice!)])],
  ] as const)('can be read on every surface: %s contrast, %s', (_, theme, values) => {
    const faint = readable.flatMap(([ink, grounds, least]) => grounds
      .map(ground => ({ ink, ground, contrast: contrast(colour(values, ink, theme), colour(values, ground, theme)), least }))
      .filter(pair => !(pair.contrast >= least)))
    expect(faint).toEqual([])
  })

  it('give the same high contrast by the setting as by the system', () => {
    expect(declared(bySystem!)).toEqual(declared(byChoice!))
  })

  it('are the only custom properties that components use, besides their own', () => {
    const known = new Set([...usual.keys(), ...declared(read('src/renderer/styles/base.css')).keys()])
    /** One of a family whose end is chosen at run time: `--ansi-${colour}`. */
    const isFamily = (name: string): boolean => name.endsWith('-') && [...known].some(token => token.startsWith(name))
    const unknown = globSync('src/renderer/**/*.{vue,css}', { cwd: root }).flatMap((file) => {
      const text = read(file)
      return [...text.matchAll(/var\((--[\w-]+)/g)]
        .map(([, name]) => name!)
        // Its own: declared in the file, or set by its template or a library.
        .filter(name => !known.has(name) && !isFamily(name) && !name.startsWith('--reka-') && !new RegExp(`${name}['"]?:`).test(text))
        .map(name => `${file}: ${name}`)
    })
    expect(unknown).toEqual([])
  })
})

it('marked text is not black in dark mode, as it is by default', () => {
  for (const path of globSync('src/renderer/**/*.{vue,css}', { cwd: root })) {
    const [rule] = /^mark \{[^}]*\}/m.exec(read(path)) ?? []
    if (rule)
      expect(rule, path).toContain(' color: ')
  }
})

it('streaming content has no :has(), which the browser would evaluate up to the root for each new element', () => {
  const rooms = ['transcript', 'terminal', 'threads', 'thread', 'editor', 'frame', 'base']
  const parts = rooms.map(room => `src/renderer/components/${room}/**/*.vue`)
  const files = [...parts, 'src/renderer/markdown/*.vue', 'src/renderer/styles/*.css']
  const asking = globSync(files, { cwd: root })
    .filter(path => /:has\(/.test(read(path)))
  // The caret of a streaming message.
  expect(asking).toEqual(['src/renderer/components/transcript/entries/AgentMessageEntry.vue'])
})
