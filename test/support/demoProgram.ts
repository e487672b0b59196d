import { join } from 'node:path'
import { inject } from 'vitest'

/** The Demo agent as built for the app. */
export function demoProgram(): string {
  return join(inject('builtHost'), 'main/demoAgent.js')
}
