import type { Scorer } from '../../contract/index.ts'
import type { ColumnTypeName } from '../../engine/columns/index.ts'

/** The title of the column with the answer. No variable can have this name, because names do not begin with a space. */
export const answerTitle = ' The answer'

export type ColumnScorer = Exclude<Scorer, { kind: 'cost' | 'latency' }>

interface ScorerColumn {
  readonly type: ColumnTypeName
  readonly config: Readonly<Record<string, unknown>>
}

/** Returns the column that judges in the same way as the scorer. */
export function columnOf(scorer: ColumnScorer, variables: readonly string[]): ScorerColumn {
  const source = answerTitle
  switch (scorer.kind) {
    case 'contains': {
      const { value, variable, negate = false } = scorer
      const needle = variable === undefined ? { value } : { value_source: variable }
      return { type: 'CONTAINS', config: { source, negate, ...needle } }
    }
    case 'equals': {
      const { value, variable } = scorer
      const sides =
        variable === undefined ? { sources: [source], target: value } : { sources: [source, variable] }
      return { type: 'COMPARE', config: { ...sides, comparison_type: { type: 'STRING' } } }
    }
    case 'regex':
      return {
        type: 'REGEX',
        config: { source, regex_pattern: scorer.pattern, negate: scorer.negate ?? false },
      }
    case 'json':
      return {
        type: 'ASSERT_VALID',
        config:
          scorer.schema === undefined
            ? { source, type: 'object' }
            : { source, type: 'json_schema', json_schema: scorer.schema },
      }
    case 'length':
      return {
        type: 'COUNT',
        config: { source, type: scorer.unit, min_count: scorer.min, max_count: scorer.max },
      }
    case 'judge':
      return {
        type: 'LLM_ASSERTION',
        config: {
          source,
          prompt: scorer.assertion,
          variable_mappings: Object.fromEntries(variables.map((name) => [name, name])),
          ...(scorer.model && { model: scorer.model }),
        },
      }
  }
}
