import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { parseExact } from '../../src/engine/json/parse-exact.ts'
import { errorOf, openSandbox, returned } from './kit.ts'

const { run } = openSandbox({ after })

const decimal = '0.1000000000000000055511151231257827'
const text = `{"id":9007199254740993,"d":${decimal},"n":[-9007199254740995,1e-400,1.5],"t":"9007199254740993"}`
const data = parseExact(text)

for (const language of ['javascript', 'python'] as const)
  describe(language, () => {
    const gives = async (code: string) => JSON.stringify(returned(await run(language, code, { data })))

    test('returns its input digit by digit', async () => assert.equal(await gives('return data'), text))

    test('sees whole numbers of any size, and shows decimals with all digits', async () => {
      const [plus, shown] =
        language === 'python'
          ? [
              'return [data["id"] + 2, type(data["id"]).__name__]',
              'return [str(data["d"]), f"{data[\'d\']}"]',
            ]
          : ['return [data.id + 2n, typeof data.id]', 'return [String(data.d), [data.d].join()]']
      assert.equal(await gives(plus), `[9007199254740995,"${language === 'python' ? 'int' : 'bigint'}"]`)
      assert.equal(await gives(shown), `["${decimal}","${decimal}"]`)
    })

    test('a large number that it made', async () => {
      const code = language === 'python' ? 'return {"a": 3 ** 50}' : 'return { a: 3n ** 50n }'
      assert.equal(await gives(code), '{"a":717897987691852588770249}')
      const tooLarge = language === 'python' ? 'return 10 ** 400' : 'return 10n ** 400n'
      const error = errorOf(await run(language, tooLarge))
      assert.match(error.message, /holds a number that is too large/)
    })
  })

test('a whole number beyond 2^53 leaves JavaScript with the digits of its double', async () => {
  for (const [code, digits] of [
    ['2 ** 53', '9007199254740992'],
    ['2 ** 60', '1152921504606846976'],
    ['-(2 ** 69)', '-590295810358705651712'],
    ['2 ** 70', '1.1805916207174113e+21'],
    ['1e308', '1e+308'],
    ['2 ** 53 - 1', '9007199254740991'],
    ['0.1 + 0.2', '0.30000000000000004'],
  ]) {
    const value = returned(await run('javascript', `return { a: [${code}] }`))
    assert.equal(JSON.stringify(value), `{"a":[${digits}]}`)
  }
  const [python, javascript] = await Promise.all([
    run('python', 'return 2 ** 69'),
    run('javascript', 'return 2 ** 69'),
  ])
  assert.equal(String(returned(python)), String(returned(javascript)))
})

test('JavaScript refuses to round a decimal, and names it with the remedy', async () => {
  for (const code of [
    'return data.d * 2',
    'return data.d > 0.05',
    'return JSON.stringify(data.d)',
    'return data.d + ""',
  ]) {
    const { kind, type, message } = errorOf(await run('javascript', code, { data }))
    assert.deepEqual([kind, type], ['exception', 'TypeError'])
    assert.match(message, /^0\.1000000000000000055511151231257827 cannot be .* String\(value\).* Python/)
  }
  assert.equal(returned(await run('javascript', 'return Number(String(data.d)) * 2', { data })), 0.2)
  assert.equal(returned(await run('javascript', 'return data.d === data.d', { data })), true)
})

test('Python calculates with a float where a decimal has more digits', async () => {
  assert.equal(returned(await run('python', 'return sum([data["d"], data["d"]])', { data })), 0.2)
  assert.equal(returned(await run('python', 'return isinstance(data["d"], float)', { data })), true)
  const copied = await run('python', 'import copy\nreturn copy.deepcopy(data)', { data })
  assert.equal(JSON.stringify(returned(copied)), text)
})
