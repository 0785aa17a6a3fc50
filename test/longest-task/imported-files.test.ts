import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { testEngine } from '../kit/engine.ts'
import { until } from '../kit/until.ts'
import { TaskMeter } from './task-meter.ts'

/** The limit, in milliseconds of processor time. */
const maxMilliseconds = 250
const tables = '/api/public/v2/tables'
const mebibyte = 1024 * 1024

/** Files that are small to send and large to parse; each import succeeds or is refused with a reason. */
const files: Readonly<Record<string, () => string>> = {
  'one.csv': () => `a\n${'x'.repeat(24 * mebibyte)}\n`,
  'one-quoted.csv': () => `a\n"${'x'.repeat(24 * mebibyte)}\n`,
  'quotes.csv': () => `a\n"${'""'.repeat(8 * mebibyte)}"\n`,
  'header.csv': () => `${'a,'.repeat(4 * mebibyte)}a\n`,
  'empty-lines.csv': () => `a\n${'\n'.repeat(16 * mebibyte)}`,
  'commas.csv': () => `a,b\n${`${','.repeat(1_000)}\n`.repeat(8_000)}`,
  'deep.json': () => `[{"a":${'['.repeat(4 * mebibyte)}${']'.repeat(4 * mebibyte)}}]`,
  'open.json': () => '['.repeat(8 * mebibyte),
  'keys.json': () => `[{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":0`).join()}}]`,
  'other-keys.json': () => `[${Array.from({ length: 200_000 }, (_, index) => `{"k${index}":0}`).join()}]`,
  'values.json': () => `[{"a":{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":0`).join()}}}]`,
  'text.json': () => `[{"a":"${'x'.repeat(24 * mebibyte)}"}]`,
  'escapes.json': () => `[{"a":"${'\\u0041'.repeat(3 * mebibyte)}"}]`,
  'number.json': () => `[{"a":${'9'.repeat(4 * mebibyte)}}]`,
  'numbers.json': () => `[{"a":[${'1234567890123456789,'.repeat(400_000)}1]}]`,
  'blanks.json': () => `[${' '.repeat(24 * mebibyte)}{"a":1}]`,
}

/**
 * The files that PostgreSQL imports too, because its driver runs in the server's thread: the largest upload, and the largest
 * stored value. The others have nothing to store, or are refused while they are parsed.
 */
const onPostgres = ['one.csv', 'quotes.csv']
const imported = Object.entries(files).filter(
  ([name]) => testEngine() === 'sqlite' || onPostgres.includes(name),
)

suite('a hostile file does not hold the event loop', () => {
  const app = appOfSuite({}, {}, null)

  async function ended(path: string) {
    const { operation } = await until(
      async () => (await app.api.get(path)).body,
      ({ operation }) => operation.status === 'completed' || operation.status === 'failed',
    )
    return operation
  }

  for (const [file_name, text] of imported)
    test(file_name, async () => {
      const { table } = (await app.api.post(tables, { create_default_sheet: false })).body
      const file_content_base64 = Buffer.from(text()).toString('base64')
      const source = { type: 'file', file_name, file_content_base64 }
      const begun = await app.api.post(`${tables}/${table.id}/sheets`, { source })
      if (begun.status >= 400) return assert.ok(begun.status < 500, JSON.stringify(begun.body))
      // The body was made and sent in this thread; only the job that reads the file is measured.
      const meter = new TaskMeter()
      meter.start()
      const operation = await ended(`${tables}/${table.id}/sheets/operations/${begun.body.operation_id}`)
      const longest = meter.stop()
      if (operation.status === 'failed') assert.ok(operation.error_message, JSON.stringify(operation))
      assert.ok(longest <= maxMilliseconds, `${file_name} held the event loop for ${longest} ms`)
    })
})
