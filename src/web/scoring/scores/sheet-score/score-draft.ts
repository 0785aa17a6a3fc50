import type { Answer } from '../../../api/index.ts'

export type SheetScoreAnswer = Answer<'readSheetScore'>
type Type = NonNullable<SheetScoreAnswer['score_configuration']>['score_type']

export interface Winner {
  readonly kind: 'most_frequent' | 'lowest' | 'highest'
  readonly column_id: string
  readonly label_column_id: string | null
}

/** The score configuration while it is edited. */
export interface ScoreDraft {
  readonly type: Type
  readonly columns: readonly string[]
  readonly trueValues: readonly string[]
  readonly falseValues: readonly string[]
  readonly assertions: 'all' | 'any' | 'mean'
  readonly code: string
  readonly language: 'PYTHON' | 'JAVASCRIPT'
  readonly winner: Winner | null
}

export const startingCode: Readonly<Record<ScoreDraft['language'], string>> = {
  PYTHON: `passed = [row for row in data if row.get("Title")]
return {
    "score": 100 * len(passed) / max(1, len(data)),
    "score_matrix": [["", "Rows"], ["Passed", len(passed)], ["All", len(data)]],
}`,
  JAVASCRIPT: `const passed = data.filter((row) => row["Title"])
return {
  score: (100 * passed.length) / Math.max(1, data.length),
  score_matrix: [["", "Rows"], ["Passed", passed.length], ["All", data.length]],
}`,
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

export function draftOf({ score_configuration: configured }: SheetScoreAnswer): ScoreDraft {
  const config = configured?.score_config ?? {}
  const { assertion_aggregation: assertions, code_language: language, aggregate } = config
  return {
    type: configured?.score_type ?? 'auto',
    columns: textsOf(config['column_ids']),
    trueValues: textsOf(config['true_values']),
    falseValues: textsOf(config['false_values']),
    assertions: assertions === 'all' || assertions === 'any' ? assertions : 'mean',
    code: typeof config['code'] === 'string' ? config['code'] : startingCode.PYTHON,
    language: language === 'JAVASCRIPT' ? language : 'PYTHON',
    winner: (aggregate as Winner | null | undefined) ?? null,
  }
}

const orNull = (list: readonly string[]) => (list.length > 0 ? [...list] : null)

/** The complete configuration, so that removed parts are deleted. */
export function sentScore(draft: ScoreDraft) {
  const { type, winner } = draft
  const isCode = type === 'custom'
  return {
    score_type: type,
    score_config: { aggregate: isCode || !winner?.column_id ? null : { ...winner } },
    column_ids: isCode ? null : orNull(draft.columns),
    true_values: isCode ? null : orNull(draft.trueValues),
    false_values: isCode ? null : orNull(draft.falseValues),
    assertion_aggregation: isCode ? null : draft.assertions,
    code: isCode ? draft.code : null,
    code_language: draft.language,
  }
}
