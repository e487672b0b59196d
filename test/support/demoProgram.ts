import { join } from 'node:path'
import { inject } from 'vitest'

/** The Demo agent as the app's build makes it. */
export function demoProgram(): string {
  return join(inject('builtHost'), 'main/demoAgent.js')
}
