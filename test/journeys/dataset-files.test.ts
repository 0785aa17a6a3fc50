import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { datasetsOf, finishedReport, logWithVariables, newGroup, v2, versions } from './support/datasets.ts'
import { log } from './support/requests.ts'
import { publish, userChat } from './support/templates.ts'

suite('files of datasets', () => {
  const app = appOfSuite()
  const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

  const send = (dataset_group_id: number, file_name: string, content: string | Buffer) =>
    app.api.post(`${versions}/from-file`, {
      dataset_group_id,
      file_name,
      file_content_base64: base64(content),
    })

  /** Sends a file and waits until it is read or has failed. Returns the dataset. */
  async function datasetOfFile(group: number, file_name: string, content: string | Buffer) {
    const { dataset_id } = bodyOf(await send(group, file_name, content), 201)
    return until(
      async () => (await datasetsOf(app.api, group)).find(({ id }: { id: number }) => id === dataset_id),
      ({ version_number, error_message }) => version_number > 0 || error_message !== null,
    )
  }

  const valuesOf = async (id: number) => {
    const { rows } = bodyOf(await app.api.get(`${v2}/datasets/${id}/rows?per_page=100`))
    return rows.map((row: { value: unknown }[]) => row.map(({ value }) => value))
  }

  test('a CSV file is the next version of its group, beside the draft', async () => {
    const group = await newGroup(app.api, 'from a CSV file')
    const dataset = await datasetOfFile(group, 'q.csv', 'question,expected\n"1, 1",2\n"two\nlines",\n')
    assert.deepEqual([dataset.version_number, dataset.row_count], [1, 2])
    assert.deepEqual(dataset.column_names, ['question', 'expected'])
    assert.deepEqual(await valuesOf(dataset.id), [
      ['1, 1', '2'],
      ['two\nlines', null],
    ])
    assert.equal((await datasetOfFile(group, 'again.csv', 'a\n1\n')).version_number, 2)
    const draft = (await datasetsOf(app.api, group)).find(
      ({ version_number }: { version_number: number }) => version_number === -1,
    )
    assert.ok(draft)
    const { report_id } = bodyOf(await app.api.post('/reports', { dataset_group_id: group }), 201)
    await finishedReport(app.api, report_id)
  })

  test('a JSON file may hold any values, and any keys', async () => {
    const group = await newGroup(app.api, 'from a JSON file')
    const dataset = await datasetOfFile(
      group,
      'q.json',
      '[{"a": {"b": [1]}, "__proto__": "x"}, {"c": null, "a": 2}]',
    )
    assert.deepEqual(dataset.column_names, ['a', '__proto__', 'c'])
    assert.deepEqual(await valuesOf(dataset.id), [
      [{ b: [1] }, 'x', null],
      [2, null, null],
    ])
  })

  for (const [title, name, content, reason] of [
    ['a ragged line', 'q.csv', 'a,b\n1,2\n3\n', /Line 3/],
    ['a quote without an end', 'q.csv', 'a\n"1\n', /quote/],
    ['no text', 'q.csv', Buffer.from([0x61, 0x0a, 0xff, 0xfe]), /UTF-8/],
    ['no object', 'q.json', '[1, 2]', /JSON objects/],
    ['half a list', 'q.json', '[{"a": 1}', /no end/],
  ] as const)
    test(`a file with ${title} makes no version, and the error has the reason`, async () => {
      const group = await newGroup(app.api, `bad: ${title}`)
      const dataset = await datasetOfFile(group, name, content)
      assert.deepEqual([dataset.version_number, dataset.row_count], [0, 0])
      assert.match(dataset.error_message, reason)
      bodyOf(await app.api.post('/reports', { dataset_group_id: group }), 400)
    })

  test('an unknown file type, or invalid base64, is refused at once', async () => {
    const group = await newGroup(app.api, 'refused files')
    bodyOf(await send(group, 'q.xlsx', 'a'), 400)
    const body = { dataset_group_id: group, file_name: 'q.csv', file_content_base64: '*' }
    bodyOf(await app.api.post(`${versions}/from-file`, body), 422)
    bodyOf(await send(999_999, 'q.csv', 'a\n1\n'), 404)
    assert.equal((await datasetsOf(app.api, group)).length, 1)
  })

  test('requests that are named are added to the draft, which is published with them', async () => {
    const dataset_group_id = await newGroup(app.api, 'named requests')
    const ids = [
      await logWithVariables(app.api, { a: 1 }),
      await logWithVariables(app.api, { b: 2 }),
      await logWithVariables(app.api, { a: 3 }),
    ]
    const body = { dataset_group_id, request_log_ids: [ids[2], ids[0], ids[2], ids[1]] }
    const draft = bodyOf(await app.api.post(`${versions}/from-filter-params`, body), 201)
    assert.equal(draft.version_number, -1)
    const [dataset] = await until(
      () => datasetsOf(app.api, dataset_group_id),
      ([one]) => one.version_number === 1,
    )
    assert.equal(dataset.id, draft.dataset_id)
    const index = dataset.column_names.indexOf('request_id')
    const values: unknown[][] = await valuesOf(dataset.id)
    assert.deepEqual(
      values.map((row) => row[index]),
      [ids[2], ids[0], ids[1]],
    )
    bodyOf(
      await app.api.post(`${versions}/from-filter-params`, { ...body, request_log_ids: [999_999_999] }),
      404,
    )
  })

  test('a filter is stored, and a run with refresh_dataset evaluates it again', async () => {
    const dataset_group_id = await newGroup(app.api, 'of a filter')
    const first = await logWithVariables(app.api, { a: 1, b: 'x' }, 'A quokka smiles')
    await logWithVariables(app.api, { a: 2 }, 'A wombat digs')
    const filter = {
      q: 'quokka',
      sort_by: 'request_start_time',
      sort_order: 'asc',
      variables_to_parse: ['a'],
    }
    const draft = bodyOf(
      await app.api.post(`${versions}/from-filter-params`, { dataset_group_id, ...filter }),
      201,
    )
    const [dataset] = await until(
      () => datasetsOf(app.api, dataset_group_id),
      ([one]) => one.version_number === 1,
    )
    assert.equal(dataset.id, draft.dataset_id)
    assert.deepEqual([dataset.row_count, dataset.filter_params.q], [1, 'quokka'])
    assert.deepEqual(dataset.column_names.slice(0, 2), ['a', 'request_id'])
    assert.deepEqual((await valuesOf(dataset.id))[0].slice(0, 2), [1, first])

    const { report_id } = bodyOf(await app.api.post('/reports', { dataset_group_id }), 201)
    const second = await logWithVariables(app.api, { a: 3 }, 'Another quokka')
    const run = async (name: string, refresh_dataset: boolean) =>
      bodyOf(await app.api.post(`/reports/${report_id}/run`, { name, refresh_dataset })).report_id
    await finishedReport(app.api, await run('stored version', false))
    await finishedReport(app.api, await run('new version', true))
    const datasets = await datasetsOf(app.api, dataset_group_id)
    const newest = datasets.find(({ version_number }: { version_number: number }) => version_number === 2)
    assert.equal(newest.row_count, 2)
    assert.deepEqual(
      (await valuesOf(newest.id)).map((row: unknown[]) => row[1]),
      [first, second],
    )
  })

  test('refresh_dataset is refused for a dataset that was not made from a filter', async () => {
    const group = await newGroup(app.api, 'of no filter')
    await datasetOfFile(group, 'q.csv', 'a\n1\n')
    const { report_id } = bodyOf(await app.api.post('/reports', { dataset_group_id: group }), 201)
    bodyOf(await app.api.post(`/reports/${report_id}/run`, { name: 'no', refresh_dataset: true }), 403)
  })

  test('a filter without matches creates an empty version, and is not evaluated again', async () => {
    const dataset_group_id = await newGroup(app.api, 'of nothing')
    bodyOf(await app.api.post(`${versions}/from-filter-params`, { dataset_group_id, q: 'thylacine' }), 201)
    const [dataset] = await until(
      () => datasetsOf(app.api, dataset_group_id),
      ([one]) => one.version_number === 1,
    )
    assert.equal(dataset.row_count, 0)
    const { report_id } = bodyOf(await app.api.post('/reports', { dataset_group_id }), 201)
    bodyOf(await app.api.post(`/reports/${report_id}/run`, { name: 'no', refresh_dataset: true }), 401)
  })

  test('a filter without matches keeps the columns, and a run of it ends without a score', async () => {
    const dataset_group_id = await newGroup(app.api, 'of nothing any more')
    await logWithVariables(app.api, { animal: 'numbat' }, 'A numbat eats')
    const versionOf = (number: number) =>
      until(
        async () =>
          (await datasetsOf(app.api, dataset_group_id)).find(
            ({ version_number }: { version_number: number }) => version_number === number,
          ),
        (dataset) => dataset !== undefined,
      )
    const make = async (q: string) =>
      bodyOf(await app.api.post(`${versions}/from-filter-params`, { dataset_group_id, q }), 201)
    await make('numbat')
    const first = await versionOf(1)
    await make('thylacine')
    const second = await versionOf(2)
    assert.deepEqual([second.row_count, second.column_names], [0, first.column_names])

    const columns = [
      { column_type: 'CONTAINS', name: 'is a numbat', configuration: { source: 'animal', value: 'numbat' } },
    ]
    const pipeline = bodyOf(await app.api.post('/reports', { dataset_group_id, columns }), 201).report_id
    await finishedReport(app.api, pipeline)
    const run = bodyOf(await app.api.post(`/reports/${pipeline}/run`, { name: 'empty' })).report_id
    assert.deepEqual((await finishedReport(app.api, run)).stats.status_counts.FAILED, 0)
    const { score } = bodyOf(await app.api.get(`/reports/${run}/score`))
    assert.deepEqual([score.overall_score, score.score_type], [null, 'none'])

    const code = 'return {score: 100}'
    bodyOf(
      await app.api.patch(`/reports/${run}/score-card`, {
        column_names: [],
        code,
        code_language: 'JAVASCRIPT',
      }),
      200,
    )
    await finishedReport(app.api, run)
    const scored = bodyOf(await app.api.get(`/reports/${run}/score`)).score
    assert.deepEqual([scored.overall_score, scored.has_custom_scoring], [null, true])
  })

  test('a first version without matches has the columns of every request', async () => {
    const dataset_group_id = await newGroup(app.api, 'of nothing yet')
    const body = { dataset_group_id, q: 'thylacine', variables_to_parse: ['animal', 'input'] }
    bodyOf(await app.api.post(`${versions}/from-filter-params`, body), 201)
    const [dataset] = await until(
      () => datasetsOf(app.api, dataset_group_id),
      ([one]) => one.version_number === 1,
    )
    assert.deepEqual(dataset.column_names.slice(0, 4), ['animal', 'input', 'request_id', 'input 2'])
  })

  test('the flat filters of the MCP server match the same requests as a filter group', async () => {
    const tagged = (tags: string[], metadata: object, rest: object = {}) =>
      log(app.api, { tags, metadata, ...rest })
    await publish(app.api, 'flat', userChat('Hi'))
    await publish(app.api, 'flat', userChat('Hello'))
    const first = await tagged(['flat', 'gold'], { customer: 'acme', stage: 'one' })
    const second = await tagged(['flat', 'silver'], { customer: 'acme', stage: 'two' }, { status: 'WARNING' })
    const third = await tagged(
      ['flat'],
      { customer: 'other' },
      { prompt_name: 'flat', prompt_version_number: 2 },
    )
    const base = { tags: ['flat'], sort_by: 'price', sort_order: 'asc' }
    const start = '2026-01-01T00:00:00Z'
    const filters: readonly (readonly [object, readonly number[]])[] = [
      [{}, [first, second, third]],
      [{ tags_and: ['gold'] }, [first]],
      [{ tags_or: ['gold', 'silver'] }, [first, second]],
      [{ metadata: { customer: 'acme' }, metadata_and: [{ key: 'stage', value: 'two' }] }, [second]],
      [
        {
          metadata_or: [
            { key: 'stage', value: 'one' },
            { key: 'customer', value: 'other' },
          ],
        },
        [first, third],
      ],
      [{ id: second }, [second]],
      [{ status: ['WARNING', 'ERROR'] }, [second]],
      [{ prompt_templates_include: [{ name: 'flat' }] }, [third]],
      [{ prompt_templates_include: [{ name: 'flat', version_numbers: [1] }] }, []],
      [{ prompt_templates_exclude: [{ name: 'flat', version_numbers: [2] }] }, [first, second]],
      [{ start_time: start }, [first, second, third]],
      [{ end_time: start }, []],
      [{ filter_group: { filters: [{ field: 'tags', operator: 'contains', value: 'silver' }] } }, [second]],
    ]
    for (const [index, [filter, expected]] of filters.entries()) {
      const dataset_group_id = await newGroup(app.api, `flat filter ${index}`)
      const reply = await app.api.post(`${versions}/from-filter-params`, {
        dataset_group_id,
        ...base,
        ...filter,
      })
      bodyOf(reply, 201)
      const [dataset] = await until(
        () => datasetsOf(app.api, dataset_group_id),
        ([one]) => one.version_number === 1,
      )
      const at = dataset.column_names.indexOf('request_id')
      const requestIds = (await valuesOf(dataset.id)).map((row: unknown[]) => row[at])
      assert.deepEqual(requestIds.sort(), [...expected].sort(), JSON.stringify(filter))
    }
    const dataset_group_id = await newGroup(app.api, 'unknown template')
    const body = { dataset_group_id, prompt_templates_include: [{ name: 'no such template' }] }
    bodyOf(await app.api.post(`${versions}/from-filter-params`, body), 404)
  })

  for (const [what, body, status] of [
    ['a field that is not honoured', { starred: true }, 422],
    ['scores', { scores: [{ name: 'tone', operator: '>', value: 5 }] }, 422],
    ['a label of a template', { prompt_templates_include: [{ name: 'a', labels: ['prod'] }] }, 422],
    ['a malformed time', { start_time: 'yesterday' }, 422],
    [
      'an unknown field',
      { filter_group: { logic: 'AND', filters: [{ field: 'no', operator: 'is', value: 1 }] } },
      422,
    ],
    ['no list of filters', { filter_group: { filters: 'all' } }, 422],
    ['an unknown order', { sort_by: 'colour' }, 422],
    ['a limit of none', { limit: 0 }, 422],
  ] as const)
    test(`a filter with ${what} is refused, and no version is created`, async () => {
      const dataset_group_id = await newGroup(app.api, `filter with ${what}`)
      const reply = await app.api.post(`${versions}/from-filter-params`, { dataset_group_id, ...body })
      bodyOf(reply, status)
      assert.equal((await datasetsOf(app.api, dataset_group_id)).length, 1)
    })
})
