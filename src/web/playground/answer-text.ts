import type { Run } from '../running/forms.ts'

/** What a run said, as a text; null while it has not said all. */
export function answerText(run: Run | undefined): string | null {
  if (run?.state !== 'done') return null
  const { structured_output, text, output } = run.answer
  if (structured_output && structured_output.value !== null)
    return JSON.stringify(structured_output.value, null, 2)
  return text === '' ? JSON.stringify(output, null, 2) : text
}
