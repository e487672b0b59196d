import type { EnvVariable } from '@agentclientprotocol/sdk'

/** Variables by which a command runs something else than it says: loaders, interpreters, shells, where settings lie, git's and npm's hooks into programs, the path. */
const risky = /^(?:LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|ELECTRON_\w+|BASH_ENV|BASH_FUNC_.*|ENV|SHELLOPTS|PROMPT_COMMAND|ZDOTDIR|HOME|XDG_CONFIG_\w+|GIT_SSH\w*|GIT_CONFIG\w*|GIT_EXEC_PATH|GIT_EXTERNAL_DIFF|GIT_DIR|GIT_EDITOR|GIT_ASKPASS|GIT_TEMPLATE_DIR|npm_config_.*|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5\w+|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|PATH|IFS|PS4|EDITOR|VISUAL)$/i
/** Programs that show long output: only those that do nothing are harmless. */
const pager = /^\w*PAGER$/

type Environment = Readonly<Record<string, string | undefined>>

/** True where the agent sets a variable that changes what runs, to something else than the person has. */
export function changesWhatRuns(env: readonly EnvVariable[], environment: Environment): boolean {
  return changedByAgent(env, environment).some(({ name, value }) => risky.test(name) || (pager.test(name) && value !== '' && value !== 'cat'))
}

/** The variables that the agent adds or changes: what the dialog shows. */
export function changedByAgent(env: readonly EnvVariable[], environment: Environment): { name: string, value: string }[] {
  return env.filter(({ name, value }) => environment[name] !== value).map(({ name, value }) => ({ name, value }))
}
