import type { Run } from '../template-runs/forms.ts'

/** The answer of a run as text, which may be calls of tools only; null while it runs. */
export function answerText(run: Run | undefined): string | null {
  if (run?.state !== 'done') return null
  const { structured_output, text, output } = run.answer
  if (structured_output && structured_output.value !== null)
    return JSON.stringify(structured_output.value, null, 2)
  if (text !== '') return text
  const last = output.at(-1)
  const calls = (last?.role === 'assistant' && last.tool_calls) || []
  return calls.map(({ function: called }) => `${called.name}(${called.arguments})`).join('\n')
}
