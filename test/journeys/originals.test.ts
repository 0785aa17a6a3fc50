import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { logCall, originalOf, readBack } from './support/requests.ts'

/** A logged body is stored byte for byte, however unusual its JSON. */
describe('the original of a logged request', () => {
  const app = appOfSuite()

  const base = JSON.stringify(logCall())
  /** The smallest log call with extra members, written as given. */
  const withMembers = (members: string) => `${base.slice(0, -1)},${members}}`

  const bodies: Record<string, string> = {
    'duplicate keys': withMembers('"tags":["first"],"tags":["second"],"metadata":{"a":1,"a":2}'),
    'escaped NUL': withMembers(
      '"model":"a\\u0000b","tags":["\\u0000"],"metadata":{"\\u0000":"\\u0000"},"function_name":"\\u0000","prompt_input_variables":{"n":"\\u0000"}',
    ),
    'unpaired surrogates': withMembers(
      '"model":"\\ud800","provider":"\\udc00","tags":["\\ud83d"],"metadata":{"\\udead":"\\ud800x"}',
    ),
    'huge numbers': withMembers(
      '"metadata":{"big":123456789012345678901234567890,"tiny":1e-400,"huge":1e400,"long":0.1000000000000000055511151231257827},"parameters":{"seed":9007199254740993}',
    ),
    'numbers in odd forms': withMembers('"price":1.50E+0,"input_tokens":-0,"score":1e1'),
    'odd white space': ` \n\t${base.replaceAll(',', ' ,\r\n ').replaceAll(':[', ' :\t[')} \n`,
    'escaped slashes and letters': withMembers('"fun\\u0063tion_name":"\\/caf\\u00e9","x":"\\u2028"'),
    'unknown keys': withMembers('"__proto__":{"polluted":true},"constructor":1,"":null'),
    'wide characters': withMembers('"tags":["😀 ünï 名前 \u2028"],"metadata":{"😀":"😀"}'),
  }

  for (const [feature, body] of Object.entries(bodies))
    it(`is stored unchanged with ${feature}`, async () => {
      const reply = await app.api.post('/log-request', body)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      assert.equal((await originalOf(app, reply.body.id)).toString(), body)
      const row = await readBack(app.api, reply.body.id)
      assert.equal(row.request_id, reply.body.id)
    })

  it('is read with the last value of duplicate keys, as JavaScript parses JSON', async () => {
    const { body } = await app.api.post('/log-request', bodies['duplicate keys'])
    const row = await readBack(app.api, body.id)
    assert.deepEqual([row.tags, row.metadata], [['second'], { a: 2 }])
  })

  it('is read with NUL in tags, metadata and variables', async () => {
    const { body } = await app.api.post('/log-request', bodies['escaped NUL'])
    const row = await readBack(app.api, body.id)
    assert.deepEqual([row.tags, row.metadata], [['\u0000'], { '\u0000': '\u0000' }])
    assert.deepEqual(row.prompt_input_variables, { n: '\u0000' })
  })

  it('may be tens of megabytes, and not more than the limit', async () => {
    const large = withMembers(`"x":"${'y'.repeat(20 * 1024 * 1024)}"`)
    const { status, body } = await app.api.post('/log-request', large)
    assert.equal(status, 200)
    assert.equal((await originalOf(app, body.id)).length, large.length)
    const tooLarge = withMembers(`"x":"${'y'.repeat(33 * 1024 * 1024)}"`)
    assert.equal((await app.api.post('/log-request', tooLarge)).status, 413)
  })

  it('is refused if its bytes are not UTF-8, or nest too deeply', async () => {
    const bytes = Buffer.from(withMembers('"x":"?"'))
    bytes[bytes.length - 3] = 0xff
    assert.equal((await app.api.post('/log-request', bytes)).status, 422)
    const deep = withMembers(`"x":${'['.repeat(5000)}${']'.repeat(5000)}`)
    assert.equal((await app.api.post('/log-request', deep)).status, 422)
  })

  it('of a tracked call is stored without the key', async () => {
    const text = (key: string) =>
      `{ "function_name":"f","kwargs":{"a":1,"a":2,"n":1e400,"s":"\\u0000\\ud800"} , "api_key" :"${key}","request_start_time":1,"request_end_time":2}`
    const reply = await app.api.post('/track-request', text('secret'))
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal((await originalOf(app, reply.body.request_id)).toString(), text(''))
    await readBack(app.api, reply.body.request_id)
  })
})
