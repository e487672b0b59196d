import type { FuzzTarget } from './target'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mutate } from './mutate'
import { Random } from './random'

/** An input that violates an invariant. */
export interface Failure {
  readonly target: string
  /** The corpus file, or the number of the iteration. */
  readonly at: string | number
  readonly input: Buffer
  readonly error: unknown
}

/** More CPU time for one input is a failure, too, because no input is large. */
const mostCpuMs = 10_000

/** Runs all unmodified inputs of the corpus. */
export async function runCorpus(target: FuzzTarget): Promise<Failure | undefined> {
  for (const { file, input } of readCorpus(target)) {
    const error = await findError(target, input)
    if (error !== undefined)
      return { target: target.name, at: file, input, error }
  }
  return undefined
}

/** Runs mutations of the corpus, for a time or a number of inputs. The same seed gives the same inputs. */
export async function fuzz(
  target: FuzzTarget,
  { seed, milliseconds = Infinity, iterations = Infinity }: { seed: number, milliseconds?: number, iterations?: number },
): Promise<{ iterations: number, failure?: Failure }> {
  const corpus = readCorpus(target).map(({ input }) => input)
  const end = performance.now() + milliseconds
  let iteration = 0
  for (; iteration < iterations && performance.now() < end; iteration++) {
    const input = mutate(corpus, target.shape, new Random(Math.imul(seed, 0x9E3779B1) + iteration))
    const error = await findError(target, input)
    if (error !== undefined)
      return { iterations: iteration + 1, failure: { target: target.name, at: iteration, input, error } }
  }
  return { iterations: iteration }
}

/** Explains how to reproduce the failure. */
export function describeFailure({ target, at, error }: Failure, seed: number): string {
  const place = typeof at === 'number' ? `iteration ${at}` : at
  return `target ${target}, seed ${seed}, ${place}: ${error instanceof Error ? error.stack : String(error)}`
}

async function findError(target: FuzzTarget, input: Buffer): Promise<unknown> {
  const before = process.cpuUsage()
  try {
    await target.run(input)
  }
  catch (error) {
    return error ?? new Error('It threw nothing at all')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 > mostCpuMs ? new Error(`It took ${Math.round((user + system) / 1000)} ms of processor time`) : undefined
}

function readCorpus({ corpus }: FuzzTarget): { file: string, input: Buffer }[] {
  return corpus.flatMap((pattern) => {
    const folder = join(import.meta.dirname, '../..')
    return globSync(pattern, { cwd: folder })
      .sort()
      .filter(file => statSync(join(folder, file)).isFile())
      .map(file => ({ file, input: readFileSync(join(folder, file)) }))
  })
}
