import type { Run } from '../running/forms.ts'

/** The answer of a run as text; null while it runs. */
export function answerText(run: Run | undefined): string | null {
  if (run?.state !== 'done') return null
  const { structured_output, text, output } = run.answer
  if (structured_output && structured_output.value !== null)
    return JSON.stringify(structured_output.value, null, 2)
  return text === '' ? JSON.stringify(output, null, 2) : text
}
