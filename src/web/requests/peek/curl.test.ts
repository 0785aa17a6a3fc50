import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import type { Answer } from '../../api/index.ts'
import { curlOf, inputOf } from './curl.ts'

const textMessage = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] })
const nasty = `it's $(touch /tmp/x) \`id\` "quoted" \\ $HOME`
const request = {
  prompt_blueprint: {
    prompt_template: {
      type: 'chat',
      messages: [textMessage('user', nasty), textMessage('assistant', 'Hello.')],
    },
    metadata: { model: { provider: 'openai', name: 'gpt-4o-mini', parameters: {} } },
  },
} as unknown as Answer<'readRequest'>

test('the answer is not part of the request', () => {
  const { messages } = inputOf(request).prompt_template as { messages: { role: string }[] }
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user'],
  )
})

test('a shell passes the texts unchanged, and runs none of them', () => {
  const command = curlOf(request, 'http://127.0.0.1:4400').replace(/^curl/, 'printf "%s\\0"')
  const parts = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: {} }).split('\0')
  const body = JSON.parse(parts[parts.indexOf('-d') + 1]!)
  assert.equal(body.draft.prompt_template.messages[0].content[0].text, nasty)
})
