import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where an agent runs in a test. */
export interface AgentPlace {
  /** The scripted model's address. */
  readonly url: string
  /** The person's home, which is the test's own. */
  readonly home: string
}

/** A real agent of the catalogue, and how a person points it at a model on loopback. */
export interface RealAgent {
  /** In the registry. */
  readonly id: string
  /** In the catalogue. */
  readonly name: string
  readonly env: (place: AgentPlace) => Record<string, string>
  /** Configuration of its own, by path in the home. */
  readonly files?: (place: AgentPlace) => Record<string, string>
  /** The mode in which it asks, where it does not start in one. */
  readonly defaultMode?: string
  /** Who asks before a command runs, in order. */
  readonly asksForCommand: readonly ('agent' | 'parley')[]
  /**
   * Where a command's output is seen: in a terminal that grows, in one filled at the end, in the tool call's text, or nowhere, as the agent
   * does not tell it.
   */
  readonly output: 'live terminal' | 'late terminal' | 'text' | 'untold'
  /** An option of the composer to change, and the change's effect: it edits without asking, or it asks that model from now on. */
  readonly change: { readonly option: string, readonly value: string, readonly effect: 'edits unasked' | 'asks that model' }
  /** It can ask the person something, and shows its plan; only some can, outside of modes of their own. */
  readonly asksQuestions?: true
  readonly showsPlan?: true
  /** A command goes on after its turn was stopped, until the agent ends. */
  readonly leavesCommands?: true
  /** It names a saved session by the minute, and loses one that is loaded again within the same. */
  readonly savesByTheMinute?: true
}

/** Gemini's settings, and those of its relatives. */
const quiet = {
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, disableAutoUpdate: true, disableUpdateNag: true },
}

export const realAgents: readonly RealAgent[] = [
  {
    id: 'claude-acp',
    name: 'Claude Agent',
    env: ({ url, home }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'test-key',
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      ENABLE_TOOL_SEARCH: 'false',
      ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
    }), // it refuses to run as root elsewhere
    asksForCommand: ['agent'],
    output: 'late terminal',
    change: { option: 'Mode', value: 'acceptEdits', effect: 'edits unasked' },
    asksQuestions: true,
  },
  {
    id: 'codex-acp',
    name: 'Codex',
    // It refuses to work where its home lies in the folder for temporary files.
    env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), TMPDIR: join(home, 'temporary'), TEST_API_KEY: 'test-key', NO_BROWSER: '1' }),
    files: ({ url }) => ({
      '.codex/config.toml': [
        'model = "gpt-5.5"',
        'model_provider = "test"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.test]',
        'name = "Test"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "TEST_API_KEY"',
        'requires_openai_auth = false',
        'supports_websockets = false',
        '',
      ].join('\n'),
      'temporary/.keep': '',
    }),
    defaultMode: 'read-only',
    asksForCommand: ['agent'],
    output: 'live terminal',
    change: { option: 'Mode', value: 'workspace-write', effect: 'edits unasked' },
    leavesCommands: true,
  },
  {
    id: 'kimi',
    name: 'Kimi Code',
    env: ({ url, home }) => ({
      KIMI_CODE_HOME: join(home, '.kimi-code'),
      KIMI_DISABLE_TELEMETRY: '1',
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_MODEL_NAME: 'test-model',
      KIMI_MODEL_API_KEY: 'test-key',
      KIMI_MODEL_PROVIDER_TYPE: 'openai',
      KIMI_MODEL_BASE_URL: `${url}/v1`,
    }),
    asksForCommand: ['agent'],
    output: 'live terminal',
    change: { option: 'Mode', value: 'yolo', effect: 'edits unasked' },
    asksQuestions: true,
    showsPlan: true,
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    env: ({ url }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'test/test-model',
        small_model: 'test/test-model',
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'ask', bash: 'ask', external_directory: 'ask' },
        enabled_providers: ['test'],
        provider: {
          test: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Test',
            options: { baseURL: `${url}/v1`, apiKey: 'test-key' },
            models: {
              'test-model': { name: 'Test Model', tool_call: true, limit: { context: 200_000, output: 8192 } },
              'test-model-two': { name: 'Test Model Two', tool_call: true, limit: { context: 200_000, output: 8192 } },
            },
          },
        },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_SHARE: '1',
    }),
    asksForCommand: ['agent'],
    output: 'text',
    change: { option: 'Model', value: 'test/test-model-two', effect: 'asks that model' },
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    env: ({ url }) => ({
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: 'test-key',
      OPENAI_MODEL: 'test-model',
      QWEN_CODE_NO_RELAUNCH: '1',
    }),
    files: () => ({ '.qwen/settings.json': JSON.stringify({ security: { auth: { selectedType: 'openai' } }, ...quiet }) }),
    defaultMode: 'default',
    asksForCommand: ['agent'],
    output: 'text',
    change: { option: 'Mode', value: 'auto-edit', effect: 'edits unasked' },
    asksQuestions: true,
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    env: ({ url }) => ({
      GEMINI_API_KEY: 'test-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        model: { name: 'gemini-2.5-pro' },
        security: { auth: { selectedType: 'gemini-api-key' } },
        ...quiet,
      }),
    }),
    asksForCommand: ['agent'],
    output: 'untold',
    change: { option: 'Mode', value: 'autoEdit', effect: 'edits unasked' },
    savesByTheMinute: true,
  },
]

/** The agents that most people use. */
const usual = new Set(['claude-acp', 'codex-acp', 'kimi'])

/** The agents that the tests drive: the usual ones, or all where that was asked for. */
export const drivenAgents = process.env.PARLEY_TEST_ALL_AGENTS === undefined ? realAgents.filter(({ id }) => usual.has(id)) : realAgents

/** Readies the home for an agent of the catalogue. Answers with the `settings.json` of a person who uses it. */
export function setUp(agent: RealAgent, place: AgentPlace): object {
  for (const [path, text] of Object.entries(agent.files?.(place) ?? {})) {
    mkdirSync(dirname(join(place.home, path)), { recursive: true })
    writeFileSync(join(place.home, path), text)
  }
  return {
    agent_defaults: {
      [`catalogue:${agent.id}`]: { env: agent.env(place), ...(agent.defaultMode !== undefined && { default_mode: agent.defaultMode }) },
    },
  }
}
