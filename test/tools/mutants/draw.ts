import type { Mutation } from './mutations'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../fuzz/random'
import { listMutations } from './mutations'

/** A mutation of a product file. */
export interface Mutant extends Mutation {
  readonly layer: string
  readonly file: string
  readonly line: number
  /** The original line, for comparison. */
  readonly code: string
}

/** One mutant is drawn from each layer, in this order, before a second one from any. */
const layers: Readonly<Record<string, readonly string[]>> = {
  shared: ['src/shared'],
  threads: ['src/main/threads'],
  agents: ['src/main/agents'],
  workspace: ['src/main/workspace'],
  rules: ['src/main/rules'],
  terminal: ['src/main/terminal'],
  store: ['src/main/store'],
  host: ['src/main/host', 'src/main/shell'],
  renderer: ['src/renderer'],
  shells: ['src/preload', 'src/main/electron', 'src/main/web'],
  ground: ['src/main/install', 'src/main/sandbox', 'src/main/system'],
}

/** Draws random mutants. The same seed gives the same ones for the same sources. */
export function drawMutants({ root, seed, count, only }: { root: string, seed: number, count: number, only?: string }): Mutant[] {
  const random = new Random(seed)
  const names = Object.keys(layers).filter(name => only === undefined || name === only)
  return Array.from({ length: count }, (_, index) => {
    const layer = names[index % names.length]!
    return random.one(listMutants({ root, layer }))
  })
}

function listMutants({ root, layer }: { root: string, layer: string }): Mutant[] {
  const files = layers[layer]!.flatMap(folder => globSync(`${folder}/**/*.{ts,vue}`, { cwd: root }))
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !/\.d\.ts$|[wW]ords\.ts$/.test(file))
    .sort()
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return listMutations(text, { isComponent: file.endsWith('.vue') }).map((mutation) => {
      const before = text.slice(0, mutation.start).split('\n')
      return { ...mutation, layer, file, line: before.length, code: text.split('\n')[before.length - 1]!.trim() }
    })
  })
}
