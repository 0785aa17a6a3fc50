import type { Answer } from '../../api/index.ts'
import { keyboardScroll } from '../../design/index.ts'
import { valueText } from '../value-text.ts'
import { Pairs } from './parts.tsx'

/** The values of the prompt's variables in this request. */
export const VariablesTab = ({ request }: { request: Answer<'readRequest'> }) => (
  <section aria-label="Variables" {...keyboardScroll} className="h-full overflow-auto px-4 pt-3 pb-4">
    <Pairs
      pairs={Object.entries(request.prompt_input_variables).map(
        ([key, value]) => [key, valueText(value)] as const,
      )}
    />
  </section>
)
