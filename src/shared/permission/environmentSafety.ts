interface Variable {
  readonly name: string
  readonly value: string
}

/**
 * Variables that can make a command run something other than it appears to: loaders, interpreters, compilers, shells,
 * config locations, hooks of git, npm and others, the search path.
 */
const risky = new RegExp(
  `^(?:${[
    'LD_\\w+|DYLD_\\w+|GCONV_PATH|PATH|PATHEXT|ComSpec|HOME|USERPROFILE|XDG_(?:CONFIG|DATA)_\\w+|IFS|CDPATH|GLOBIGNORE|PS4',
    'ENV|BASH_ENV|BASH_FUNC_.*|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|ZDOTDIR|FPATH',
    'NODE_OPTIONS|NODE_PATH|ELECTRON_\\w+|npm_config_.*|YARN_\\w+|COREPACK_\\w+|BUN_\\w+|DENO_\\w+',
    'PYTHON(?:STARTUP|PATH|HOME|BREAKPOINT|WARNINGS|USERBASE|EXECUTABLE)|PIP_\\w+|UV_\\w+|VIRTUAL_ENV',
    'PERL5\\w+|PERLLIB|RUBYOPT|RUBYLIB|GEM_\\w+|BUNDLE_\\w+|(?:_|JDK_)?JAVA_(?:TOOL_)?OPTIONS|JAVA_HOME|CLASSPATH|MAVEN_\\w+',
    'GRADLE_\\w+|DOTNET_\\w+|CORECLR_\\w+|PHPRC|PHP_INI_SCAN_DIR|LUA_\\w+|R_\\w+',
    'CC|CXX|LD|AR|CFLAGS|CXXFLAGS|LDFLAGS|MAKEFLAGS|MAKEFILES|CMAKE_\\w+|GOFLAGS|GOPROXY|GOROOT|GOPATH|CARGO_\\w+',
    'RUST(?:C|DOC|FLAGS|UP)\\w*',
    'GIT_(?!PAGER$)\\w+|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|VIMINIT|EXINIT|DOCKER_\\w+',
    'KUBECONFIG|AWS_\\w+|TERMINFO\\w*|LOCPATH|NLSPATH',
  ].join('|')})$`,
  'i',
)
/** Pagers are programs too; only empty values and `cat` are harmless. */
const pager = /^\w*PAGER$/

/** These exact values have no effect on what runs: no colours, no prompts, no pager, a system shell. */
const harmless: Readonly<Record<string, RegExp>> = {
  NO_COLOR: /^.*$/,
  TERM: /^dumb$/,
  GIT_TERMINAL_PROMPT: /^0$/,
  PAGER: /^cat$/,
  GIT_PAGER: /^cat$/,
  SHELL: /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/(?:sh|bash|zsh|dash)$/,
}
/** Variables that decide which code an agent runs, or where it keeps its data. */
const reserved = new RegExp(`^(?:${[
  'PATH|HOME|SHELL|IFS|ENV|BASH_ENV|PATHEXT|COMSPEC|PYTHON(?:PATH|HOME|STARTUP)',
  '(?:LD|DYLD|NODE|NPM|UV|PIP|GIT|ELECTRON|PARLEY)_.*',
].join('|')})$`, 'i')

/** Whether a variable can change what a command runs. */
export function isRiskyVariable(variable: Variable): boolean {
  const { name, value } = variable
  return !isHarmless(variable) && (risky.test(name) || (pager.test(name) && value !== '' && value !== 'cat'))
}

/**
 * The variables that an agent adds or changes and that may alter what its command runs. No list covers the variables of
 * all programs, so every variable counts except known harmless ones with a known harmless value.
 */
export function findDifferingVariables(
  variables: readonly Variable[],
  environment: Readonly<Record<string, string | undefined>>,
): { name: string, value: string }[] {
  return findChangedVariables(variables, environment).filter(variable => !isHarmless(variable))
}

/** Whether the variable and its value are known not to affect what runs. */
export function isHarmless({ name, value }: Variable): boolean {
  return Object.hasOwn(harmless, name) && harmless[name]!.test(value)
}

/** The variables that an agent adds or changes, as the dialog shows them. */
export function findChangedVariables(
  variables: readonly Variable[],
  environment: Readonly<Record<string, string | undefined>>,
): { name: string, value: string }[] {
  return variables.filter(({ name, value }) => environment[name] !== value).map(({ name, value }) => ({ name, value }))
}

/** Whether the public catalogue may set this variable for an agent. It must not decide which code runs. */
export function mayCatalogueSet({ name, value }: Variable): boolean {
  return /^[A-Z_]\w*$/i.test(name) && !value.includes('\0') && !reserved.test(name)
}
