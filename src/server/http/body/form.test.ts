import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../engine/refusal.ts'
import { readForm } from './form.ts'

const form = { json: ['metadata', 'json'], file: ['archive', 'zip'] }
const type = 'multipart/form-data; boundary=xx'
const part = (name: string, value: string, more = '') =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const read = (body: string | Buffer, contentType = type) => readForm(form, contentType, Buffer.from(body))
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Refusal, String(error))
  return [error.code, (error.data['loc'] as string[] | undefined)?.join('.')]
}

test('JSON comes by itself or as a part, with a file or without', async () => {
  const json = { name: 'a' }
  assert.deepEqual(await read('{"name":"a"}', 'application/json; charset=utf-8'), { json, upload: null })
  assert.deepEqual(await readForm(form, undefined, Buffer.alloc(0)), { json: undefined, upload: null })
  assert.deepEqual(await read(`${part('json', '{"name":"a"}')}--xx--\r\n`), { json, upload: null })
  const bytes = Buffer.from([0x50, 0x4b, 0, 0xff, 0x0d, 0x0a, 0x2d])
  const body = Buffer.concat([
    Buffer.from(part('metadata', '{"name":"a"}')),
    Buffer.from('--xx\r\nContent-Disposition: form-data; name="zip"; filename="a.zip"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--xx--\r\n'),
  ])
  assert.deepEqual(await read(body), { json, upload: { field: 'zip', bytes } })
  assert.deepEqual(await read(`${part('archive', 'PK')}--xx--`), {
    json: {},
    upload: { field: 'archive', bytes: Buffer.from('PK') },
  })
})

test('parts that are unknown or come twice are named', async () => {
  const end = '--xx--\r\n'
  assert.deepEqual(await refusal(read(part('other', '1') + end)), ['invalid', 'body.other'])
  assert.deepEqual(await refusal(read(part('zip', '1') + part('archive', '2') + end)), [
    'invalid',
    'body.archive',
  ])
  assert.deepEqual(await refusal(read(part('json', '{}') + part('json', '{}') + end)), [
    'invalid',
    'body.json',
  ])
  assert.deepEqual(await refusal(read(part('json', '{') + end)), ['invalid', 'body'])
})

test('an invalid form is refused', async () => {
  assert.deepEqual(await refusal(read('{}', 'text/plain')), ['unsupported_media_type', undefined])
  assert.deepEqual(await refusal(read('', 'application/zip')), ['unsupported_media_type', undefined])
  for (const [body, contentType] of [
    ['', type],
    ['no form at all', type],
    [part('json', '{}'), type],
    [part('zip', 'PK').slice(0, 40), type],
    [`${part('json', '{}')}--xx--`, 'multipart/form-data'],
    [`${part('zip', 'x').repeat(9)}--xx--`, type],
  ] as const)
    assert.deepEqual(await refusal(read(body, contentType)), ['invalid', 'body'], body.slice(0, 60))
})
