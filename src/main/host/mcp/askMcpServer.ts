import type { McpTestResult } from '../../../shared/settings/mcpTest'
import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'
import { McpFault, type McpWire } from './mcpWire'

/** More tools than a person reads; the total is then not known. */
const maxTools = 200
const maxPages = 20

const initialized = z.looseObject({
  serverInfo: z.looseObject({ name: z.string(), version: z.string().optional() }),
  capabilities: z.looseObject({ tools: z.unknown().optional() }).optional(),
})
const toolPage = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), description: z.string().optional() })),
  nextCursor: z.string().optional(),
})

/** Asks a server who it is and which tools it has, as an agent would. Throws an `McpFault`. */
export async function askMcpServer(wire: McpWire, version: string): Promise<McpTestResult & { isRight: true }> {
  const { serverInfo, capabilities } = checked(initialized, await wire.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'Parley', version },
  }))
  await wire.notify('notifications/initialized')
  const tools: { name: string, description?: string }[] = []
  let cursor: string | undefined
  if (capabilities?.tools !== undefined) {
    for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
      const { tools: more, nextCursor } = checked(toolPage, await wire.request('tools/list', cursor === undefined ? {} : { cursor }))
      tools.push(...more.map(({ name, description }) => ({ name: name.slice(0, 200), description: description?.slice(0, 500) })))
      cursor = nextCursor
      if (cursor === undefined)
        break
    }
  }
  return {
    isRight: true,
    name: serverInfo.name.slice(0, 200),
    version: serverInfo.version?.slice(0, 100),
    tools: tools.slice(0, maxTools),
    isCut: cursor !== undefined || tools.length > maxTools,
  }
}

function checked<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const { success, data } = safeParse(schema, answer)
  if (!success)
    throw new McpFault('The server answered, but not as MCP says.')
  return data
}
