import { benchKey } from './galley.ts'
import type { WireRequest } from './load.ts'
import { prose } from './words.ts'

const name = 'support/answer'
const templatePath = `/prompt-templates/${encodeURIComponent(name)}`
const headers = { 'x-api-key': benchKey, 'content-type': 'application/json' }

const text = (role: string, body: string) => ({ role, content: [{ type: 'text', text: body }] })

/** A chat template of 3 kB with a model, one tool and three variables, labelled `prod`. */
const publication = {
  prompt_template: { prompt_name: name, tags: ['support'] },
  prompt_version: {
    prompt_template: {
      type: 'chat',
      messages: [
        text('system', `You answer for {company}. ${prose(1_500, 1)}`),
        text('user', `${prose(700, 2)} The question: {question}`),
        text('assistant', prose(300, 3)),
        text('user', 'Answer {customer} in two sentences.'),
      ],
      functions: [],
      tools: [
        {
          type: 'function',
          function: {
            name: 'find_invoice',
            description: 'Finds an invoice by its number',
            parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
          },
        },
      ],
      tool_choice: 'auto',
    },
    metadata: {
      model: {
        provider: 'openai',
        name: 'gpt-4o',
        parameters: { temperature: 0.2, max_tokens: 800, top_p: 1 },
      },
    },
    commit_message: 'For the bench',
  },
  release_labels: ['prod'],
}

export async function publishTemplate(url: string): Promise<void> {
  const response = await fetch(`${url}/rest/prompt-templates`, {
    method: 'POST',
    headers,
    body: JSON.stringify(publication),
  })
  if (!response.ok) throw new Error(`publishing answered ${response.status}: ${await response.text()}`)
}

const post = (body: unknown): WireRequest => ({
  method: 'POST',
  path: templatePath,
  headers,
  body: JSON.stringify(body),
})

/** The reads of an application, by their names in the report. */
export const fetches: Readonly<Record<string, WireRequest>> = {
  'fetch by name and label': post({ label: 'prod' }),
  'fetch and render 3 variables': post({
    label: 'prod',
    input_variables: { company: 'Acme', question: prose(120, 4), customer: 'Ada Lovelace' },
  }),
  'fetch raw by label': {
    method: 'GET',
    path: `${templatePath}?label=prod`,
    headers: { 'x-api-key': benchKey },
  },
}
