/** A program, and the files of a project that decide what it runs. */
export interface DecidingProgram {
  readonly names: RegExp
  /** Only with this as its first word. */
  readonly verbs?: RegExp
  /** Looked for where it runs, in the folders that its words name, and in those above, within the thread's folders. */
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

const configOf = (name: string): string[] => ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map(ending => `${name}.config.${ending}`)

/** What a program reads beside its words to find out what to run. A row is all it takes to add one. */
export const decidingPrograms: readonly DecidingProgram[] = [
  {
    names: /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/,
    files: ['package.json', '.npmrc', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.yarnrc', '.yarnrc.yml', 'bunfig.toml'],
    fileOptions: ['--userconfig', '--globalconfig'],
    startsPrograms: true,
  },
  { names: /^(?:npm|pnpm)$/, verbs: /^ci$/, files: ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml'] },
  { names: /^(?:node|deno|tsx|ts-node)$/, files: ['package.json', 'deno.json', 'deno.jsonc'] },
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
    files: ['Rakefile', 'rakefile', 'Rakefile.rb', 'rakefile.rb', 'Gemfile', '.bundle/config', '.rspec', 'spec/spec_helper.rb'],
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
  { names: /^dotnet$/, files: ['Directory.Build.props', 'Directory.Build.targets', 'global.json', 'nuget.config', 'NuGet.Config'] },
  { names: /^swift$/, files: ['Package.swift'] },
  { names: /^zig$/, files: ['build.zig', 'build.zig.zon'] },
  { names: /^mix$/, files: ['mix.exs'] },
  { names: /^(?:docker|podman|docker-compose)$/, files: ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'] },
  {
    names: /^eslint$/,
    files: [...configOf('eslint'), '.eslintrc', '.eslintrc.js', '.eslintrc.cjs', '.eslintrc.json', '.eslintrc.yml', '.eslintrc.yaml'],
    fileOptions: ['-c', '--config', '--rulesdir'],
  },
  { names: /^prettier$/, files: [...configOf('prettier'), '.prettierrc', '.prettierrc.js', '.prettierrc.cjs', '.prettierrc.json'] },
  { names: /^(?:vitest|vite)$/, files: [...configOf('vitest'), ...configOf('vite')], fileOptions: ['-c', '--config'] },
  { names: /^jest$/, files: [...configOf('jest'), 'jest.config.json'], fileOptions: ['-c', '--config'] },
  { names: /^mocha$/, files: ['.mocharc.js', '.mocharc.cjs', '.mocharc.json', '.mocharc.yml', '.mocharc.yaml'] },
  ...['playwright', 'webpack', 'rollup', 'tsup', 'next', 'nuxt', 'babel', 'postcss', 'astro', 'svelte'].map(name => ({
    names: new RegExp(`^${name}$`),
    files: configOf(name),
    fileOptions: ['-c', '--config'],
  })),
  { names: /^pre-commit$/, files: ['.pre-commit-config.yaml'], readsRepository: true },
  { names: /^(?:direnv|mise|asdf)$/, files: ['.envrc', '.mise.toml', 'mise.toml', '.tool-versions'], startsPrograms: true },
  { names: /^(?:git|gh|glab|jj|tig|lazygit|git-lfs)$/, readsRepository: true },
  { names: /^hg$/, files: ['.hg/hgrc', '.hg/hgrc-not-shared', '.hg/sharedpath'] },
]
