/** Programs whose plain arguments can run other programs or reach anything. No plain star may follow them. */
export interface PowerfulProgram {
  /** Separated by spaces, without version suffixes such as in `python3.12`. */
  readonly names: string
  /** The predicate of a sentence that begins with the program's name. */
  readonly why: string
  /** Arguments after which a plain star is harmless. */
  readonly fixed?: RegExp
  /** Arguments before a nested command, which is checked instead. */
  readonly before?: RegExp
  /** Runs a program from its arguments. */
  readonly starts?: true
  /** Example of an allowed pattern. */
  readonly instead?: string
}

const runsCode = 'runs whatever file or code it is given'
const gitWords = [
  'status|log|shortlog|diff|show|blame|grep|ls-files|ls-tree|rev-parse|rev-list|describe|merge-base|name-rev|cat-file|check-ignore',
  'add|rm|mv|commit|stash(?: \\S+)?|branch|tag|checkout|switch|restore|reset|merge|cherry-pick|revert',
  '(?:push|fetch|pull) [\\w.-]+',
].join('|')

/** The reviewed list. Each program is in one entry only. */
export const powerfulPrograms: readonly PowerfulProgram[] = [
  {
    names: 'git',
    why: 'has subcommands that run programs, rewrite history or reach other machines',
    fixed: new RegExp(`^(?:--no-pager )?(?:${gitWords})(?: |$)`),
    instead: 'git log *',
  },
  {
    names: 'npm pnpm yarn',
    why: 'runs scripts, and installs packages that run scripts of their own',
    fixed: /^(?:test|t|run|run-script|start|ls|list|view|info|outdated|why|explain)(?: |$)/,
    before: /^exec (?:-- )?(?=[^-\s])/,
    instead: 'npm test *',
  },
  {
    names: 'npx bunx pnpx uvx pipx',
    why: 'fetches and runs any program',
    starts: true,
    before: /^(?:--?(?:y|yes|no|no-install) )*(?:run )?(?=[^-\s])/,
    instead: 'npx tsc *',
  },
  {
    names: 'uv poetry pdm rye hatch bundle direnv dotenv',
    why: 'runs any program and installs packages',
    starts: true,
    before: /^(?:run|exec) (?=[^-\s])/,
    instead: 'uv run pytest *',
  },
  {
    names: 'pip gem composer cpan cpanm brew apt apt-get dnf yum pacman apk rpm dpkg conda mamba nix snap flatpak',
    why: 'installs packages, which run code of their own',
    fixed: /^(?:list|show|freeze|check|search|info)(?: |$)/,
    instead: 'pip list *',
  },
  {
    names: 'cargo go dotnet swift mix zig dart flutter',
    why: 'has subcommands that run or install any program',
    fixed: /^(?:build|test|check|clippy|fmt|format|vet|doc|tree|list|version|analyze)(?: |$)/,
    instead: 'cargo test *',
  },
  {
    names: 'python pypy',
    why: runsCode,
    fixed: /^(?:[^-\s]\S*|-m (?:pytest|unittest|mypy|ruff|black|flake8|pylint|isort|py_compile))(?: |$)/,
    instead: 'python3 -m pytest *',
  },
  { names: 'node', why: runsCode, fixed: /^(?:[^-\s]\S*|--test)(?: |$)/, instead: 'node scripts/check.js *' },
  { names: 'deno bun', why: runsCode, fixed: /^(?:test|check|lint|fmt)(?: |$)/, instead: 'bun test *' },
  {
    names: 'sh bash zsh dash ksh fish tcsh csh perl ruby php lua luajit pwsh powershell osascript tclsh wish tsx ts-node',
    why: runsCode,
    fixed: /^[^-\s]\S*(?: |$)/,
    instead: 'sh scripts/check.sh *',
  },
  {
    names: [
      'java kotlin scala groovy jshell rscript r julia octave elixir iex erl irb ghci runghc guile racket sbcl clojure clj scheme',
      'texlua runhaskell escript mono nim crystal jupyter papermill cmd cscript wscript mshta rundll32 nix-shell nix-build guix',
    ].join(' '),
    why: runsCode,
  },
  {
    names: [
      'make gmake cmake ctest ninja meson bazel scons gradle gradlew mvn mvnw ant sbt rake just task invoke inv tox nox nx turbo lerna',
      'lein fab waf buck2 pants act earthly tilt skaffold fastlane xcodebuild flask',
      'django-admin artisan symfony celery lefthook pre-commit',
    ].join(' '),
    why: 'takes words, such as SHELL=… or a task, that say what it runs',
  },
  { names: 'find fd fdfind', why: 'runs programs on what it finds, deletes it or writes lists of it' },
  {
    names: 'sed gsed ssed awk gawk mawk nawk ed ex m4 dc bc bpftrace dtrace',
    why: 'is given a program, which can run others and write anywhere',
  },
  { names: 'sort tac split csplit shuf', why: 'writes where its words say, and can start another program' },
  {
    names: 'tar bsdtar gtar cpio pax zip unzip 7z 7za 7zr rar unrar ar jar',
    why: 'writes what its archive or words say, and can start other programs',
  },
  { names: 'cp install ln rsync scp sftp rclone', why: 'writes through links that lie where it copies to' },
  {
    names: 'curl wget fetch http https xh aria2c ftp lftp nc ncat netcat socat telnet openssl',
    why: 'sends to and fetches from anywhere',
  },
  {
    names: 'ssh mosh autossh rsh sshpass dbclient',
    why: 'runs commands on other machines, and on this one by its options',
    starts: true,
  },
  {
    names: 'docker podman nerdctl docker-compose buildah lxc kubectl oc helm vagrant multipass',
    why: 'runs any program, also with folders of this machine',
    fixed: /^(?:ps|images|logs|inspect|version|info|get|describe|top|stats)(?: |$)/,
    instead: 'docker logs *',
  },
  {
    names: [
      'gh glab hub aws gcloud az doctl heroku fly flyctl vercel netlify terraform tofu pulumi ansible firebase wrangler cdk sam',
      'serverless packer adb fastboot virsh crictl ctr',
    ].join(' '),
    why: 'acts for you elsewhere',
    fixed: /^(?:pr|issue|run|release) (?:view|list|status|diff|checks)(?: |$)/,
    instead: 'gh pr view *',
  },
  {
    names: 'vi vim nvim view vimdiff rvim emacs emacsclient nano pico micro hx helix kak joe code codium subl less more most man info pg',
    why: 'runs commands that its words or its text name',
  },
  {
    names: 'sqlite psql mysql mariadb mongo mongosh redis-cli duckdb gdb lldb expect gnuplot mail mailx mutt sendmail',
    why: 'takes commands that run programs',
  },
  {
    names: [
      'convert magick mogrify identify montage ffmpeg ffplay ffprobe gs tex latex pdftex pdflatex xelatex lualatex luatex latexmk pandoc',
      'xsltproc saxon groff troff asciidoctor blender gimp inkscape libreoffice soffice mmdc plantuml',
    ].join(' '),
    why: 'reads words as programs and addresses',
  },
  {
    names: 'gcc g++ cc c++ clang clang++ ld as rustc javac kotlinc ghc ocaml ocamlc ocamlopt nvcc tcc',
    why: 'takes options from files (@FILE), and loads what they name',
  },
  { names: 'patch mount umount losetup screen tmux byobu zellij', why: 'writes or runs what it is given' },
  { names: 'hg svn jj fossil bzr cvs tig', why: 'has subcommands that run programs or reach other machines' },
  { names: 'open xdg-open gio start', why: 'opens anything with whatever program is meant for it' },
  { names: 'ip busctl gdbus dbus-send qdbus insmod modprobe', why: 'tells the system and other programs what to do' },
  { names: 'pass vault security gpg age ssh-add ssh-keygen', why: 'hands out keys and passwords' },
  {
    names: 'set export declare typeset local readonly read printf unset alias pushd popd',
    why: 'changes what later commands mean',
  },
  {
    names: [
      'env nohup nice ionice timeout gtimeout time gtime stdbuf setsid command builtin exec xargs watch parallel chroot busybox toybox',
      'taskset chrt flock script scriptreplay strace ltrace unshare nsenter setpriv setarch linux prlimit systemd-run systemd-inhibit',
      'fakeroot fakechroot caffeinate unbuffer faketime choom runuser sudo doas su pkexec start-stop-daemon daemonize dbus-run-session',
      'dbus-launch xvfb-run ssh-agent entr nodemon watchexec concurrently cross-env dotenvx perf valgrind rr hyperfine numactl cgexec',
      'firejail bwrap proot torsocks proxychains torify run-parts sem wine apptainer singularity distrobox toolbox mise asdf rtx nvm',
      'pyenv rbenv op doppler aws-vault sops chpst envdir setuidgid softlimit coreutils sg newgrp capsh rlwrap corepack',
      'xcrun xterm konsole',
    ].join(' '),
    why: 'starts whatever program follows it',
    starts: true,
  },
]
