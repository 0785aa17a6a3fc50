import { useId, useState } from 'react'
import { call, errorAt, errorElsewhere, invalidate } from '../../api/index.ts'
import {
  Button,
  CheckList,
  Form,
  HeadedPanel,
  NativeSelectField,
  Problem,
  SwitchRow,
  TextAreaField,
} from '../../design/index.ts'
import { useFormChange } from '../../dialogs/values.ts'
import type { ReportAnswer, ReportColumn } from '../queries.ts'
import { isComputed } from './computed.ts'

interface Props {
  readonly report: ReportAnswer['report']
  readonly columns: readonly ReportColumn[]
  readonly mayChange: boolean
  readonly onClose: () => void
}

type Language = 'PYTHON' | 'JAVASCRIPT'

const initialCode: Readonly<Record<Language, string>> = {
  PYTHON: 'return {"score": 0}',
  JAVASCRIPT: 'return { score: 0 }',
}

/** Chooses the columns of the score, or edits the code that computes it. */
export function ScoreCardPanel({ report, columns, mayChange, onClose }: Props) {
  const form = useId()
  const stored = report.score_configuration as { code?: string; code_language?: Language } | null
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(columns.filter((column) => column.is_part_of_score).map(({ name }) => name)),
  )
  const [hasCode, setHasCode] = useState(stored?.code !== undefined)
  const [language, setLanguage] = useState<Language>(stored?.code_language ?? 'PYTHON')
  const [code, setCode] = useState(stored?.code ?? initialCode[language])
  const save = useFormChange(
    () =>
      call('updateReportScoreCard', {
        params: { report_id: report.id },
        body: { column_names: [...chosen], ...(hasCode && { code, code_language: language }) },
      }),
    {
      done: 'Score card saved',
      onSuccess: async () => {
        onClose()
        await invalidate(['report', report.id])
      },
    },
  )
  const problem = errorElsewhere(save.error, ['code'])
  const computed = columns.filter(isComputed)
  return (
    <HeadedPanel
      label="Score card"
      title="Score card"
      actions={
        mayChange && (
          <Button kind="primary" size="small" type="submit" form={form} isBusy={save.isPending}>
            Save score card
          </Button>
        )
      }
      onClose={onClose}
    >
      <Form id={form} className="min-h-0 flex-1 overflow-auto p-4" onSubmit={() => save.mutate()}>
        {problem && <Problem error={problem} className="m-0" />}
        <CheckList
          legend="Columns that are scored"
          className="flex flex-col gap-1"
          isDisabled={!mayChange}
          empty={<p className="text-ink-soft">No computed columns yet. Add one to score it.</p>}
          choices={computed.map(({ name }) => ({ id: name, name }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <SwitchRow label="Scored by code" checked={hasCode} onChange={setHasCode} />
        {hasCode && (
          <>
            <NativeSelectField
              label="Language"
              value={language}
              onChange={({ target }) => {
                const next = target.value as Language
                if (code === initialCode[language]) setCode(initialCode[next])
                setLanguage(next)
              }}
            >
              <option value="PYTHON">Python</option>
              <option value="JAVASCRIPT">JavaScript</option>
            </NativeSelectField>
            <TextAreaField
              label="Code"
              hint="The body of a function. The variable data has all rows; return an object with a score."
              error={errorAt(save.error, 'code')}
              rows={14}
              spellCheck={false}
              className="font-mono text-small"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </>
        )}
      </Form>
    </HeadedPanel>
  )
}
