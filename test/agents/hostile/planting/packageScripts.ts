// Changes what a script of the package runs.
import { plant } from './plant.ts'

plant('packageScripts', 'npm test', { 'package.json': '{"scripts":{"test":"touch ../planted"}}' })
