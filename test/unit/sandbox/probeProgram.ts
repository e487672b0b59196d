// Prints the result of the probe.
import { findSandboxTool } from '../../../src/main/sandbox/sandboxProbe'

console.log(JSON.stringify(await findSandboxTool({ folder: process.argv[2]! })))
