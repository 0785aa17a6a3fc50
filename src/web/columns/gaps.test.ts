import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cases } from '../../engine/columns/cases/index.cases.ts'
import { columnTypes } from '../../engine/columns/index.ts'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import type { Config } from './config.ts'
import { gapsOf } from './gaps.ts'
import { forms } from './kinds.ts'
import { names } from './type-names.ts'

const types = Object.keys(names) as ColumnTypeName[]

const isRefused = (type: ColumnTypeName, config: Config): boolean => {
  try {
    columnTypes[type].config(config)
    return false
  } catch {
    return true
  }
}

describe('gaps of a config', () => {
  for (const type of types) {
    it(`are found in a new column of ${type}, if the server refuses it`, () => {
      const start = forms[type].start ?? {}
      assert.equal(gapsOf(type, start).size > 0, isRefused(type, start))
    })

    it(`are not found in the configs of ${type} that are computed`, () => {
      for (const [title, config] of cases[type]) {
        if (isRefused(type, config as Config)) continue
        // The server stores the config as the engine reads it.
        const stored = columnTypes[type].config(config) as Config | null
        if (stored === null || stored['inline_template']) continue
        const opened = forms[type].opened?.(stored) ?? stored
        assert.deepEqual([...gapsOf(type, opened)], [], title)
      }
    })
  }

  it('name all controls to fill at once', () => {
    assert.deepEqual(
      [...gapsOf('LLM_ASSERTION', { output: 'score', scale: { min: 1 }, repeats: 99 })],
      [
        ['source', 'Choose a column.'],
        ['prompt', 'Enter a value, or choose a column above.'],
        ['scale.max', 'Enter a number.'],
        ['repeats', 'Must be at most 15.'],
      ],
    )
    assert.deepEqual(
      [...gapsOf('CONDITION', { conditionals: [{ operator: '=', left_config: { source: 'a' } }] })],
      [['conditionals.0.right_config', 'Choose a column, or enter a value.']],
    )
    assert.deepEqual(
      [...gapsOf('COUNT', { source: 'a', type: 'words', min_count: 'two' })],
      [['min_count', 'Must be a number.']],
    )
  })

  it('are a message and a model in a prompt that is written in the column', () => {
    const blank = { type: 'chat', messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }
    const config = { inline_template: { inline: true, prompt_template: blank } }
    assert.deepEqual(
      [...gapsOf('PROMPT_TEMPLATE', config)],
      [
        ['inline_template.prompt_template', 'Write a message.'],
        ['inline_template.metadata.model', 'Choose a model.'],
      ],
    )
    assert.deepEqual(
      [...gapsOf('FOR_LOOP', { loop_type: 'prompt', iterator_source: 'a', prompt_config: config }).keys()],
      ['prompt_config.inline_template.prompt_template', 'prompt_config.inline_template.metadata.model'],
    )
  })
})
