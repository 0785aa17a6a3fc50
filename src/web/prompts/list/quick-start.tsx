import { useState } from 'react'
import { CodeBlock, Tabs } from '../../design/index.ts'

const samplesOf = (address: string) => ({
  javascript: `import { PromptLayer } from 'promptlayer'

const galley = new PromptLayer({
  apiKey: process.env.API_KEY,
  baseURL: '${address}',
})
await galley.templates.publish({
  prompt_name: 'greeting',
  prompt_template: {
    type: 'chat',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Greet {name}' }] },
    ],
  },
})`,
  curl: `curl ${address}/rest/prompt-templates \\
  -H "X-API-KEY: $API_KEY" -H 'content-type: application/json' \\
  -d '{
    "prompt_template": { "prompt_name": "greeting" },
    "prompt_version": { "prompt_template": { "type": "chat", "messages": [
      { "role": "user", "content": [{ "type": "text", "text": "Greet {name}" }] }
    ] } }
  }'`,
})

/** Code that creates the first prompt on this server. */
export function QuickStart() {
  const [language, setLanguage] = useState<'javascript' | 'curl'>('javascript')
  const { javascript, curl } = samplesOf(location.origin)
  return (
    <div className="w-[42rem] max-w-full text-left">
      <p className="text-center">Or publish it from code:</p>
      <Tabs
        isInset
        value={language}
        onChange={setLanguage}
        tabs={[
          {
            value: 'javascript',
            label: 'JavaScript',
            panel: <CodeBlock name="JavaScript" text={javascript} />,
          },
          { value: 'curl', label: 'cURL', panel: <CodeBlock name="cURL" text={curl} /> },
        ]}
      />
    </div>
  )
}
