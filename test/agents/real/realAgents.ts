import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A real agent from npm, and how it is pointed at a model on loopback. */
export interface RealAgent {
  readonly name: string
  readonly package: string
  /** Below its own `node_modules`. Run by Node unless it says otherwise. */
  readonly program: string
  readonly isBinary?: true
  readonly args: readonly string[]
  readonly env: (place: { url: string, home: string }) => Record<string, string>
  /** Who asks before a command runs, in order. */
  readonly asksForCommand: readonly ('agent' | 'parley')[]
  /** What a command's output is shown in: a terminal that grows, one filled at the end, or only the tool call's text. */
  readonly terminal: 'live' | 'late' | 'none'
}

export const realAgents: readonly RealAgent[] = [
  {
    name: 'Claude',
    package: '@agentclientprotocol/claude-agent-acp@0.100.0',
    program: '@agentclientprotocol/claude-agent-acp/dist/index.js',
    args: [],
    env: ({ url, home }) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'test-key', CLAUDE_CONFIG_DIR: join(home, '.claude'), CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1', ENABLE_TOOL_SEARCH: 'false', ...process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {} }), // it refuses to run as root elsewhere
    asksForCommand: ['agent'],
    terminal: 'late',
  },
  {
    name: 'Kimi',
    package: '@moonshot-ai/kimi-code@2.1.0',
    program: '@moonshot-ai/kimi-code/dist/main.mjs',
    args: ['acp'],
    env: ({ url, home }) => ({ KIMI_CODE_HOME: join(home, '.kimi-code'), KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_MODEL_NAME: 'test-model', KIMI_MODEL_API_KEY: 'test-key', KIMI_MODEL_PROVIDER_TYPE: 'openai', KIMI_MODEL_BASE_URL: `${url}/v1` }),
    asksForCommand: ['agent', 'parley'], // its own question does not say which command
    terminal: 'live',
  },
  {
    name: 'OpenCode',
    package: 'opencode-ai@1.18.33',
    program: 'opencode-ai/bin/opencode.exe',
    isBinary: true,
    args: ['acp'],
    env: ({ url }) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'test/test-model',
        small_model: 'test/test-model',
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'ask', bash: 'ask', external_directory: 'ask' },
        enabled_providers: ['test'],
        provider: { test: { npm: '@ai-sdk/openai-compatible', name: 'Test', options: { baseURL: `${url}/v1`, apiKey: 'test-key' }, models: { 'test-model': { name: 'Test Model', tool_call: true, limit: { context: 200_000, output: 8192 } } } } },
      }),
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_SHARE: '1',
    }),
    asksForCommand: ['agent'],
    terminal: 'none',
  },
]

const cache = resolve(import.meta.dirname, '../../../node_modules/.cache/real-agents')

/** Installs an agent once, in a folder of its own. Throws in npm's own words when the registry cannot give it. */
export async function installAgent(agent: RealAgent): Promise<string> {
  const folder = join(cache, agent.package.replace(/[^\w.-]/g, '_'))
  const done = join(folder, 'installed')
  if (!existsSync(done)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', agent.package], { cwd: folder, timeout: 600_000, env: withoutNpm() })
    await writeFile(done, '')
  }
  return join(folder, 'node_modules', agent.program)
}

/** The entry of `settings.json` that runs it. */
export function settingsOf(agent: RealAgent, { program, url, home }: { program: string, url: string, home: string }): { command: string, args: string[], env: Record<string, string> } {
  const env = { ...agent.env({ url, home }), HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache') }
  return agent.isBinary
    ? { command: program, args: [...agent.args], env }
    : { command: resolve(import.meta.dirname, '../../../node_modules/.bin/node'), args: [program, ...agent.args], env: { ...env, NODE_NO_WARNINGS: '1' } }
}

/** The environment without what an outer `npm run` put there: it would steer the inner one. */
function withoutNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || /registry|cache$/i.test(name)))
}
