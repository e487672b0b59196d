import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { plainLocale } from './processStartedAt'
import { ownerVariable } from './processTree'

/**
 * Waits until the other end of its input is closed, which the system does however the host ends. Then it ends what the host's
 * records name: whole groups whose leader is still the recorded process, and everything that carries an owner's mark.
 * A group keeps its number while it has members, so that what the first round asked can be killed in the next ones.
 */
const script = `
folder=$1 host=$2
trap '' HUP INT QUIT
while read -r line; do :; done
started() {
  if [ -d /proc/self ]; then
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    set -- \${stat##*) }
    shift 19
    echo "$(cat /proc/sys/kernel/random/boot_id):$1"
  else
    set -- $(ps -o lstart= -p "$1" 2>/dev/null)
    echo "$*"
  fi
}
groups= marks=
for record in "$folder/$host".*.json; do
  [ -f "$record" ] || continue
  pid=$(sed -nE 's/.*"pid":([0-9]+).*/\\1/p' "$record")
  start=$(sed -nE 's/.*"startedAt":"([^"]*)".*/\\1/p' "$record")
  owner=\${record%.json}
  marks="$marks -e ${ownerVariable}=\${owner##*.}"
  if [ -n "$pid" ] && [ -n "$start" ] && [ "$(started "$pid")" = "$start" ]; then groups="$groups $pid"; fi
done
[ -n "$marks" ] || exit 0
for signal in TERM KILL KILL KILL; do
  for group in $groups; do kill -s $signal -- "-$group" 2>/dev/null; done
  for file in $(grep -lsF $marks /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -s $signal "\${pid%/environ}" 2>/dev/null
  done
  sleep 1
done
`

/**
 * A tiny process beside the host that outlives it by seconds: when the host is killed without a word, it ends what the host had started.
 * Nothing on Windows, which has no such shell; there the next start does it.
 */
export class Watchdog {
  readonly #child: ChildProcess | undefined

  constructor({ folder, hostId }: { folder: string, hostId: string }) {
    if (process.platform === 'win32')
      return
    // In a session of its own: what ends the host's terminal must not end it.
    this.#child = spawn('/bin/sh', ['-c', script, 'parley-watchdog', folder, hostId], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...plainLocale, PATH: '/usr/bin:/bin:/usr/sbin:/sbin', TZ: process.env.TZ },
    })
    this.#child.on('error', () => undefined) // no shell at all: the next start of Parley does its work
    this.#child.stdin?.on('error', () => undefined) // it ended first; `isRunning` says so
    this.#child.unref()
    // The open pipe must not keep the host alive.
    if (this.#child.stdin && 'unref' in this.#child.stdin && typeof this.#child.stdin.unref === 'function')
      this.#child.stdin.unref()
  }

  get isRunning(): boolean {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Lets it do its work now, while the host itself ends. */
  trigger(): void {
    this.#child?.stdin?.end()
  }

  /** Ends it; for when nothing is left to watch. */
  async stop(): Promise<void> {
    if (!this.#child || !this.isRunning)
      return
    const exit = once(this.#child, 'exit')
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await exit
  }
}
