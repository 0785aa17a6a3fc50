import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errorOf, openSandbox, returned } from './kit.ts'

const { run } = openSandbox({ after })

/** The most common imports, and modules that need a library. */
const modules = [
  ...['asyncio', 'base64', 'bz2', 'calendar', 'collections', 'csv', 'datetime', 'decimal', 'difflib', 'enum'],
  ...[
    'functools',
    'gzip',
    'hashlib',
    'html',
    'itertools',
    'json',
    'logging',
    'lzma',
    'math',
    'pathlib',
    'random',
  ],
  ...[
    're',
    'sqlite3',
    'statistics',
    'string',
    'textwrap',
    'tomllib',
    'typing',
    'unicodedata',
    'urllib.parse',
  ],
  ...['uuid', 'xml.etree.ElementTree', 'zlib', 'zoneinfo'],
]

const waiting = `import asyncio
async def twice(n):
    await asyncio.sleep(0.01 * n)
    return 2 * n
async def main():
    async with asyncio.timeout(5):
        return await asyncio.gather(*(twice(n) for n in range(3)))
`

describe('the standard library of Python', () => {
  test('can be imported', async () => {
    const code = `import importlib\nreturn [importlib.import_module(name).__name__ for name in data]`
    const outcome = await run('python', code, { data: modules, timeoutMs: 50_000 })
    assert.deepEqual(returned(outcome), modules)
  })

  test('runs coroutines, again and again', async () => {
    assert.deepEqual(returned(await run('python', `${waiting}return asyncio.run(main())`)), [0, 2, 4])
    const twice = `${waiting}
with asyncio.Runner() as runner:
    first = runner.run(main())
return first + asyncio.run(main())`
    assert.deepEqual(returned(await run('python', twice)), [0, 2, 4, 0, 2, 4])
  })

  test('reports a coroutine that never ends, takes too long, or fails', async () => {
    const failing = async (body: string) =>
      errorOf(await run('python', `import asyncio\nasync def main():\n    ${body}\nasyncio.run(main())`))
    assert.match((await failing('await asyncio.Event().wait()')).message, /never resolves/)
    assert.equal((await failing('await asyncio.wait_for(asyncio.sleep(60), 0.01)')).type, 'TimeoutError')
    const { type, message, line } = await failing('raise ValueError("x")')
    assert.deepEqual([type, message, line], ['ValueError', 'x', 3])
  })

  test('supports UTC, and reports other zones as missing', async () => {
    const utc = `import datetime, zoneinfo
moment = datetime.datetime(2026, 7, 1, 12, tzinfo=zoneinfo.ZoneInfo("UTC"))
return [moment.isoformat(), moment.tzname(), str(moment.dst())]`
    assert.deepEqual(returned(await run('python', utc)), ['2026-07-01T12:00:00+00:00', 'UTC', '0:00:00'])
    const other = errorOf(await run('python', 'import zoneinfo\nzoneinfo.ZoneInfo("Europe/Berlin")'))
    assert.equal(other.type, 'ZoneInfoNotFoundError')
    assert.match(other.message, /UTC is the only time zone here\. Instead of Europe\/Berlin use an offset/)
  })

  test('is the only library, and the error says so', async () => {
    const { type, message } = errorOf(await run('python', 'import numpy'))
    assert.equal(type, 'ModuleNotFoundError')
    assert.equal(message, "No module named 'numpy'. Only Python's standard library is available.")
  })
})
