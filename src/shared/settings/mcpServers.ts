import { z } from 'zod'

/** An environment variable or header in the form: plain, or a secret whose value is present only if newly entered. */
export const secretFieldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), name: z.string().min(1), value: z.string() }),
  z.object({ kind: z.literal('secret'), name: z.string().min(1), value: z.string().optional() }),
])

export type SecretField = z.infer<typeof secretFieldSchema>
/** A stored field in the form. The values of secrets never leave the host. */
export type ShownField = SecretField & { readonly isStored?: boolean }

/** An MCP server in the form. */
export const mcpServerFormSchema = z.object({
  name: z.string().trim().min(1).max(100),
  type: z.enum(['stdio', 'http', 'sse']),
  command: z.string(),
  args: z.array(z.string()),
  url: z.string(),
  fields: z.array(secretFieldSchema),
  /** Empty: every agent. */
  agents: z.array(z.string()),
  /** Empty: every folder. */
  folders: z.array(z.string()),
})
export type McpServerForm = z.infer<typeof mcpServerFormSchema>

/** An MCP server in the list. */
export interface McpServerView extends Omit<McpServerForm, 'fields'> {
  readonly fields: readonly ShownField[]
}

/** All servers, and how secrets are stored on this machine. */
export interface McpServerList {
  readonly servers: readonly McpServerView[]
  readonly secretsIn: 'keychain' | 'file'
  readonly secretsPath: string
}

/** The result of testing an MCP server. */
export type McpTestResult
  = | {
    readonly isRight: true
    /** The name that the server reports. */
    readonly name: string
    readonly version?: string | undefined
    readonly tools: readonly { readonly name: string, readonly description?: string | undefined }[]
    /** More tools exist than are listed. */
    readonly isCut: boolean
  }
  | {
    readonly isRight: false
    readonly why: string
    /** The tail of the server's stderr. */
    readonly stderr?: string | undefined
  }
