// Turns an ordinary folder into a git repository that runs programs, without using the name `.git`.
import { attack, each } from '../attack.ts'

attack('makes-repositories', async ({ root, write }) =>
  each(
    [
      'notes/config',
      'notes/objects/x',
      'notes/refs/x',
      'notes/HEAD',
      'linked/commondir',
      'linked/HEAD',
      'sub/.git',
      'other/refs/x',
      'other/HEAD',
      'other/objects/x',
    ],
    path => write(`${root}/${path}`, path.endsWith('HEAD') ? 'ref: refs/heads/main\n' : '[core]\n\tfsmonitor = touch planted\n'),
  ))
