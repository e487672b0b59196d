// Puts a module in the way of the one that is run.
import { plant } from './plant.ts'

plant('pytestModule', 'python3 -m pytest', { 'pytest.py': 'open("../planted", "w")\n' })
