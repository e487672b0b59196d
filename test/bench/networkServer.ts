// Serves the program of `test/agents/programs` named by its argument, and prints its port.
import { join } from 'node:path'
import { openAgentServer } from '../support/agentServer'

const args = [join(import.meta.dirname, '../agents/programs', `${process.argv[2]}.ts`)]
const { port } = await openAgentServer({ command: process.execPath, args, env: { NODE_NO_WARNINGS: '1' } })
console.log(port)
