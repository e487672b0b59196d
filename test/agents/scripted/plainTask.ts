import type { JsonObject } from './wire.ts'
// Executes the lines of a prompt (`run ls`, `write a.txt`), and asks for each like the agent in DIALECT.
import { writeFileSync } from 'node:fs'
import { initialized, runShell, textOf, Wire } from './wire.ts'

const allow = [
  ['always', 'Always', 'allow_always'],
  ['once', 'Once', 'allow_once'],
  ['reject', 'Reject', 'reject_once'],
] as const
const text = 'hello\n'
const patch = (path: string): string => `--- ${path}\n+++ ${path}\n@@ -0,0 +1,1 @@\n+hello\n`
/** Copilot's, which also differs from the call before the question. */
function gitPatch(path: string): string {
  const header = `\ndiff --git a${path} b${path}\ncreate file mode 100644\nindex 0000000..0000000\n`
  return `${header}--- a/dev/null\n+++ b${path}\n@@ -1,0 +1,1 @@\n+hello\n`
}

interface Dialect {
  /** What its question shows of a command and of a written file. */
  readonly command: (line: string) => JsonObject
  readonly file: (path: string) => JsonObject
  /** What the call shows before the question, if that differs. */
  readonly told?: (path: string) => JsonObject
  /** It has Parley run the command, with its own variables. */
  readonly variables?: (sessionId: unknown) => Readonly<Record<string, string>>
  readonly writes: 'itself' | 'through Parley'
}

const diff = (path: string): JsonObject => ({ type: 'diff', path, oldText: null, newText: text })
const dialects: Readonly<Record<string, Dialect>> = {
  claude: {
    command: command => ({ title: `\`${command}\``, kind: 'execute', rawInput: { command, description: 'As asked' } }),
    file: path => ({ title: `Write ${path}`, kind: 'edit', rawInput: { file_path: path, content: text }, content: [diff(path)] }),
    writes: 'itself',
  },
  codex: {
    command: command => ({ title: command, kind: 'execute', rawInput: { command: ['/bin/sh', '-c', command] } }),
    file: path => ({ title: 'Edit', kind: 'edit', content: [diff(path)], locations: [{ path }] }),
    writes: 'itself',
  },
  opencode: {
    command: command => ({ title: 'bash', kind: 'execute', rawInput: { command, description: 'As asked' } }),
    file: path => ({
      title: 'edit',
      kind: 'edit',
      rawInput: { filepath: path, diff: patch(path) },
      content: [{ ...diff(path), oldText: '' }],
      locations: [{ path }],
    }),
    writes: 'through Parley',
  },
  copilot: {
    command: command => ({ title: 'As asked', kind: 'execute', rawInput: { command, commands: [command] } }),
    file: path => ({
      title: 'Create file',
      kind: 'edit',
      rawInput: { fileName: path, diff: gitPatch(path) },
      locations: [{ path }],
    }),
    told: path => ({
      title: `Creating ${path}`,
      kind: 'edit',
      rawInput: { path, file_text: text },
      locations: [{ path }],
      content: [{ ...diff(path), oldText: '' }],
    }),
    writes: 'itself',
  },
  cline: {
    command: command => ({ title: `run_commands: ${command}`, kind: 'execute', rawInput: { commands: [command] } }),
    file: path => ({
      title: 'apply_patch: {"input":"*** Begin Patch...',
      kind: 'other',
      rawInput: { input: `*** Begin Patch\n*** Add File: ${path}\n+hello\n*** End Patch\n` },
    }),
    writes: 'itself',
  },
  grok: {
    command: command => ({
      title: `Execute \`${command}\``,
      kind: 'execute',
      rawInput: { variant: 'Bash', command, description: 'As asked', is_background: false },
    }),
    file: path => ({ title: `Write \`${path}\``, kind: 'edit', rawInput: { variant: 'Write', file_path: path, content: text } }),
    variables: sessionId => ({
      GRADLE_OPTS: '-Dorg.gradle.console=rich',
      TERM: 'xterm-256color',
      CI: 'true',
      NPM_CONFIG_PROGRESS: 'true',
      GROK_SESSION_ID: String(sessionId),
      PIP_PROGRESS_BAR: 'on',
      MAVEN_OPTS: '-Dstyle.color=always',
      CLICOLOR: '1',
      CARGO_TERM_PROGRESS_WIDTH: '80',
      CLICOLOR_FORCE: '1',
      CARGO_TERM_PROGRESS_WHEN: 'always',
      FORCE_COLOR: '1',
      COLORTERM: 'truecolor',
      ...process.env.MORE_VARIABLES === undefined ? {} : JSON.parse(process.env.MORE_VARIABLES) as Record<string, string>,
    }),
    writes: 'through Parley',
  },
}
const dialect = dialects[process.env.DIALECT ?? 'claude']!

let folder = '/'
let calls = 0
let sessions = 0

new Wire((wire) => {
  async function act(sessionId: unknown, verb: string, what: string): Promise<void> {
    const path = `${folder}/${what}`
    const shown = verb === 'run' ? dialect.command(what) : dialect.file(path)
    const toolCallId = `call_${++calls}`
    const told = verb === 'run' ? shown : dialect.told?.(path) ?? shown
    wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...told })
    const chosen = await wire.askPermission(sessionId, { toolCallId, ...shown }, allow)
    if (chosen !== 'reject' && chosen !== undefined)
      await (verb === 'run' ? run(sessionId, what) : write(sessionId, path))
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: chosen === 'reject' ? 'failed' : 'completed' })
  }

  async function run(sessionId: unknown, line: string): Promise<void> {
    if (!dialect.variables)
      return void await runShell(line, folder, () => {})
    const env = Object.entries(dialect.variables(sessionId)).map(([name, value]) => ({ name, value }))
    const command = `/bin/bash -c '${line}'` // its `-l` costs a second
    const { terminalId } = await wire.request('terminal/create', { sessionId, command, env, cwd: folder })
    await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
    await wire.request('terminal/release', { sessionId, terminalId })
  }

  async function write(sessionId: unknown, path: string): Promise<void> {
    if (dialect.writes === 'itself')
      return writeFileSync(path, text)
    await wire.request('fs/read_text_file', { sessionId, path }).catch(() => undefined) // it may be new
    await wire.request('fs/write_text_file', { sessionId, path, content: text })
  }

  return {
    'initialize': initialized('plain-task'),
    'session/new': ({ cwd }) => {
      folder = String(cwd)
      return { sessionId: `task-${process.pid}-${++sessions}` }
    },
    'session/prompt': async (params) => {
      for (const [, verb, what] of textOf(params).matchAll(/^(run|write) (.+)$/gm))
        await act(params.sessionId, verb!, what!)
      return { stopReason: 'end_turn' }
    },
  }
})
