// Changes a module that an allowed script has always loaded.
import { plant } from './plant.ts'

plant('importedModule', 'node scripts/load.js', { 'scripts/helper.js': 'require("fs").writeFileSync("../planted", "")\n' })
