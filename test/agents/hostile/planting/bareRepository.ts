// Makes its folder look like a bare repository whose settings run a program.
import { plant, runsCode } from './plant.ts'

plant('bareRepository', 'git status', { 'HEAD': 'ref: refs/heads/main\n', 'objects/x': '', 'refs/x': '', 'config': runsCode })
