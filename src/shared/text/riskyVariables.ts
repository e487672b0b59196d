/**
 * Variables by which a command runs something else than it says: loaders, interpreters, compilers, shells, where settings lie, hooks of
 * git, npm and others into programs, the path.
 */
const risky = new RegExp(
  `^(?:${[
    'LD_\\w+|DYLD_\\w+|GCONV_PATH|PATH|PATHEXT|ComSpec|HOME|USERPROFILE|XDG_(?:CONFIG|DATA)_\\w+|IFS|CDPATH|GLOBIGNORE|PS4|ENV|BASH_ENV|BASH_FUNC_.*|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|ZDOTDIR|FPATH',
    'NODE_OPTIONS|NODE_PATH|ELECTRON_\\w+|npm_config_.*|YARN_\\w+|COREPACK_\\w+|BUN_\\w+|DENO_\\w+|PYTHON(?:STARTUP|PATH|HOME|BREAKPOINT|WARNINGS|USERBASE|EXECUTABLE)|PIP_\\w+|UV_\\w+|VIRTUAL_ENV',
    'PERL5\\w+|PERLLIB|RUBYOPT|RUBYLIB|GEM_\\w+|BUNDLE_\\w+|(?:_|JDK_)?JAVA_(?:TOOL_)?OPTIONS|JAVA_HOME|CLASSPATH|MAVEN_\\w+|GRADLE_\\w+|DOTNET_\\w+|CORECLR_\\w+|PHPRC|PHP_INI_SCAN_DIR|LUA_\\w+|R_\\w+',
    'CC|CXX|LD|AR|CFLAGS|CXXFLAGS|LDFLAGS|MAKEFLAGS|MAKEFILES|CMAKE_\\w+|GOFLAGS|GOPROXY|GOROOT|GOPATH|CARGO_\\w+|RUST(?:C|DOC|FLAGS|UP)\\w*',
    'GIT_(?!PAGER$)\\w+|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|VIMINIT|EXINIT|DOCKER_\\w+|KUBECONFIG|AWS_\\w+|TERMINFO\\w*|LOCPATH|NLSPATH',
  ].join('|')})$`,
  'i',
)
/** Programs that show long output: only those that do nothing are harmless. */
const pager = /^\w*PAGER$/

/** Whether a variable of this name and value can change what a command runs. */
export function isRiskyVariable({ name, value }: { readonly name: string, readonly value: string }): boolean {
  return risky.test(name) || (pager.test(name) && value !== '' && value !== 'cat')
}
