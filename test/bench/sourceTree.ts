import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const filesInFolder = 8
const root = join(import.meta.dirname, '../..')

/** A repository without uncommitted changes. */
export interface SourceTree {
  readonly folder: string
  /** Folder for stored data. */
  readonly beside: string
  readonly files: readonly string[]
  readonly folderCount: number
}

/** Creates a tree of that many files, which is deleted afterwards. */
export async function withSourceTree<T>(count: number, use: (tree: SourceTree) => Promise<T>): Promise<T> {
  const [folder, beside] = [temporaryFolder(), temporaryFolder()]
  try {
    const files = Array.from({ length: count }, (_, file) => join(folder, placeOf(file)))
    const sources = globSync('src/**/*.ts', { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'))
    new Set(files.map(file => dirname(file))).forEach(path => mkdirSync(path, { recursive: true }))
    files.forEach((file, index) => writeFileSync(file, textOf(index, sources)))
    const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory())
    const tree = { folder, beside, files, folderCount: folders.length + 1 }
    git(tree, 'init', '-q')
    git(tree, 'add', '-A')
    git(tree, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-qm', 'all')
    return await use(tree)
  }
  finally {
    await Promise.all([folder, beside].map(path => rm(path, { recursive: true, force: true, maxRetries: 5 })))
  }
}

/** Runs git without its background maintenance. */
export function git({ folder }: SourceTree, ...args: string[]): void {
  execFileSync('git', ['-c', 'gc.auto=0', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 2 ** 26 })
}

/** Disk usage of all files in a folder, in whole blocks. */
export function bytesIn(folder: string): { bytes: number, onDisk: number } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => statSync(join(folder, name)))
    .filter(stats => stats.isFile())
  return {
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    onDisk: files.reduce((sum, { blocks }) => sum + blocks * 512, 0),
  }
}

export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'parley-bench-')))
}

/** Spreads the files over nested folders, like sources. */
function placeOf(file: number): string {
  const folder = Math.floor(file / filesInFolder)
  return `area${folder % 7}/room${Math.floor(folder / 7) % 97}/part${folder}/file${file}.ts`
}

/** Variations of Parley's own sources, so that they compress like sources. */
function textOf(file: number, sources: readonly string[]): string {
  return `// ${file}\n${sources[file % sources.length]!.replaceAll(/^export /gm, `export ${file} `)}`
}
