import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { createChildEnvironment } from '../../system/environment/inheritedEnvironment'
import { killTree } from '../../system/process/killTree'
import { ownerVariable } from '../../system/process/processTree'

/** A run of npm or uv. */
interface ToolRun {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
}

const maxLines = 200
// A background process of a script can keep the pipes open forever.
const drainMs = 250

/**
 * Runs a tool and returns its exit code and last lines. When aborted, kills the tool and its descendants before
 * rejecting.
 */
export async function runTool({
  command,
  args,
  folder,
  environment,
  signal,
  onLine,
}: ToolRun): Promise<{ exitCode: number | null, output: string }> {
  signal.throwIfAborted()
  const owner = randomUUID()
  const lines: string[] = []
  const child = spawn(command, [...args], {
    cwd: folder,
    env: { ...environment, [ownerVariable]: owner },
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (raw) => {
      const line = stripVTControlCharacters(raw).trim().slice(0, 500)
      if (line === '')
        return
      lines.push(line)
      if (lines.length > maxLines)
        lines.shift()
      onLine(line)
    })
  }
  const closed = once(child, 'close').catch(() => undefined) // `exit` below reports errors
  let killing: Promise<void> | undefined
  const kill = (): void => {
    killing = killTree({ pid: child.pid, graceMs: 500, owner })
    killing.catch(() => undefined) // awaited at the end
  }
  signal.addEventListener('abort', kill)
  try {
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    await Promise.race([closed, delay(drainMs)])
    return { exitCode, output: lines.join('\n') }
  }
  finally {
    signal.removeEventListener('abort', kill)
    await killing
    // Kill background processes of package scripts.
    await killTree({ graceMs: 0, owner })
    signal.throwIfAborted()
  }
}

/** Variables that an outer `npm run` sets for its scripts. */
const outerNpm = /^(?:INIT_CWD$|npm_(?!config_)|npm_config_(?:local_prefix|prefix|global|user_agent|noproxy)$)/i

/** The environment for a tool: the person's without variables of an outer `npm run`, and `firstOnPath` prepended. */
export function createToolEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  firstOnPath?: string,
): NodeJS.ProcessEnv {
  const kept = createChildEnvironment(environment, outerNpm)
  if (firstOnPath === undefined)
    return kept
  // Windows often spells it "Path".
  const pathName = Object.keys(kept)
    .find(name => process.platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH') ?? 'PATH'
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...kept, [pathName]: [firstOnPath, ...kept[pathName] === undefined ? [] : [kept[pathName]]].join(separator) }
}
