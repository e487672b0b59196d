// node --import ./scripts/typescript.mjs test/agents/real/record.ts
// Records what each real agent says as test/fixtures/transcripts/NAME.jsonl. Accept the golden text with `npx vitest run test/replay -u`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelEndpoint } from './modelEndpoint'
import { installAgent, realAgents, settingsOf } from './realAgents'
import { fileName } from './script'

const model = await startModelEndpoint()
for (const agent of realAgents) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'parley-agent-home-')))
  const settings = join(home, 'settings.json')
  await writeFile(settings, JSON.stringify({ agent_servers: { [agent.name]: settingsOf(agent, { program: await installAgent(agent), url: model.url, home }) } }))
  const flags = ['--agent', agent.name, '--settings', settings, '--path', `${home}=/home/agent`, '--path', `${model.url}=http://127.0.0.1:1`]
  const prompts = ['say hello', `write the file at {workspace}/${fileName}`, 'run the command']
  const recording = spawn('npm', ['run', 'record', '--', agent.name.toLowerCase(), ...flags, ...prompts], { stdio: 'inherit' })
  const [code] = await once(recording, 'exit') as [number | null] // what a child's exit says
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
  if (code !== 0)
    process.exit(1)
}
await model.close()
