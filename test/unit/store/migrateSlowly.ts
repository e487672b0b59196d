// Opens the database that it is given with three slow steps more than Parley has, and says when it begins.
import { writeSync } from 'node:fs'
import { openDatabase } from '../../../src/main/store/database'
import { slowSteps } from './slowSteps'

writeSync(1, 'now\n')
openDatabase(process.argv[2]!, { steps: slowSteps }).close()
writeSync(1, 'done\n')
