import { join } from 'node:path'
import { inject } from 'vitest'

/** Returns the path of the built Demo agent. */
export function demoProgram(): string {
  return join(inject('builtHost'), 'main/demoAgent.js')
}
