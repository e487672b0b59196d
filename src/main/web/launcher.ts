import { processStart, readProcessAndParent } from '../shell/processStart'

/** A process that started this one. When it exits, this process exits too. */
interface Launcher {
  readonly pid: number
  readonly start: string
}

const pollMs = 1_000
const maxGenerations = 8

/**
 * Calls `onGone` once the process that started this one has exited. Under `npm start` there are shells and scripts in
 * between, which survive if only npm is killed, so every process up to npm is watched. The end of stdin proves nothing,
 * because many launchers provide none.
 */
async function watchLauncher({ onGone, everyMs = pollMs, env = process.env }: {
  onGone: () => void
  everyMs?: number
  env?: Readonly<Record<string, string | undefined>>
}): Promise<() => void> {
  const launchers = await findLaunchers(env.npm_lifecycle_event !== undefined)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async (): Promise<void> => {
    const isGone = process.ppid !== launchers[0]?.pid || !(await Promise.all(launchers.map(isRunning))).every(Boolean)
    if (isStopped)
      return
    if (isGone)
      return onGone()
    wait()
  }
  const wait = (): void => {
    timer = setTimeout(() => look().catch(wait), everyMs)
    timer.unref()
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** The parent and, if npm is above it, every process up to npm. */
async function findLaunchers(isUnderNpm: boolean): Promise<Launcher[]> {
  const parent = { pid: process.ppid, start: await processStart(process.ppid) ?? '' }
  // On systems other than Linux, only `ps` reports a process's parent, so only the direct parent is watched.
  if (!isUnderNpm || process.platform !== 'linux')
    return [parent]
  const chain = [parent]
  for (let generation = 1; generation < maxGenerations; generation++) {
    const last = chain.at(-1)
    const found = last && readProcessAndParent(last.pid)
    if (found === undefined)
      break
    if (found.name.startsWith('npm'))
      return chain
    chain.push({ pid: found.parentPid, start: await processStart(found.parentPid) ?? '' })
  }
  return [parent]
}

async function isRunning({ pid, start }: Launcher): Promise<boolean> {
  return await processStart(pid) === start
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves when Parley has to exit: because of a signal, the exit of its launcher, or a bug that left it in an unknown
 * state. Until then none of these ends the process, so that no agent is orphaned.
 */
export function waitForStop({ onBug }: { onBug: (error: unknown) => void }): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals)
      process.on(signal, () => resolve())
    process.on('uncaughtException', (error) => {
      onBug(error)
      resolve()
    })
    // The reader of the printed line may close the pipe at any time; a missing launcher is detected separately.
    process.stdout.on('error', () => undefined)
    process.stderr.on('error', () => undefined)
    watchLauncher({ onGone: () => resolve() }).catch(onBug)
  })
}
