// Puts a module beside a script that loads one of that name.
import { plant } from './plant.ts'

plant('besideScript', 'python3 scripts/check.py', { 'scripts/json.py': 'open("../planted", "w")\n' })
