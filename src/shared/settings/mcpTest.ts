/** What came of testing an MCP server. */
export type McpTestResult
  = | {
    readonly isRight: true
    /** What the server calls itself. */
    readonly name: string
    readonly version?: string | undefined
    readonly tools: readonly { readonly name: string, readonly description?: string | undefined }[]
    /** It has more tools than are listed. */
    readonly isCut: boolean
  }
  | {
    readonly isRight: false
    readonly why: string
    /** The end of what it wrote there. */
    readonly stderr?: string | undefined
  }
