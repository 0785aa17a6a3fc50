import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { maxCodeSeconds, standardCodeSeconds } from '../code/limits.ts'
import { codeReferences } from '../code/references.ts'
import type { Inputs } from '../column.ts'
import { choice, number } from '../config/fields.ts'
import { configReader, type Spelling } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failedWith } from '../failures.ts'
import { need, value } from '../steps.ts'

const MAX_CODE = 1_048_576

const schema = z.looseObject({
  code: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required.' : 'must be text.') })
    .max(MAX_CODE, `is longer than ${MAX_CODE} characters.`)
    .refine((code) => code.trim() !== '', 'must not be blank.'),
  language: choice(['PYTHON', 'JAVASCRIPT']),
  /** Seconds that the code of one cell may run. */
  timeout: number
    .positive('must be above 0.')
    .max(maxCodeSeconds, `must be at most ${maxCodeSeconds}.`)
    .nullish(),
})

const upperCase: Spelling = (configInput) => {
  if (typeof configInput['language'] === 'string')
    configInput['language'] = configInput['language'].toUpperCase()
  else if (configInput['language'] === undefined || configInput['language'] === null)
    configInput['language'] = 'PYTHON'
}

/** The body of a function of the row, run in the sandbox. */
export const codeExecution = defineColumn<z.output<typeof schema>>({
  type: 'CODE_EXECUTION',
  cost: 'compute',
  score: () => 'by-value',
  config: configReader(schema, upperCase),
  dependsOn({ code }) {
    return codeReferences(code).names.map((target) => ({ key: 'code', target, optional: true }))
  },
  seesRow: ({ code }) => codeReferences(code).readsWholeRow,
  evaluator(config) {
    const language = config.language === 'PYTHON' ? 'python' : 'javascript'
    const { names, readsWholeRow } = codeReferences(config.code)
    const deadlineMilliseconds = Math.ceil((config.timeout ?? standardCodeSeconds) * 1_000)
    return {
      prepare(inputs) {
        const data = readsWholeRow ? inputs.row() : namedIn(names, inputs)
        return need({ kind: 'code', language, code: config.code, data, deadlineMilliseconds })
      },
      complete: (_inputs, _state, answer) => (answer.ok ? value(answer.value) : failedWith(answer.failure)),
    }
  },
})

/** Titles without a column are absent, as in the whole row: `data.get("x", 1)` is 1 and `data["x"]` an error. */
function namedIn(names: readonly string[], { values, titles }: Inputs): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    names.flatMap((name, index): [string, Json][] =>
      titles[index] === '' ? [] : [[name, values[index] ?? null]],
    ),
  )
}
