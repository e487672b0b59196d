// Sessions on disk (SCRIPTED_STATE) for agents that can resume them. Each line of a file is a prompt.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WireError } from './wire.ts'

const folder = process.env.SCRIPTED_STATE ?? tmpdir()

export function newSessionId(kind: string): string {
  return `${kind}-${process.pid}-${Date.now()}`
}

export function remember(sessionId: unknown, prompt: string): void {
  appendFileSync(pathOf(sessionId), `${prompt}\n`)
}

/** The prompts of a session; throws for an unknown one, like real agents. */
export function recall(sessionId: unknown): string[] {
  if (!existsSync(pathOf(sessionId)))
    throw new WireError(-32002, `Resource not found: ${String(sessionId)}`)
  return readFileSync(pathOf(sessionId), 'utf8').split('\n').filter(line => line !== '')
}

function pathOf(sessionId: unknown): string {
  return join(folder, `${String(sessionId)}.prompts`)
}
