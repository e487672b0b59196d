/** A program, and the files of a project that decide what it runs. */
export interface DecidingProgram {
  readonly names: RegExp
  /** Only with this as its first word. */
  readonly verbs?: RegExp
  /**
   * Looked for where it runs, in the folders that its words name, and in those above, within the thread's folders. What follows a star is
   * an ending.
   */
  readonly files?: readonly string[]
  /** Options whose value is such a file. */
  readonly fileOptions?: readonly string[]
  /** Lines by which such a file takes in others: the first group names them. */
  readonly includes?: RegExp
  /** Its words may name another program, of the project's or of the table. */
  readonly startsPrograms?: boolean
  /** It reads the settings of the git repository it runs in. */
  readonly readsRepository?: boolean
}

const scripts = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts']
const rcEndings = ['', ...['json', 'jsonc', 'json5', 'yml', 'yaml', 'toml', ...scripts].map(ending => `.${ending}`)]

/** Where JavaScript's tools keep their settings, each under its own name. */
function settingsOf(name: string): string[] {
  return [...scripts.map(ending => `${name}.config.${ending}`), ...rcEndings.map(ending => `.${name}rc${ending}`)]
}

/** A tool that is started as one of the project's, whatever its name. */
export function projectTool(name: string): DecidingProgram {
  return { names: /^/, files: [...settingsOf(name), 'package.json'], fileOptions: ['-c', '--config'] }
}

/** What a program reads beside its words to find out what to run. A row is all it takes to add one. */
export const decidingPrograms: readonly DecidingProgram[] = [
  {
    names: /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/,
    files: ['package.json', '.npmrc', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.yarnrc', '.yarnrc.yml', 'bunfig.toml'],
    fileOptions: ['--userconfig', '--globalconfig'],
    startsPrograms: true,
  },
  { names: /^(?:npm|pnpm)$/, verbs: /^ci$/, files: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml'] },
  { names: /^(?:node|deno|bun|tsx|ts-node)$/, files: ['package.json', 'deno.json', 'deno.jsonc', 'tsconfig.json'] },
  {
    names: /^g?make$/,
    files: ['GNUmakefile', 'makefile', 'Makefile'],
    fileOptions: ['-f', '--file', '--makefile'],
    includes: /^[ \t]*[-s]?include[ \t](.+)$/gm,
  },
  {
    names: /^just$/,
    files: ['justfile', 'Justfile', '.justfile'],
    fileOptions: ['-f', '--justfile'],
    includes: /^[ \t]*(?:import\??|mod\??[ \t]+[\w-]+)[ \t]+['"]([^'"\n]+)['"]/gm,
  },
  {
    names: /^(?:go-)?task$/,
    files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml', 'Taskfile.dist.yaml'],
    fileOptions: ['-t', '--taskfile'],
    includes: /^[ \t]+[\w-]+:[ \t]*['"]?([\w./-]+\.ya?ml|\.[\w./-]+)['"]?[ \t]*$/gm,
  },
  { names: /^composer$/, files: ['composer.json'] },
  {
    names: /^(?:rake|bundle|rspec|rails)$/,
    files: [
      ...['Rakefile', 'rakefile'].flatMap(name => [name, `${name}.rb`]),
      ...['Gemfile', '*.gemspec', '.bundle/config', '.rspec', 'spec/spec_helper.rb'],
    ],
    fileOptions: ['-f', '--rakefile'],
    startsPrograms: true,
  },
  {
    names: /^cargo$/,
    files: ['Cargo.toml', 'build.rs', '.cargo/config.toml', '.cargo/config', 'rust-toolchain', 'rust-toolchain.toml'],
    fileOptions: ['--manifest-path', '--config'],
  },
  { names: /^go$/, files: ['go.mod', 'go.work'] },
  {
    names: /^(?:pytest|py\.test|tox|nox|coverage|uv|poetry|hatch|pdm|pipenv)$/,
    files: [
      'conftest.py',
      'tests/conftest.py',
      'test/conftest.py',
      'pytest.ini',
      '.pytest.ini',
      'pyproject.toml',
      'setup.cfg',
      'tox.ini',
      'noxfile.py',
    ],
    fileOptions: ['-c', '-f', '--config-file', '--noxfile'],
    startsPrograms: true,
  },
  { names: /^pip[\d.]*$/, files: ['setup.py', 'setup.cfg', 'pyproject.toml'] },
  {
    names: /^gradlew?$/,
    files: [
      'build.gradle',
      'build.gradle.kts',
      'settings.gradle',
      'settings.gradle.kts',
      'gradle.properties',
      'gradle/wrapper/gradle-wrapper.properties',
      'gradle/wrapper/gradle-wrapper.jar',
    ],
    fileOptions: ['-I', '--init-script', '-b', '--build-file'],
  },
  {
    names: /^mvnw?$/,
    files: ['pom.xml', '.mvn/maven.config', '.mvn/jvm.config', '.mvn/extensions.xml', '.mvn/wrapper/maven-wrapper.properties'],
    fileOptions: ['-f', '--file', '-s', '--settings'],
  },
  { names: /^(?:cmake|ctest)$/, files: ['CMakeLists.txt', 'CMakePresets.json', 'CMakeUserPresets.json'] },
  { names: /^dotnet$/, files: ['*proj', '*.sln', '*.slnx', '*.props', '*.targets', 'global.json', 'nuget.config', 'NuGet.Config'] },
  { names: /^swift$/, files: ['Package.swift'] },
  { names: /^zig$/, files: ['build.zig', 'build.zig.zon'] },
  { names: /^mix$/, files: ['mix.exs'] },
  {
    names: /^(?:docker|podman|docker-compose)$/,
    files: [
      ...['compose', 'docker-compose'].flatMap(name => ['', '.override'].flatMap(more => [`${name}${more}.yaml`, `${name}${more}.yml`])),
      ...['Dockerfile', 'Containerfile', '.env'],
    ],
    fileOptions: ['-f', '--file', '--env-file'],
  },
  ...[
    'eslint prettier stylelint vitest vite jest mocha playwright cypress webpack rollup rspack tsup next nuxt babel postcss astro svelte',
    'commitlint lint-staged karma wdio gulp grunt nx turbo',
  ].join(' ').split(' ').map(name => ({ ...projectTool(name), names: new RegExp(`^${name}$`) })),
  { names: /^vitest$/, files: settingsOf('vite') },
  { names: /^eslint$/, fileOptions: ['--rulesdir'], files: ['.eslintrc'] },
  { names: /^(?:gulp|grunt)$/, files: scripts.flatMap(ending => [`gulpfile.${ending}`, `Gruntfile.${ending}`]) },
  { names: /^(?:nx|turbo|lerna)$/, files: ['nx.json', 'project.json', 'turbo.json', 'lerna.json', 'package.json'] },
  {
    names: /^(?:mypy|dmypy|pylint|flake8|sphinx-build|mkdocs|alembic|invoke|inv|fab|scons)$/,
    files: [
      ...['mypy.ini', '.mypy.ini', 'pylintrc', '.pylintrc', '.flake8', 'setup.cfg', 'tox.ini', 'pyproject.toml', 'conf.py', 'mkdocs.yml'],
      ...['alembic.ini', 'tasks.py', 'fabfile.py', 'SConstruct', 'SConscript'],
    ],
    fileOptions: ['-c', '-f', '--config-file', '--rcfile', '--config'],
  },
  { names: /^(?:ansible(?:-\w+)?|vagrant|terraform|tofu)$/, files: ['ansible.cfg', 'Vagrantfile', '*.tf', '*.tf.json', '*.tofu'] },
  {
    names: /^(?:bazel|bazelisk)$/,
    files: ['.bazelrc', '.bazelversion', 'MODULE.bazel', ...['WORKSPACE', 'BUILD'].flatMap(name => [name, `${name}.bazel`])],
  },
  { names: /^(?:ninja|meson)$/, files: ['build.ninja', 'meson.build'], fileOptions: ['-f'] },
  { names: /^(?:stack|cabal|ghci)$/, files: ['stack.yaml', 'cabal.project', '*.cabal', 'Setup.hs', '.ghci'] },
  { names: /^(?:sbt|lein|clj|clojure|bb)$/, files: ['build.sbt', '.sbtopts', '.jvmopts', 'project.clj', 'deps.edn', 'bb.edn'] },
  { names: /^(?:R|Rscript|irb|pry|rubocop)$/, files: ['.Rprofile', '.Renviron', '.irbrc', '.pryrc', '.rubocop.yml'] },
  { names: /^(?:phpunit|phpstan|psalm|php-cs-fixer)$/, files: ['phpunit.xml', '*.xml.dist', '*.neon', 'psalm.xml', '.php-cs-fixer.php'] },
  { names: /^(?:gdb|lldb)$/, files: ['.gdbinit', '.lldbinit'] },
  { names: /^pre-commit$/, files: ['.pre-commit-config.yaml'], readsRepository: true },
  { names: /^(?:direnv|mise|asdf)$/, files: ['.envrc', '.mise.toml', 'mise.toml', '.tool-versions'], startsPrograms: true },
  { names: /^(?:git|gh|glab|jj|tig|lazygit|git-lfs)$/, readsRepository: true },
  { names: /^hg$/, files: ['.hg/hgrc', '.hg/hgrc-not-shared', '.hg/sharedpath'] },
]
