import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('src/**/*.{ts,vue}', { cwd: root })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => !path.endsWith('.d.ts'))
  .sort()
const known = new Set(files)

interface Import {
  readonly file: string
  /** A path below the repository, or a package's name. */
  readonly target: string
  readonly isTypeOnly: boolean
  /** Whether it is loaded when it is needed. */
  readonly isLazy: boolean
}

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = [...text.matchAll(/^\s*(?:import|export)\s([^'"]*\bfrom\s)?['"]([^'"]+)['"]/gm)]
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)]
  const found = [
    ...statements.map(([, names = '', target]) => ({ target: target!, isTypeOnly: names.startsWith('type'), isLazy: false })),
    ...dynamic.map(([, target]) => ({ target: target!, isTypeOnly: false, isLazy: true })),
  ]
  return found.map(({ target, ...how }) => ({
    file,
    target: target.startsWith('.') ? normalize(join(dirname(file), target)).replaceAll('\\', '/') : target,
    ...how,
  }))
})

/** From file to file, within `src`. */
const edges: readonly (readonly [string, string])[] = imports.flatMap(({ file, target }) => {
  const resolved = [target, `${target}.ts`].find(path => known.has(path))
  return resolved === undefined ? [] : [[file, resolved]]
})

/** The layer or room of one of our files. */
function roomOf(path: string): string {
  const [, layer, room] = path.split('/')
  return layer === 'main' ? `main/${room}` : layer ?? ''
}

/** Which rooms of ours each room may import from, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared': [],
  'preload': ['shared'],
  'renderer': ['shared'],
  'main/system': ['shared'],
  'main/agents': ['shared', 'main/system'],
  'main/terminal': ['shared', 'main/system', 'main/store'],
  'main/rules': ['shared'],
  'main/git': ['shared', 'main/system'],
  'main/sandbox': ['shared', 'main/system', 'main/git'],
  'main/workspace': ['shared', 'main/system', 'main/git'],
  'main/store': ['shared', 'main/system'],
  'main/changes': ['shared', 'main/system', 'main/git', 'main/workspace', 'main/store'],
  'main/buffers': ['shared', 'main/system', 'main/workspace', 'main/store'],
  'main/install': ['shared', 'main/system'],
  'main/editors': ['shared', 'main/system'],
  'main/files': ['shared', 'main/system', 'main/git', 'main/workspace'],
  'main/threads': [
    'shared',
    'main/rules',
    'main/sandbox',
    'main/system',
    'main/agents',
    'main/terminal',
    'main/workspace',
    'main/store',
    'main/changes',
    'main/buffers',
  ],
  'main/demoAgent': [],
  'main/fileServer': [],
  'main/host': [
    'shared',
    'main/rules',
    'main/sandbox',
    'main/system',
    'main/git',
    'main/install',
    'main/editors',
    'main/files',
    'main/agents',
    'main/terminal',
    'main/workspace',
    'main/store',
    'main/changes',
    'main/buffers',
    'main/threads',
  ],
  'main/shell': ['shared', 'main/system', 'main/host'],
  'main/electron': ['shared', 'main/system', 'main/host', 'main/shell'],
  'main/web': ['shared', 'main/host', 'main/shell'],
}

describe('architecture', () => {
  it('reads every import of the tree', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(files.length)
  })

  it('lets each room import only from the rooms it may know', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        target.startsWith('src/') && roomOf(target) !== roomOf(file) && !mayImport[roomOf(file)]?.includes(roomOf(target)),
    )
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('keeps electron in the desktop shell and the preload', () => {
    expect(importersOf('electron').filter(file => !/^src\/(?:main\/electron|preload)\//.test(file))).toEqual([])
  })

  it('keeps the SDK\'s values to the agents\' room, the client requests and the Demo agent', () => {
    const allowed = /^src\/main\/(?:agents\/|demoAgent\/|threads\/requests\/clientRequests\.ts)/
    expect(
      imports
        .filter(({ target, isTypeOnly }) => target.startsWith('@agentclientprotocol/') && !isTypeOnly)
        .map(({ file }) => file)
        .filter(file => !allowed.test(file) && hasValueImport(file)),
    ).toEqual([])
  })

  it('keeps SQLite to the two stores and node-pty to one file', () => {
    expect(importersOf('better-sqlite3').filter(file => !/^src\/main\/(?:changes\/)?store\//.test(file))).toEqual([])
    expect(importersOf('node-pty')).toEqual(['src/main/terminal/pty.ts'])
  })

  it('keeps Node out of what runs in a page', () => {
    expect(
      imports
        .filter(({ file, target }) => /^src\/(?:shared|renderer|preload)\//.test(file) && target.startsWith('node:'))
        .map(({ file }) => file),
    ).toEqual([])
  })

  it('loads with the window no schemas, and nothing that only some threads need', () => {
    const loaded = new Set(['src/renderer/main.ts'])
    for (const file of loaded) {
      for (const { target } of imports.filter(one => one.file === file && !one.isTypeOnly && !one.isLazy))
        loaded.add(known.has(`${target}.ts`) ? `${target}.ts` : target)
    }
    expect(loaded).toContain('vue')
    expect([...loaded].filter(target => /^(?:zod|@xterm|@codemirror|mermaid|pdfjs|temml|jsonc-parser)/.test(target))).toEqual([])
  })

  it('has no import cycle, not even of types', () => {
    expect(circles(edges)).toEqual([])
  })

  it('has no import cycle between folders of a room', () => {
    const between = edges
      .map(([from, to]) => [folderOf(from), folderOf(to), to] as const)
      // Settings name a shortcut like its action elsewhere.
      .filter(([from, to, file]) => from !== undefined && to !== undefined && from !== to && !file.endsWith('/words.ts'))
    expect(between.length).toBeGreaterThan(100)
    expect(circles(between.map(([from, to]) => [from!, to!]))).toEqual([])
  })

  it('names only existing paths in the map', () => {
    const text = readFileSync(join(root, 'src/README.md'), 'utf8')
    const paths = [...text.matchAll(/`\/?([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
      .map(([, path]) => path!)
      .filter(path => path.endsWith('/') || /\.(?:ts|vue|css|md|json)$/.test(path))
      .filter(path => path !== 'settings.json')
    const all = globSync(['*', '{src,resources,scripts,test}/**/*'], { cwd: root }).map(path => `/${path.replaceAll('\\', '/')}`)
    const missing = paths.filter(path => !all.some(known => known.endsWith(`/${path.replace(/\/$/, '')}`)))
    expect(paths.length).toBeGreaterThan(65)
    expect(missing).toEqual([])
  })

  it('keeps the lines of documents to 140 characters', () => {
    const documents = globSync(['*.md', 'docs/*.md', 'src/*.md', 'test/*.md'], { cwd: root })
    const long = documents.flatMap(file => readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => line.length > 140 ? [`${file}:${index + 1}`] : []))
    expect(documents.length).toBeGreaterThan(5)
    expect(long).toEqual([])
  })

  it('keeps new lines to 120 columns', () => {
    const sources = globSync('{src,test,scripts}/**/*.{ts,mts,mjs,vue}', { cwd: root, exclude: ['test/fixtures/**'] })
    const long = sources.flatMap(file => readFileSync(join(root, file), 'utf8').split('\n').filter(line => line.length > 120))
    expect(sources.length).toBeGreaterThan(files.length)
    // Older lines are longer. Lower the number when you wrap some.
    expect(long.length, 'to find new ones: git diff -U0 origin/main | grep -E "^\\+.{121}"').toBeLessThanOrEqual(2850)
  })

  it('lets agent text become HTML in one component only', () => {
    const users = files.filter(file => /\bv-html\b|innerHTML\s*=/.test(readFileSync(join(root, file), 'utf8')))
    expect(users.every(file => file.startsWith('src/renderer/markdown/'))).toBe(true)
    expect(users.length).toBeLessThanOrEqual(1)
  })

  it('swallows no error silently', () => {
    const silent = files.filter(file => /catch\s*(?:\([^)]*\)\s*)?\{\s*\}/.test(readFileSync(join(root, file), 'utf8')))
    expect(silent).toEqual([])
  })
})

function importersOf(target: string): string[] {
  return [...new Set(imports.filter(found => found.target === target && !found.isTypeOnly).map(({ file }) => file))]
}

/** A braced import counts as one of types when every name in it says `type`. */
function hasValueImport(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/import\s+\{([^}]*)\}\s+from\s+'@agentclientprotocol\/sdk'/g)].some(([, names]) =>
    names!
      .split(',')
      .map(name => name.trim())
      .some(name => name !== '' && !name.startsWith('type ')),
  )
}

/** The folder of a room, or of the window's components, that contains the file. */
function folderOf(path: string): string | undefined {
  return /^src\/(?:shared|main\/[^/]+|renderer(?:\/components)?)\/[^/]+(?=\/)/.exec(path)?.[0]
}

function circles(edges: readonly (readonly [string, string])[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of edges)
    targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const found: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (place: string, path: readonly string[]): void => {
    if (state.get(place) === 'done')
      return
    if (state.get(place) === 'open') {
      found.push([...path.slice(path.indexOf(place)), place].map(step => relative('src', step)).join(' > '))
      return
    }
    state.set(place, 'open')
    for (const next of targets.get(place) ?? [])
      visit(next, [...path, place])
    state.set(place, 'done')
  }
  for (const place of targets.keys())
    visit(place, [])
  return found
}
