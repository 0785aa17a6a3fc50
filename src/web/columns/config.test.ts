import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { configProblem, valueAt, withValueAt } from './config.ts'

describe('a config', () => {
  it('is read and changed by paths and keeps all other fields', () => {
    const config = { sources: ['a', 'b'], comparison_type: { type: 'STRING' }, own: 1 }
    assert.equal(valueAt(config, 'sources.1'), 'b')
    assert.equal(valueAt(config, 'absent.0.deep'), undefined)
    assert.deepEqual(withValueAt(config, 'sources.1', undefined), { ...config, sources: ['a'] })
    assert.deepEqual(withValueAt(config, 'comparison_type.type', 'JSON').comparison_type, { type: 'JSON' })
    assert.deepEqual(withValueAt({}, 'sources.0', 'a'), { sources: ['a'] })
    assert.deepEqual(config.sources, ['a', 'b'])
  })

  it('has its refusals at its fields', () => {
    const error = new Error('config.sources: needs 2 columns, or 1 and a target.')
    assert.equal(configProblem(error, 'sources.0'), 'Needs 2 columns, or 1 and a target.')
    assert.equal(configProblem(error, 'source'), undefined)
    assert.equal(configProblem(new Error('No such sheet.'), 'sources.0'), undefined)
    assert.equal(configProblem(null, 'sources.0'), undefined)
    const missing = new Error('config.template: is required unless inline_template is given.')
    assert.equal(configProblem(missing, 'template'), 'Needs a value.')
  })
})
