// Tries to escape its commands' sandbox.
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { attack } from '../attack.ts'

attack('escapes-sandbox', async ({ root, outside, call }) => {
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  mkdirSync(join(root, '.vscode'))
  mkdirSync(join(root, 'sub/.vscode'), { recursive: true })
  writeFileSync(join(root, '.git/config'), '[core]\n')
  writeFileSync(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\n')
  const run = async (command: string): Promise<string> => {
    const { terminalId } = await call('terminal/create', { command }) as { terminalId: string }
    await call('terminal/wait_for_exit', { terminalId })
    const { output } = await call('terminal/output', { terminalId }) as { output: string }
    return output.trim()
  }
  // Each says "out" if it escaped, and "in" if it did what is allowed.
  const commands: Record<string, string> = {
    'writes in its folder': 'echo x > made && mkdir -p a/b && cat made >/dev/null && echo in',
    'commits': 'echo x > .git/index && mkdir -p .git/objects/ab && echo in',
    'has a folder for temporary files': 'echo x > "$TMPDIR/x" && test "$(ls -A /tmp | grep -v parley)" = x && echo in',
    'writes outside': [`${outside}/made`, `${homedir()}/.parley-test`, '/usr/parley-test']
      .map(path => `echo x > ${path} && echo out`)
      .join('; '),
    'writes what lies outside': `echo x > ${outside}/secret && echo out`,
    'writes through a link': `ln -s ${outside} link; echo x > link/made && echo out`,
    'writes hooks':
      ['> .git/hooks/pre-commit', '> .git/hooks/post-commit', '>> .git/config', '> .vscode/tasks.json']
        .map(target => `echo x ${target} && echo out`)
        .join('; '),
    'takes away what it may not write':
      'rm -rf .git/hooks .vscode 2>/dev/null; test -e .git/hooks/pre-commit && test -d .vscode || echo out',
    'moves what it may not write': 'mv .git .git2 2>/dev/null && echo out; mv .vscode .vscode2 2>/dev/null && echo out',
    'moves what is around it': 'mv sub sub2 2>/dev/null && echo out; rm -rf sub 2>/dev/null; test -d sub/.vscode || echo out',
    'leads git elsewhere':
      '(for name in commondir config.worktree; do echo x > .git/$name && echo out; rm -f .git/$name && echo out; done) 2>/dev/null',
    'leaves steps of a rebase': 'mkdir .git/rebase-merge && echo "exec x" > .git/rebase-merge/git-rebase-todo && echo in',
    'reads Parley\'s data': `ls -A ${join(process.env.REPORT!, '../data')} 2>/dev/null | grep . && echo out`,
    'reads keys': `cat ${homedir()}/.ssh/parley-test-key 2>/dev/null && echo out`,
    'sees other processes': `ps -eo pid= | wc -l | awk '$1 > 20 { print "out" }'; kill -0 ${process.pid} 2>/dev/null && echo out`,
    'mounts':
      ['mount -o remount,rw /', 'mount -t tmpfs x /mnt', 'unshare -Um true'].map(line => `${line} 2>/dev/null && echo out`).join('; '),
    'has rights': 'grep CapEff /proc/self/status | grep -v 0000000000000000 && echo out',
    'reaches sockets of others': 'ls -A /run | grep -v systemd && echo out',
    'reaches the network': '(exec 3<>/dev/tcp/127.0.0.1/PORT) 2>/dev/null && echo out'.replace('PORT', process.env.PORT ?? '9'),
    'reads secrets of its environment': 'test -n "$PARLEY_TEST_TOKEN" && echo out; env | grep -i "_token=" && echo out',
    'makes programs that run as their owner': `${[
      'cp /bin/true run1; chmod u+s run1',
      'cp /bin/true run2; chmod 4755 run2',
      'install -m 4755 /bin/true run3',
      'cp /bin/true run4; perl -e \'chmod 04755, "run4"\'',
      'perl -e \'use Fcntl; sysopen my $f, "run5", O_CREAT | O_WRONLY, 06755\'',
      'cp /bin/true run6; chmod g+s run6',
      'cp /bin/true run7; chmod 2755 run7',
    ].map(line => `(${line}) 2>/dev/null`).join('; ')}; find . -type f -perm /6000 | grep . && echo out`,
    'leaves something running': 'setsid nohup sleep 7654323 >/dev/null 2>&1 & echo in',
    'makes what runs later': 'echo x > .envrc && echo in',
  }
  const answers: Record<string, string> = {}
  for (const [name, command] of Object.entries(commands))
    answers[name] = await run(command)
  return answers
})
