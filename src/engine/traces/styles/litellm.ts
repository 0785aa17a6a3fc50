import type { AttributeStyle } from '../reading/call-facts.ts'
import { field, known, textOf } from '../reading/fields.ts'
import { genAi } from './gen-ai.ts'
import { readNumbered } from './traceloop.ts'

/** LiteLLM's own exporter: one span for the request; another for the raw call beneath it, which is not counted. */
export const liteLlm: AttributeStyle = {
  name: 'litellm',

  wrote: (span, reader) =>
    span.scope.name === 'litellm' || reader.has('hidden_params') || /^litellm_/.test(span.name),

  read(span, reader) {
    const facts = reader.hasUnder('gen_ai.prompt') ? readNumbered(reader) : genAi.read(span, reader)
    if (!facts) return null
    const word = reader.text('llm.request.type', 'gen_ai.operation.name')
    const hidden = reader.json('hidden_params')
    const spent = Number(textOf(field(hidden, 'response_cost')) ?? Number.NaN)
    reader.named('gen_ai.cost')
    return {
      ...facts,
      // Its `completion` is a call with messages; one with a text is `text_completion`.
      operation: word === 'completion' ? 'chat' : facts.operation,
      cost: facts.cost ?? (Number.isFinite(spent) ? spent : null),
      metadata: {
        ...facts.metadata,
        ...known(
          Object.fromEntries(
            reader.named('metadata').filter(([, value]) => value !== '' && value !== 'None'),
          ),
        ),
      },
    }
  },
}
