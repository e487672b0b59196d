// @vitest-environment happy-dom
import type { HostHandlers } from '../../../src/shared/contract/contract'
import { mount, type VueWrapper } from '@vue/test-utils'
import { expect, it, onTestFinished } from 'vitest'
import AgentForm from '../../../src/renderer/components/agents/AgentForm.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn } from './hostStandIn'

function mountForm(handlers: Partial<HostHandlers> = {}): VueWrapper {
  const form = mount(AgentForm, {
    attachTo: document.body,
    props: { settingsPath: '/settings.json' },
    global: { provide: { [hostKey as symbol]: hostStandIn(handlers).connection } },
  })
  onTestFinished(() => form.unmount())
  return form
}

/** The box of the field that is labelled so. */
function findField(form: VueWrapper, label: string) {
  const { htmlFor } = form.findAll('label').find(({ element }) => element.textContent === label)!.element as HTMLLabelElement
  return form.get<HTMLInputElement>(`[id="${htmlFor}"]`)
}

async function paste(form: VueWrapper, label: string, text: string): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const target = findField(form, label)
  target.element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await target.setValue(text.replaceAll('\n', ''))
}

function readFields(form: VueWrapper): string[] {
  return ['Name', 'Command', 'Arguments', 'Environment'].map(label => findField(form, label).element.value)
}

it('JSON pasted into either field fills in the form', async () => {
  const json = '{"agent_servers":{"X":{"command":"node","args":["a b.js"],"env":{"K":"v"}}}}'
  for (const label of ['Name', 'Command']) {
    const form = mountForm()
    await paste(form, label, json)
    await expect.poll(() => readFields(form)).toEqual(['X', 'node', 'a b.js', 'K=v'])
  }
})

it('the JSON of an agent on the network fills in its address and headers', async () => {
  const form = mountForm()
  await paste(form, 'Command', '{"agent_servers":{"Far":{"url":"wss://far.example/acp","headers":{"Authorization":"me"}}}}')
  await expect.poll(() => form.text()).toContain('Address')
  expect(findField(form, 'Name').element.value).toBe('Far')
  expect(findField(form, 'Address').element.value).toBe('wss://far.example/acp')
  expect(form.findAll('input').map(({ element }) => element.value)).toEqual(expect.arrayContaining(['Authorization', 'me']))
})

it('pasting a command line fills in the form, including variables', async () => {
  const form = mountForm()
  await paste(form, 'Command', 'KEY=v npx -y foo --acp "a b"')
  await expect.poll(() => readFields(form)).toEqual(['', 'npx', '-y\nfoo\n--acp\na b', 'KEY=v'])
})

it('JSON without an agent is not saved as a command', async () => {
  const form = mountForm()
  await findField(form, 'Name').setValue('X')
  await paste(form, 'Command', '{"mcpServers":{"X":{"command":"node"')
  await form.get('form').trigger('submit')
  await expect.poll(() => form.text()).toContain('No agent was found in this JSON')
})

it('tests the agent as entered, and hides the result once a field changes', async () => {
  const tested: unknown[] = []
  const form = mountForm({
    testAgent: ({ agent }) => {
      tested.push(agent)
      return { isRight: true, name: 'Kimi', version: '2', signIns: ['Browser'] }
    },
  })
  expect(form.find('[aria-label="Test this agent"]').exists(), 'nothing to test').toBe(false)
  await paste(form, 'Command', 'A=b kimi acp')
  await expect.poll(() => form.find('[aria-label="Test this agent"]').exists()).toBe(true)
  await form.get('[aria-label="Test this agent"]').trigger('click')
  await expect.poll(() => form.text()).toContain('Connected: Kimi 2')
  expect(form.text()).toContain('Ways to sign in, if it asks: Browser')
  expect(tested).toEqual([{ command: 'kimi', args: ['acp'], env: { A: 'b' } }])
  await findField(form, 'Arguments').setValue('other')
  expect(form.text()).not.toContain('Connected')
})

it('tests a network agent once its address is valid, and first shows the address and header names', async () => {
  const tested: unknown[] = []
  const form = mountForm({
    testAgent: ({ agent }) => {
      tested.push(agent)
      return { isRight: true, name: 'Far', signIns: [] }
    },
  })
  await paste(form, 'Command', '{"agent_servers":{"Far":{"url":"far.example/acp","headers":{"Authorization":"me"}}}}')
  await expect.poll(() => form.text()).toContain('Address')
  expect(form.find('[aria-label="Test this agent"]').exists(), 'not an address').toBe(false)
  await findField(form, 'Address').setValue('wss://far.example/acp')
  expect(form.text()).toContain('Connects to wss://far.example/acp once to test it, and sends Authorization.')
  await form.get('[aria-label="Test this agent"]').trigger('click')
  await expect.poll(() => form.text()).toContain('Connected: Far')
  const headers = [{ kind: 'secret', name: 'Authorization', value: 'me' }]
  expect(tested).toEqual([{ url: 'wss://far.example/acp', headers, files: 'there' }])
})
