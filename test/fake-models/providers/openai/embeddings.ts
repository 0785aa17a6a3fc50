import type { CreateEmbeddingResponse } from 'openai/resources/embeddings'
import { json } from '../../call.ts'
import { tokens } from '../../question.ts'
import type { Wire } from '../provider.ts'

const defaultDimensions = 8

/** Vectors of length one that depend on the text alone; in base64 on request, as the official client asks. */
export const embeddings: Wire = {
  name: 'embeddings',
  path: /\/embeddings$/,
  question: ({ body }) => ({
    model: body?.model ?? '',
    text: inputsOf(body).join('\n'),
    isToolResult: false,
    tools: [],
    schema: null,
    choices: 1,
    thinks: false,
    wantsImage: false,
  }),
  answer({ model, text, call }, reply) {
    const { body } = call
    const dimensions = body.dimensions ?? defaultDimensions
    const counted = reply.usage === null ? null : (reply.usage?.input ?? tokens(text))
    const data = inputsOf(body).map((input, index) => {
      const vector = vectorOf(input, dimensions)
      const embedding =
        body.encoding_format === 'base64'
          ? Buffer.from(Float32Array.from(vector).buffer).toString('base64')
          : vector
      return { object: 'embedding' as const, index, embedding: embedding as number[] }
    })
    const usage = counted !== null && { usage: { prompt_tokens: counted, total_tokens: counted } }
    return json({ object: 'list', model, data, ...usage } satisfies Omit<CreateEmbeddingResponse, 'usage'>)
  },
}

const inputsOf = (body: { input?: unknown } | null): string[] =>
  (Array.isArray(body?.input) ? body.input : [body?.input ?? '']).map(String)

function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [index, character] of [...text].entries())
    vector[(index * 31 + character.codePointAt(0)!) % dimensions]! += 1
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
