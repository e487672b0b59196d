/** Variables by which a command runs something else than it says: loaders, interpreters, shells, where settings lie, git's and npm's hooks into programs, the path. */
const risky = /^(?:LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|ELECTRON_\w+|BASH_ENV|BASH_FUNC_.*|ENV|SHELLOPTS|PROMPT_COMMAND|ZDOTDIR|HOME|XDG_CONFIG_\w+|GIT_SSH\w*|GIT_CONFIG\w*|GIT_EXEC_PATH|GIT_EXTERNAL_DIFF|GIT_DIR|GIT_EDITOR|GIT_ASKPASS|GIT_TEMPLATE_DIR|npm_config_.*|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5\w+|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|PATH|IFS|PS4|EDITOR|VISUAL)$/i
/** Programs that show long output: only those that do nothing are harmless. */
const pager = /^\w*PAGER$/

/** Whether a variable of this name and value can change what a command runs. */
export function isRiskyVariable({ name, value }: { readonly name: string, readonly value: string }): boolean {
  return risky.test(name) || (pager.test(name) && value !== '' && value !== 'cat')
}
