import type { TestThread } from '../../support/testThread'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testHost, type TestHost } from '../../support/testHost'

/** The result of an attack: the agent's report, the questions asked meanwhile, and the state outside. */
export interface Attacked<R> {
  readonly host: TestHost
  readonly thread: TestThread
  readonly report: R
  readonly root: string
  readonly outside: string
  /** Paths that the person was asked about. */
  readonly asked: readonly string[]
  /** The names of all files outside, and the content of the file there. */
  readonly left: { readonly names: readonly string[], readonly secret: string }
}

export const untouched = { names: ['kept', 'sub'], secret: 'secret' }

/** Runs an agent of `test/agents/hostile` in a real host; answers every question with `answer`. */
export async function attacked<R>(
  name: string,
  answer: 'deny' | 'allow_once' = 'deny',
  { env, prepare }: { env?: Record<string, string>, prepare?: (host: TestHost, thread: TestThread) => Promise<unknown> } = {},
): Promise<Attacked<R>> {
  const top = temporaryFolder('parley-attack-')
  const [root, outside, data, report] = [join(top, 'root'), join(top, 'outside'), join(top, 'data'), join(top, 'report.json')]
  for (const folder of [root, outside, data, join(outside, 'sub')])
    await mkdir(folder)
  await writeFile(join(outside, 'kept'), 'secret')
  const host = await testHost({
    agents: { Hostile: hostile(name, { OUTSIDE: outside, REPORT: report, ...env }) },
    dataFolder: data,
    workspace: root,
  })
  const thread = await host.startThread('Hostile')
  await prepare?.(host, thread)
  await thread.send('go')
  const asked = new Map<string, string>()
  for (const startedAt = Date.now(); thread.turnEnds.length === 0;) {
    if (Date.now() - startedAt > 150_000)
      throw new Error(`the attack did not end:\n${thread.text}`)
    for (const { request } of openPermissions(thread.transcript)) {
      if (asked.has(request.requestId))
        continue
      asked.set(request.requestId, request.subject && 'path' in request.subject ? request.subject.path : JSON.stringify(request.subject))
      await thread.answer(answer, request.requestId)
    }
    await new Promise(done => setTimeout(done, 5))
  }
  if (!existsSync(report))
    throw new Error(`the agent reported nothing:\n${thread.text}`)
  return {
    host,
    thread,
    report: JSON.parse(readFileSync(report, 'utf8')) as R,
    root,
    outside,
    asked: [...asked.values()],
    left: { names: readdirSync(outside, { recursive: true }).map(String).sort(), secret: readFileSync(join(outside, 'kept'), 'utf8') },
  }
}
