import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SandboxUnavailable } from '../../src/server/edge/index.ts'
import { appOfSuite } from '../kit/app.ts'
import { assertRefused } from './support/templates.ts'
import {
  addVersion,
  createLabel,
  createTool,
  functionTool,
  javascript,
  python,
  toolPath,
} from './support/tools.ts'

describe('running the code of a tool', () => {
  const app = appOfSuite()
  let count = 0
  const tool = async (content: object) => {
    const name = `tool_${++count}`
    await createTool(app.api, name, content)
    return name
  }
  const execute = async (name: string, body: object, query = '') => {
    const reply = await app.api.post(`${toolPath(name)}/test-execute${query}`, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.equal(reply.body.success, true)
    return reply.body.result
  }
  const setVariable = async (path: string, key: string, value: string) =>
    assert.equal((await app.api.post(path, { key, value })).status, 201)

  const sum = {
    javascript: javascript(
      'const data = args.a + args.b\nconsole.log("adding")\nreturn { sum: data } // done',
    ),
    python: python('print("adding")\nreturn {"sum": args["a"] + args["b"]}'),
  }
  for (const [language, execution] of Object.entries(sum))
    it(`passes inputs to ${language}, and returns the value and the printed lines`, async () => {
      const name = await tool({ execution })
      const { duration_ms, ...result } = await execute(name, { inputs: { a: 1, b: 2 } })
      assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0)
      assert.deepEqual(result, {
        status: 'success',
        result: { sum: 3 },
        stdout: 'adding\n',
        stderr: '',
        error: null,
      })
    })

  const failing = {
    javascript: javascript('const x = 1\nthrow new TypeError("no such city")'),
    python: python('x = 1\nraise TypeError("no such city")'),
  }
  for (const [language, execution] of Object.entries(failing))
    it(`answers 200 to an error of ${language}, with the line of the tool's own code`, async () => {
      const { status, result, error } = await execute(await tool({ execution }), {})
      assert.deepEqual([status, result], ['error', null])
      assert.deepEqual(error, { type: 'TypeError', message: 'no such city', line: 2, kind: 'exception' })
    })

  const region = {
    javascript: javascript('return [env.REGION, env.ONLY_SHARED, env.WAITS]'),
    python: python('return [env["REGION"], env["ONLY_SHARED"], env["WAITS"]]'),
  }
  it('prefers variables of the tool to variables of the workspace', async () => {
    const shared = '/api/public/v2/env-vars'
    await setVariable(shared, 'REGION', 'shared')
    await setVariable(shared, 'ONLY_SHARED', 'yes')
    await setVariable(shared, 'WAITS', 'shared')
    for (const execution of Object.values(region)) {
      const name = await tool({ execution })
      await setVariable(`${toolPath(name)}/env-vars`, 'REGION', 'own')
      await setVariable(`${toolPath(name)}/env-vars`, 'WAITS', '')
      assert.deepEqual((await execute(name, {})).result, ['own', 'yes', 'shared'])
      const other = await tool({ execution })
      assert.deepEqual((await execute(other, {})).result, ['shared', 'yes', 'shared'])
    }
  })

  it('masks the values of variables in every output', async () => {
    const secret = 'hunter2-"hunter2"'
    const code = `console.log(env.MASKED, JSON.stringify(env))
      if (args.fail) throw new Error("wrong: " + env.MASKED)
      return { [env.MASKED]: [env.MASKED] }`
    const name = await tool({ execution: javascript(code) })
    await setVariable(`${toolPath(name)}/env-vars`, 'MASKED', secret)
    const shown = await execute(name, {})
    assert.deepEqual(shown.result, { '***': ['***'] })
    assert.ok(!shown.stdout.includes('hunter2'))
    assert.equal((await execute(name, { inputs: { fail: true } })).error.message, 'wrong: ***')
  })

  it('runs the newest version, a given one, or the code of the body', async () => {
    const name = await tool({ execution: javascript('return 1') })
    await addVersion(app.api, name, { tool_definition: functionTool(name), execution: python('return 2') })
    await createLabel(app.api, name, 'prod', 1)
    assert.equal((await execute(name, {})).result, 2)
    assert.equal((await execute(name, {}, '?version=1')).result, 1)
    assert.equal((await execute(name, {}, '?label=prod')).result, 1)
    assert.equal((await execute(name, { execution: javascript('return 3') })).result, 3)
    const path = `${toolPath(name)}/test-execute`
    assertRefused(await app.api.post(`${path}?version=9`, {}), 404)
    assertRefused(await app.api.post(`${path}?version=1&label=prod`, {}), 422, 'query.label')
    assert.equal((await app.api.get(toolPath(name))).body.tool_registry.version.version_number, 2)
  })

  it('is refused without code or without the name of a function', async () => {
    const without = await tool({})
    const path = `${toolPath(without)}/test-execute`
    assertRefused(await app.api.post(path, {}), 400)
    const execution = javascript('return 1')
    assertRefused(await app.api.post(path, { execution, tool_definition: { type: 'function' } }), 400)
    assert.equal((await execute(without, { execution })).result, 1)
    const nameless = await tool({ tool_definition: {}, execution })
    assertRefused(await app.api.post(`${toolPath(nameless)}/test-execute`, {}), 400)
    assert.equal((await execute(nameless, { tool_definition: functionTool('named') })).result, 1)
  })

  it('answers with the stored mock on request, without running code', async () => {
    const execution = javascript('throw new Error("ran")')
    const name = await tool({ execution, mock_response: { sunny: [true, null] } })
    const { duration_ms, status, result } = await execute(name, { mock: true })
    assert.deepEqual([duration_ms, status, result], [0, 'success', { sunny: [true, null] }])
    assert.equal((await execute(name, { mock: false })).status, 'error')
    const without = await tool({ execution })
    assertRefused(await app.api.post(`${toolPath(without)}/test-execute`, { mock: true }), 400)
  })

  it("shows the sandbox's protection at /health", async () => {
    const { body } = await app.api.get('/health')
    assert.equal(body.sandbox, (await app.context.sandbox.level()).level)
  })
})

describe('without a sandbox', () => {
  const refuse = () => Promise.reject(new SandboxUnavailable('No runner can be had.'))
  const figures = refuse as never
  const app = appOfSuite({ sandbox: { run: refuse, level: refuse, figures, close: async () => {} } })

  it('answers 502, and mocks still work', async () => {
    await createTool(app.api, 'stuck', { execution: javascript('return 1'), mock_response: 'mock' })
    const path = `${toolPath('stuck')}/test-execute`
    const reply = await app.api.post(path, {})
    assert.deepEqual(
      [reply.status, reply.body.message],
      [502, 'Code cannot be run now; the log of the server says why.'],
    )
    assert.equal((await app.api.post(path, { mock: true })).body.result.result, 'mock')
    assert.equal((await app.api.get('/health')).body.sandbox, 'unavailable')
  })
})
