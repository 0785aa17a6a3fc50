import OpenAI from 'openai'
import { type Case, chat, completion, image, message, recorder, testCases, text } from '../samples.cases.ts'

type Expected = OpenAI.ImageGenerateParamsNonStreaming

const model = 'gpt-image-1'
const cases: Case<Expected>[] = [
  {
    title: 'one text is the prompt',
    template: completion('A cat'),
    expected: { model, prompt: 'A cat' },
  },
  {
    title: 'parameters pass',
    template: completion('A cat'),
    parameters: { size: '1024x1024', quality: 'high', n: 2, background: 'transparent' },
    expected: { model, prompt: 'A cat', size: '1024x1024', quality: 'high', n: 2, background: 'transparent' },
  },
  {
    title: 'response_format is url or b64_json here',
    template: completion('A cat'),
    parameters: { response_format: 'b64_json' },
    expected: { model, prompt: 'A cat', response_format: 'b64_json' },
  },
  {
    title: 'a parameter named prompt wins',
    template: completion('A cat'),
    parameters: { prompt: 'A dog' },
    expected: { model, prompt: 'A dog' },
  },
  {
    title: 'a parameter renames the model',
    template: completion('A cat'),
    parameters: { model: 'dall-e-3' },
    expected: { model: 'dall-e-3', prompt: 'A cat' },
  },
  {
    title: 'messages become paragraphs',
    template: chat([message('system', 'In oil.'), message('user', 'A cat')]),
    expected: { model, prompt: 'In oil.\n\nA cat' },
  },
  {
    title: 'an image by URL becomes text, an inline one is dropped',
    template: chat([
      message('user', [text('Like'), image('https://x.io/a.png'), image('data:image/png;base64,QQ')]),
    ]),
    expected: { model, prompt: 'Like\n\nhttps://x.io/a.png' },
  },
  {
    title: 'placeholders are dropped',
    template: chat([{ role: 'placeholder', name: 'p' }, message('user', 'A cat')]),
    expected: { model, prompt: 'A cat' },
  },
]

const { fetch, body } = recorder()
const client = new OpenAI({ apiKey: 'key', fetch })
testCases({ provider: 'openai.azure', name: model, api_type: 'images' }, cases, async (kwargs) => {
  await client.images.generate(kwargs as never)
  return body()
})
