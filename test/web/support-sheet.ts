import { gpt, type RunWorld } from '../journeys/support/running.ts'
import { emptySheet, type SheetClient } from '../journeys/support/tables.ts'
import { bodyOf } from '../kit/api.ts'

/** A prompt that the fake models answer by repeating the question. */
export async function publishAnswer({ api }: RunWorld, name: string): Promise<void> {
  const content = [{ type: 'text', text: '{question}' }]
  bodyOf(
    await api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: name, tags: [] },
      prompt_version: {
        prompt_template: { type: 'chat', messages: [{ role: 'user', content }] },
        metadata: gpt(),
      },
    }),
    200,
  )
}

/** Makes a sheet of questions with expected answers, without checks. */
export async function questionSheet(
  { api }: RunWorld,
  rows: readonly (readonly [question: string, expected: string])[],
): Promise<SheetClient> {
  const sheet = await emptySheet(api)
  const question = await sheet.column('Question')
  const expected = await sheet.column('Expected')
  if (rows.length > 0)
    await sheet.add(rows.map(([text, answer]) => ({ [question.id]: text, [expected.id]: answer })))
  return sheet
}

/** Waits until no cell of the sheet is pending. */
export async function untilComputed(sheet: SheetClient): Promise<void> {
  for (;;) {
    const { status_counts: counts } = await sheet.counts()
    if (!counts.QUEUED && !counts.DISPATCHED && !counts.RUNNING) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
